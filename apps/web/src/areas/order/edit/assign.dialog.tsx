import { dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import { Checkbox, Form, Input } from 'antd'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { hindranceWords, mayBeAssigned, useAssigning } from '#shared/order/candidates.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Distance, Eta } from '#ui/show/measure.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import type { OrderFormProps } from '#shared/order-actions/order.form.tsx'
import { useSeen } from '#shared/order-actions/seen-order.tsx'
import { useOrderSend } from '#shared/order-actions/use-order-send.ts'
import '../order.css'
import './edit.css'

/** Drivers near the customer, nearest first, each with what speaks against them; doubts can be overruled, the rest cannot. */
export function AssignDialog({ order, open, onClose }: OrderFormProps) {
  const { typed, setTyped, query, chosen, choose, overruled: anyway, overrule } = useAssigning(order.orderId, open)
  const send = useOrderSend(dispatchDeskCalls.assign)
  const { version, warning } = useSeen(order, open)
  const ready = chosen !== undefined && mayBeAssigned(chosen) && (chosen.hindrance === null || anyway)
  const confirm = async () => {
    if (!chosen) return
    await send({ orderId: order.orderId, driverId: chosen.driverId, version, anyway })
    toast.success(t('已指派给 {name}', { name: chosen.name }))
  }
  return (
    <ConfirmDialog
      open={open}
      width={640}
      title={t('指派司机')}
      okText={t('指派')}
      disabled={!ready || warning !== null}
      onConfirm={confirm}
      onClose={onClose}
    >
      {warning}
      <Form layout="vertical">
        <Input
          aria-label={t('查找司机')}
          placeholder={t('姓名 / 工号')}
          allowClear
          value={typed}
          maxLength={40}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Form>
      <div className="order-assignable">
        <Async
          query={query}
          skeleton={<Skeleton lines={6} height={28} />}
          isEmpty={({ rows }) => rows.length === 0}
          empty={<EmptyState title={t('附近没有司机')} />}
        >
          {({ rows }) => (
            <PlainTable
              className="order-table order-second-left"
              rows={rows}
              rowKey={({ driverId }) => driverId}
              rowProps={(driver) => ({ className: driver === chosen ? 'order-chosen' : undefined })}
              columns={[
                {
                  title: t('司机'),
                  head: true,
                  cell: (driver) => (
                    <label>
                      <input
                        type="radio"
                        name="driver"
                        checked={driver === chosen}
                        disabled={!mayBeAssigned(driver)}
                        onChange={() => choose(driver.driverId)}
                      />{' '}
                      {driver.name} <span className="ui-number">{driver.driverNo}</span>
                    </label>
                  ),
                },
                { title: t('状态'), cell: ({ workStatus }) => <StatusTag work={workStatus} /> },
                { title: t('距离'), end: true, cell: ({ distanceM }) => <Distance m={distanceM} /> },
                { title: t('预计到达'), end: true, cell: ({ etaS }) => <Eta s={etaS} /> },
                { title: t('不可派原因'), cell: (driver) => hindranceWords(driver) || <span className="ui-none">—</span> },
              ]}
            />
          )}
        </Async>
      </div>
      {chosen?.hindrance && chosen.overridable ? (
        <Checkbox checked={anyway} onChange={(event) => overrule(event.target.checked ? chosen.driverId : null)}>
          {t('{why}，仍然指派', { why: hindranceWords(chosen) })}
        </Checkbox>
      ) : null}
    </ConfirmDialog>
  )
}
