import { enterpriseCalls, topUpWayText } from '@chauffeur/contract/customer/enterprise'
import { Form, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { useCan } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { Entry } from './enterprise.view.ts'
import { moneyReads } from './top-up.dialog.tsx'

/** What an entry was. */
function entryWords({ business, step, topUp }: Entry): string {
  if (business === 'TOP_UP') return step === 'REVERSED' ? t('充值冲销') : topUp?.reversed ? t('充值（已冲销）') : t('充值')
  if (business === 'ORDER') return t('订单支付')
  return t('期初余额')
}

/** The order that was paid, or the payment that came in. */
function Of({ row }: { row: Entry }) {
  const mayOpen = useCan('order.view')
  if (row.orderId && mayOpen)
    return (
      <a className="ui-link ui-number" href={`#/Order/Detail?orderId=${row.orderId}`}>
        {row.orderNo}
      </a>
    )
  return <span>{row.orderNo || (row.topUp ? `${tr(topUpWayText[row.topUp.way])} ${row.topUp.reference}` : '')}</span>
}

const Entries = defineList(enterpriseCalls.entries, ({ c }) => ({
  name: 'customer.entries',
  title: t('余额流水'),
  inside: true,
  rowKey: (row) => row.entryId,
  rowName: entryWords,
  fills: t('充值和订单结算后，余额变动记在这里。'),
  columns: [
    c.time('at', t('时间')),
    c.of('what', t('事项'), entryWords, [t('充值冲销'), t('充值（已冲销）'), t('期初余额')], { shows: ['business'] }),
    c.money('changeFen', t('金额'), { change: true }),
    c.money('balanceAfterFen', t('余额')),
    c.of('of', t('订单号 / 流水号'), (row) => <Of row={row} />, 'WX-D2611220059257', { grow: true, shows: ['orderNo'] }),
    c.text('by', t('经办人'), (row) => row.topUp?.by, { like: letters(5), shows: ['topUp'] }),
    c.text('remark', t('备注'), (row) => (row.step === 'REVERSED' ? row.topUp?.reverseReason : row.topUp?.remark)),
  ],
  actions: [
    {
      key: 'reverse',
      label: t('冲销'),
      danger: true,
      Dialog: ({ row, open, onClose }) => <ReverseDialog entry={open ? row : null} onClose={onClose} />,
    },
  ],
}))

/** What moved an enterprise's balance, newest first. */
export function EntryList({ enterpriseId }: { enterpriseId: string }) {
  return <Entries fixed={useMemo(() => ({ enterpriseId }), [enterpriseId])} />
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
