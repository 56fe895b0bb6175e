import type { Book, Flow, Trade } from './book.ts'

/** How a day's file goes wrong. */
export const STATEMENT_FAULTS = [
  'CUT_OFF',
  'WRONG_DIGEST',
  'OTHER_MERCHANT',
  'GARBLED_LINE',
  'LINE_TWICE',
  'LINE_MISSING',
  'OTHER_AMOUNT',
  'NOT_READY',
  'PACKED_CUT_OFF',
] as const
export type StatementFault = (typeof STATEMENT_FAULTS)[number]

const BEIJING_MS = 8 * 3_600_000

const yuan = (fen: number): string =>
  `${fen < 0 ? '-' : ''}${Math.floor(Math.abs(fen) / 100)}.${String(Math.abs(fen) % 100).padStart(2, '0')}`
const yuanOf = (rows: readonly { amountFen: number }[]): string => yuan(rows.reduce((total, { amountFen }) => total + amountFen, 0))
export const dayOf = (at: number): string => new Date(at + BEIJING_MS).toISOString().slice(0, 10)
const timeOf = (at: number): string => new Date(at + BEIJING_MS).toISOString().slice(0, 19).replace('T', ' ')
const line = (values: readonly string[]): string => values.map((value) => `\`${value}`).join(',')
/** As the service writes what a merchant typed. */
const escaped = (text: string): string => text.replaceAll('\r', String.raw`\r`).replaceAll('\n', String.raw`\n`).replaceAll(',', '，')

/** How a sort of statement is written. */
interface Form<Row> {
  head: string
  lineOf: (mchId: string, row: Row) => string
  sums: string
  foot: (rows: readonly Row[]) => string
}

/** 资金账单: what moved on the merchant's account. */
const FLOWS: Form<Flow> = {
  head: '记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号',
  lineOf: (mchId, flow) =>
    line([
      timeOf(flow.at),
      flow.businessNo,
      flow.flowNo,
      flow.kind,
      flow.kind,
      flow.direction,
      yuan(flow.amountFen),
      yuan(flow.balanceFen),
      flow.kind === '充值' ? 'system' : `${mchId}API`,
      escaped(flow.remark),
      flow.voucherNo,
    ]),
  sums: '资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额',
  foot: (flows) => {
    const [came, went] = (['收入', '支出'] as const).map((side) => flows.filter(({ direction }) => direction === side)) as [Flow[], Flow[]]
    return line([`${flows.length}.0`, `${came.length}.0`, yuanOf(came), `${went.length}.0`, yuanOf(went)])
  },
}

/** The service's own part of a payment: 0.6 %, in yuan with five decimals. */
const fee = (fen: number): string => (fen * 0.00006).toFixed(5)
/** 交易账单: what customers paid, and got back. */
const TRADES: Form<Trade> = {
  head: '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注',
  lineOf: (mchId, { at, kind, transactionNo, refundNo, amountFen }) => {
    const [paid, back] = kind === 'SUCCESS' ? [yuan(amountFen), '0.00'] : ['0.00', yuan(amountFen)]
    const [refund, refundState] = kind === 'SUCCESS' ? ['0', ''] : [refundNo, 'SUCCESS']
    const order = `M${transactionNo}`
    return line([
      ...[timeOf(at), 'wx0000000000000001', mchId, '0', '', transactionNo, order, 'o1', 'JSAPI', kind, 'OTHERS', 'CNY', paid, '0.00'],
      ...[refund, refund, back, '0.00', refundState && 'ORIGINAL', refundState, '代驾服务', ''],
      ...[`${kind === 'REFUND' ? '-' : ''}${fee(amountFen)}`, '0.60%', paid, back, ''],
    ])
  },
  sums: '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额',
  foot: (trades) => {
    const [paid, back] = (['SUCCESS', 'REFUND'] as const).map((kind) => trades.filter((trade) => trade.kind === kind)) as [Trade[], Trade[]]
    const fees = [...paid.map(({ amountFen }) => amountFen), ...back.map(({ amountFen }) => -amountFen)].reduce((sum, fen) => sum + fen, 0)
    return line([`${trades.length}.0`, yuanOf(paid), yuanOf(back), '0.00', fee(fees), yuanOf(paid), yuanOf(back)])
  },
}

function fileOf<Row extends Flow | Trade>(
  form: Form<Row>,
  rows: readonly Row[],
  mchId: string,
  fault: StatementFault | null,
): string | null {
  if (rows.length === 0) return null
  const lines = rows.map((row) => form.lineOf(fault === 'OTHER_MERCHANT' ? '1900009999' : mchId, row))
  const last = rows.length - 1
  if (fault === 'GARBLED_LINE') lines[last] = lines[last]!.replace('`', '').replaceAll('.', ',')
  if (fault === 'LINE_TWICE') lines.push(lines[last]!)
  if (fault === 'LINE_MISSING') lines.splice(last, 1)
  if (fault === 'OTHER_AMOUNT') lines[last] = form.lineOf(mchId, { ...rows[last]!, amountFen: rows[last]!.amountFen + 1 })
  const file = `\uFEFF${[form.head, ...lines, form.sums, form.foot(rows)].join('\r\n')}\r\n`
  return fault === 'CUT_OFF' ? file.slice(0, Math.floor(file.length * 0.7)) : file
}

const FILES = { fundflowbill: ['account_type', 'OPERATION', 'BASIC'], tradebill: ['bill_type', 'ALL', 'ALL'] } as const
export type StatementCall = keyof typeof FILES
export const isStatementCall = (name: string): name is StatementCall => Object.hasOwn(FILES, name)
/** Whether this is what the merchant's files are of. */
export function isKept(call: StatementCall, query: URLSearchParams): boolean {
  const [name, kept, standard] = FILES[call]
  return (query.get(name) ?? standard) === kept
}

/** One day, as a file; null where nothing moved. */
export function statementOf(call: StatementCall, book: Book, day: string, mchId: string, fault: StatementFault | null): string | null {
  const then = <Row extends { at: number }>(rows: readonly Row[]) => rows.filter(({ at }) => dayOf(at) === day)
  return call === 'tradebill' ? fileOf(TRADES, then(book.trades), mchId, fault) : fileOf(FLOWS, then(book.flows), mchId, fault)
}
