import { enterpriseCalls, topUpWayText } from '@chauffeur/contract/customer/enterprise'
import { Form, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { useCan } from '#platform/session/session.ts'
import { openTab } from '#platform/tab/tab.ts'
import { t, tr, useLocale } from '#platform/text/text.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { type Column, QueryTable } from '#kit/list/query-table.tsx'
import { Time } from '#ui/show/time.tsx'
import type { Entry } from './enterprise.view.ts'
import { moneyReads } from './top-up.dialog.tsx'

const rowKey = (row: Entry) => row.entryId

/** What an entry was. */
function entryWords({ business, step, topUp }: Entry): string {
  if (business === 'TOP_UP') return step === 'REVERSED' ? t('充值冲销') : topUp?.reversed ? t('充值（已冲销）') : t('充值')
  if (business === 'ORDER') return t('订单支付')
  return t('期初余额')
}

/** What moved an enterprise's balance, newest first. */
export function EntryList({ enterpriseId }: { enterpriseId: string }) {
  const language = useLocale()
  const mayOpen = useCan('order.view')
  const [reversing, setReversing] = useState<Entry | null>(null)
  const fixed = useMemo(() => ({ enterpriseId }), [enterpriseId])
  const columns = useMemo(() => columnsOf(language, mayOpen, setReversing), [language, mayOpen])
  return (
    <>
      <QueryTable
        name="customer.entries"
        label={t('余额流水')}
        call={enterpriseCalls.entries}
        fixed={fixed}
        columns={columns}
        filters={noFilters}
        rowKey={rowKey}
        fills={t('充值和订单结算后，余额变动记在这里。')}
      />
      <ReverseDialog entry={reversing} onClose={() => setReversing(null)} />
    </>
  )
}
const noFilters: never[] = []

function columnsOf(language: string, mayOpen: boolean, reverse: (row: Entry) => void): Column<Entry>[] {
  return [
    { key: 'at', title: t('时间'), width: 160, cell: (row) => <Time at={row.at} as="short" /> },
    { key: 'what', title: t('事项'), width: language === 'en' ? 190 : 130, cell: entryWords },
    {
      key: 'change',
      title: t('金额'),
      width: 120,
      align: 'right',
      cell: (row) => <Money fen={row.changeFen} change />,
    },
    { key: 'after', title: t('余额'), width: 120, align: 'right', cell: (row) => <Money fen={row.balanceAfterFen} /> },
    {
      key: 'of',
      title: t('订单号 / 流水号'),
      width: 220,
      grow: true,
      cell: (row) =>
        row.orderId && mayOpen ? (
          <button type="button" className="ui-text-button" onClick={() => openTab(`/Order/Detail?orderId=${row.orderId}`)}>
            {row.orderNo}
          </button>
        ) : (
          row.orderNo || (row.topUp ? `${tr(topUpWayText[row.topUp.way])} ${row.topUp.reference}` : '')
        ),
    },
    { key: 'by', title: t('经办人'), width: 100, cell: (row) => row.topUp?.by ?? <span className="ui-none">—</span> },
    {
      key: 'remark',
      title: t('备注'),
      width: 180,
      cell: (row) => {
        const words = (row.step === 'REVERSED' ? row.topUp?.reverseReason : row.topUp?.remark) ?? ''
        return <span title={words}>{words}</span>
      },
    },
    {
      key: 'actions',
      title: t('操作'),
      width: 90,
      pin: 'right',
      fixed: true,
      cell: (row) =>
        row.allowedActions.includes('reverse') ? (
          <button type="button" className="ui-text-button" onClick={() => reverse(row)}>
            {t('冲销')}
          </button>
        ) : null,
    },
  ]
}

function ReverseDialog({ entry, onClose }: { entry: Entry | null; onClose: () => void }) {
  const { send } = useSend(enterpriseCalls.reverseTopUp, { refreshes: moneyReads })
  const [last, setLast] = useState(entry)
  if (entry !== null && entry !== last) setLast(entry)
  const topUp = last?.topUp
  if (!topUp) return null
  return (
    <FormDialog<{ reason: string }>
      open={entry !== null}
      title={t('冲销充值')}
      okText={t('冲销')}
      danger
      onSubmit={async ({ reason }) => {
        const { balanceFen } = await send({ topUpId: topUp.topUpId, reason })
        toast.success(t('已冲销，余额 {balance}', { balance: moneyText(balanceFen) }))
      }}
      onClose={onClose}
    >
      <p>
        {t('从余额中扣回 {sum}（{way} {reference}），原记录保留。余额可能因此为负。', {
          sum: moneyText(last.changeFen),
          way: tr(topUpWayText[topUp.way]),
          reference: topUp.reference,
        })}
      </p>
      <Form.Item name="reason" label={t('原因')} rules={[{ required: true, whitespace: true, message: t('请填写原因') }]}>
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Form.Item>
    </FormDialog>
  )
}
