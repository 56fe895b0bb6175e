import { dispatchBlocksCalls, type DriverBlock } from '@chauffeur/contract/dispatch/block'
import { useMemo, useState } from 'react'
import { useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t, useLocale, type Locale } from '#platform/text/text.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { Page } from '#ui/page/page.tsx'
import { type Column, type Filter, QueryTable } from '#kit/list/query-table.tsx'
import { Time } from '#ui/show/time.tsx'

const rowKey = (row: DriverBlock) => `${row.customerId}/${row.driverId}`

/** Drivers whom customers do not want, and until when: by an operator's word, or after a cancellation. */
export default function BlocksScreen() {
  const language = useLocale()
  const [lifting, setLifting] = useState<DriverBlock | null>(null)
  const columns = useMemo(() => blockColumns(language, setLifting), [language])
  const filters = useMemo<Filter[]>(
    () => [{ kind: 'text', key: 'keyword', label: t('司机工号、姓名或客户'), width: language === 'en' ? 260 : 200 }],
    [language],
  )
  return (
    <Page title={t('客户屏蔽司机')} extra={t('派单不会问被客户屏蔽的司机；在订单详情的司机卡片上添加')} fill>
      <QueryTable
        name="dispatch.blocks"
        label={t('客户屏蔽司机')}
        call={dispatchBlocksCalls.list}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        fills={t('在订单或接单台选择“不再派给该客户”后，记录在这里。')}
        onOpen={setLifting}
      />
      <Lift block={lifting} onClose={() => setLifting(null)} />
    </Page>
  )
}

function blockColumns(language: Locale, onLift: (row: DriverBlock) => void): Column<DriverBlock>[] {
  const wide = (chinesePx: number, englishPx: number) => (language === 'en' ? englishPx : chinesePx)
  return [
    { key: 'customerName', title: t('客户'), width: 96, pin: 'left', fixed: true, cell: (row) => row.customerName || '—' },
    {
      key: 'customerPhone',
      title: t('客户电话'),
      width: wide(116, 120),
      cell: (row) => <span className="ui-number">{row.customerPhone}</span>,
    },
    { key: 'driver', title: t('司机'), width: 140, cell: (row) => `${row.driverName} ${row.driverNo}` },
    { key: 'until', title: t('屏蔽至'), width: 156, cell: (row) => (row.until ? <Time at={row.until} as="short" /> : t('长期')) },
    { key: 'reason', title: t('原因'), width: 150, grow: true, cell: (row) => <span title={row.reason}>{row.reason || '—'}</span> },
    { key: 'byName', title: t('操作人'), width: wide(110, 140), cell: (row) => row.byName || t('取消判责规则') },
    { key: 'at', title: t('屏蔽时间'), width: 110, cell: (row) => <Time at={row.at} /> },
    {
      key: 'actions',
      title: t('操作'),
      width: wide(92, 116),
      cell: (row) => (
        <button
          type="button"
          className="ui-text-button"
          aria-label={t('解除 {name}', { name: `${row.customerName} · ${row.driverName}` })}
          onClick={(event) => {
            event.stopPropagation()
            onLift(row)
          }}
        >
          {t('解除屏蔽')}
        </button>
      ),
    },
  ]
}

function Lift({ block, onClose }: { block: DriverBlock | null; onClose: () => void }) {
  const { send } = useSend(dispatchBlocksCalls.remove, { refreshes: [dispatchBlocksCalls.list, dispatchBlocksCalls.ofOrder] })
  const [kept, setKept] = useState(block)
  if (block !== null && block !== kept) setKept(block)
  if (kept === null) return null
  return (
    <ConfirmDialog
      open={block !== null}
      title={t('解除屏蔽')}
      okText={t('解除屏蔽')}
      onConfirm={async () => {
        await send({ customerId: kept.customerId, driverId: kept.driverId })
        toast.success(t('已解除屏蔽'))
      }}
      onClose={onClose}
    >
      <p>
        {t('{driver} 会再次接到 {customer} 的订单。', {
          driver: `${kept.driverName} ${kept.driverNo}`,
          customer: kept.customerName || kept.customerPhone,
        })}
      </p>
    </ConfirmDialog>
  )
}
