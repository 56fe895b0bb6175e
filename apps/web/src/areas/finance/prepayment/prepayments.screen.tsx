import { type PrepaymentRow, prepayCalls, type PrepaymentState, prepaymentStateText } from '@chauffeur/contract/finance/prepayment'
import { paidByText } from '@chauffeur/contract/order/model'
import { defineList } from '#kit/list/define.list.tsx'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Money } from '#ui/show/money.tsx'
import { Tag, type Tone } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'

const ReturnDialog = lazyPiece(() => import('./return.dialog.tsx'))
const tones: Record<PrepaymentState, Tone> = { HELD: 'run', APPLIED: 'done', RETURN_DUE: 'wait', RETURNED: 'off' }
const orderPath = (row: PrepaymentRow) => `/Order/Detail?orderId=${row.orderId}`

/** What customers paid ahead, and what of it is to be returned. */
export default defineList(prepayCalls.list, ({ c, f }) => ({
  name: 'finance.prepayments',
  title: t('预付款'),
  rowKey: (row) => row.prepaymentId,
  rowName: (row) => row.orderNo,
  open: orderPath,
  fills: t('开启“预付”的城市，客户预付到账后记入这里；订单结束后多收的列为待退款。'),
  filters: [f.keyword(t('订单号或流水号')), f.city(), f.word('state', t('状态'), prepaymentStateText)],
  columns: [
    c.link('orderNo', t('订单号'), orderPath, { like: 'D0000000000000-0' }),
    c.person(
      'customer',
      t('客户'),
      (row) => row.customerName || t('未留姓名'),
      (row) => row.customerPhone,
      { shows: ['customerName', 'customerPhone'] },
    ),
    c.city(),
    c.status('state', t('状态'), prepaymentStateText, tones),
    c.money('amountFen', t('已预付'), { sortable: true, sum: true }),
    c.money('appliedFen', t('已抵扣账单'), { sum: true }),
    c.two(
      'returnDueFen',
      t('待退金额'),
      (row) => (row.returnDueFen === 0 ? '' : <Money fen={row.returnDueFen} />),
      (row) => (row.returnSince === null || row.returnDueFen === 0 ? '' : <Since row={row} />),
      [moneyText(12_345_67), `${t('待退超时')} 11-24 21:30`],
      { shows: ['returnDueFen', 'returnSince'], align: 'right' },
    ),
    c.money('returnedFen', t('已退金额'), { sum: true }),
    c.two(
      'reference',
      t('收款方式'),
      (row) => row.reference,
      (row) => tr(paidByText[row.way]),
      ['4200001234202611240001'],
      { shows: ['way', 'reference'], grow: true },
    ),
    c.time('paidAt', t('到账时间'), { sortable: true }),
    c.text('byName', t('收款登记人'), undefined, { optional: true }),
    c.text('returnReference', t('退款流水号'), undefined, { optional: true }),
    c.time('returnedAt', t('退款时间'), { optional: true }),
    c.text('returnedByName', t('退款登记人'), undefined, { optional: true }),
  ],
  actions: [
    { key: 'return', label: t('登记退款'), letter: 'R', may: prepayCalls.payBack, can: (row) => row.mayReturn, Dialog: ReturnDialog },
  ],
}))

const Since = ({ row }: { row: PrepaymentRow }) =>
  row.late ? (
    <Tag tone="lost">
      {t('待退超时')} <Time at={row.returnSince!} as="short" />
    </Tag>
  ) : (
    <Time at={row.returnSince!} as="short" />
  )
