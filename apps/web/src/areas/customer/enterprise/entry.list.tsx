import { enterpriseCalls, topUpWayText } from '@chauffeur/contract/customer/enterprise'
import { useMemo } from 'react'
import { useCan } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { CallForm } from '#kit/edit/call.form.tsx'
import { LongTextField } from '#kit/fields/text-fields.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { RowDialogProps } from '#kit/list/define.view.ts'
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
      Dialog: ReverseDialog,
    },
  ],
}))

/** What moved an enterprise's balance, newest first. */
export function EntryList({ enterpriseId }: { enterpriseId: string }) {
  return <Entries fixed={useMemo(() => ({ enterpriseId }), [enterpriseId])} />
}

function ReverseDialog({ row: { topUp, changeFen }, open, onClose }: RowDialogProps<Entry>) {
  if (!topUp) return null
  const { topUpId, way, reference } = topUp
  return (
    <CallForm
      call={enterpriseCalls.reverseTopUp}
      refreshes={moneyReads}
      beside={() => ({ topUpId })}
      open={open}
      title={t('冲销充值')}
      okText={t('冲销')}
      danger
      saved={({ balanceFen }) => t('已冲销，余额 {balance}', { balance: moneyText(balanceFen) })}
      onClose={onClose}
    >
      <p>
        {t('从余额中扣回 {sum}（{way} {reference}），原记录保留。余额可能因此为负。', {
          sum: moneyText(changeFen),
          way: tr(topUpWayText[way]),
          reference,
        })}
      </p>
      <LongTextField name="reason" label={t('原因')} required maxLength={200} />
    </CallForm>
  )
}
