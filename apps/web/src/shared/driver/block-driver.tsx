import { type DriverBlock, dispatchBlocksCalls } from '@chauffeur/contract/dispatch/block'
import { Button } from 'antd'
import { useState } from 'react'
import { sendCall, useCall, useSend } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { offerUndo, undoBy } from '#kit/edit/undo.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { SelectField, TextField } from '#kit/fields/fields.ts'
import { Time } from '#ui/show/time.tsx'
import './block-driver.css'

/** For how many days; 0: for good. */
const TERMS = [7, 30, 180, 0]
const refreshes = [dispatchBlocksCalls.list, dispatchBlocksCalls.ofOrder]

/** On the card of an order's driver: the customer does not want them again, or may have them again. Nothing for who may not decide it. */
export function BlockDriver({ orderId, driverId, driverName }: { orderId: string; driverId: string; driverName: string }) {
  const may = useCan('dispatchDesk.block')
  return may ? <Blocked orderId={orderId} driverId={driverId} driverName={driverName} /> : null
}

const lift = async (orderId: string, driverId: string) => {
  const { block } = await sendCall(dispatchBlocksCalls.ofOrder, { orderId })
  if (block) await undoBy(dispatchBlocksCalls.remove, { customerId: block.customerId, driverId, orderId })()
}

/** The same once more: a term is kept in days, and the day that has begun is given again. */
const again = (orderId: string, { driverId, reason, until }: DriverBlock) =>
  undoBy(dispatchBlocksCalls.add, {
    orderId,
    driverId,
    reason,
    days: until === null ? undefined : Math.max(1, Math.ceil((Date.parse(until) - Date.now()) / 86_400_000)),
  })

function Blocked({ orderId, driverId, driverName }: { orderId: string; driverId: string; driverName: string }) {
  const { data } = useCall(dispatchBlocksCalls.ofOrder, { orderId })
  const { send: remove } = useSend(dispatchBlocksCalls.remove, { refreshes })
  const [asking, setAsking] = useState(false)
  if (!data) return null
  const { block } = data
  const close = () => setAsking(false)
  return (
    <div className="block-driver">
      {block ? (
        <span title={block.reason}>
          {t('客户已屏蔽此司机')} · {block.until ? t('至') : t('长期')} {block.until ? <Time at={block.until} as="short" /> : null}
        </span>
      ) : null}
      <Button size="small" onClick={() => setAsking(true)}>
        {block ? t('解除屏蔽') : t('不再派给该客户')}
      </Button>
      {block ? (
        <ConfirmDialog
          open={asking}
          title={t('解除屏蔽')}
          okText={t('解除屏蔽')}
          onConfirm={async () => {
            await remove({ customerId: block.customerId, driverId: block.driverId, orderId })
            offerUndo(t('已解除，之后会再派给该客户'), again(orderId, block), refreshes)
          }}
          onClose={close}
        >
          <p>{t('{driver} 会再次接到该客户的订单。', { driver: driverName })}</p>
        </ConfirmDialog>
      ) : (
        <CallForm
          call={dispatchBlocksCalls.add}
          refreshes={refreshes}
          open={asking}
          title={t('不再把 {driver} 派给该客户', { driver: driverName })}
          okText={t('屏蔽')}
          danger
          initial={{ days: 30 }}
          input={({ days, reason }) => ({ orderId, driverId, reason, days: days || undefined })}
          saved={t('已屏蔽，之后的派单不再问此司机')}
          undo={() => () => lift(orderId, driverId)}
          onClose={close}
        >
          <SelectField
            name="days"
            label={t('期限')}
            required
            choices={TERMS.map((days) => ({ value: days, label: days > 0 ? t('{n} 天', { n: days }) : t('长期') }))}
          />
          <TextField name="reason" label={t('原因')} required maxLength={200} />
        </CallForm>
      )}
    </div>
  )
}
