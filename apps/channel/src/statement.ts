import type { Book, Flow } from './book.ts'

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
] as const
export type StatementFault = (typeof STATEMENT_FAULTS)[number]

const HEAD =
  '记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号'
const SUMS = '资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额'
const BEIJING_MS = 8 * 3_600_000

const yuan = (fen: number): string =>
  `${fen < 0 ? '-' : ''}${Math.floor(Math.abs(fen) / 100)}.${String(Math.abs(fen) % 100).padStart(2, '0')}`
export const dayOf = (at: number): string => new Date(at + BEIJING_MS).toISOString().slice(0, 10)
const timeOf = (at: number): string => new Date(at + BEIJING_MS).toISOString().slice(0, 19).replace('T', ' ')
const line = (values: readonly string[]): string => values.map((value) => `\`${value}`).join(',')
/** As the service writes what a merchant typed. */
const escaped = (text: string): string => text.replaceAll('\r', String.raw`\r`).replaceAll('\n', String.raw`\n`).replaceAll(',', '，')

const lineOf = (mchId: string, flow: Flow): string =>
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
  ])

/** One day of the account, as a file; null where nothing moved. */
export function statementOf(book: Book, day: string, mchId: string, fault: StatementFault | null): string | null {
  const flows = book.flows.filter((flow) => dayOf(flow.at) === day)
  if (flows.length === 0) return null
  const lines = flows.map((flow) => lineOf(fault === 'OTHER_MERCHANT' ? '1900009999' : mchId, flow))
  const last = flows.length - 1
  if (fault === 'GARBLED_LINE') lines[last] = lines[last]!.replace('`', '').replaceAll('.', ',')
  if (fault === 'LINE_TWICE') lines.push(lines[last]!)
  if (fault === 'LINE_MISSING') lines.splice(last, 1)
  if (fault === 'OTHER_AMOUNT') lines[last] = lineOf(mchId, { ...flows[last]!, amountFen: flows[last]!.amountFen + 1 })
  const sum = (direction: Flow['direction']) => {
    const those = flows.filter((flow) => flow.direction === direction)
    return [`${those.length}.0`, yuan(those.reduce((total, { amountFen }) => total + amountFen, 0))]
  }
  const foot = line([`${flows.length}.0`, ...sum('收入'), ...sum('支出')])
  const file = `\uFEFF${[HEAD, ...lines, SUMS, foot].join('\r\n')}\r\n`
  return fault === 'CUT_OFF' ? file.slice(0, Math.floor(file.length * 0.7)) : file
}
