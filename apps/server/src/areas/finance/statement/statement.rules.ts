import { CHINA_MINUTES, instantOf } from '#platform/values/local-clock'

/** What is reconciled: what we paid out, or what customers paid us. */
export type ReconKind = 'PAYOUT' | 'COLLECTION'

/** One movement of a statement that is of the kind reconciled. */
export interface StatementLine {
  lineNo: number
  /** The number it is known by on our side. */
  outNo: string
  channelNo: string
  /** Below zero where the money went back: a payout that was returned, a payment that was refunded. */
  amountFen: number
  at: Date
}

export type StatementProblem =
  | 'statement.unknownFormat'
  | 'statement.garbledLine'
  | 'statement.cutOff'
  | 'statement.foreignMerchant'
  | 'statement.otherDay'
  | 'statement.wrongDigest'
  | 'statement.wrongCount'
  | 'statement.wrongSum'
/** What is wrong with a line. */
export interface StatementFault {
  line: number
  problem: StatementProblem
}
/** The statement is not taken: nothing of it is stored. `detail` names the line where there is one, and every fault where there are more. */
export class StatementRefused extends Error {
  override name = 'StatementRefused'
  readonly problem: StatementProblem
  readonly detail: {
    line?: number
    faults?: readonly StatementFault[]
    [fact: string]: string | number | readonly StatementFault[] | undefined
  }

  constructor(problem: StatementProblem, detail: StatementRefused['detail'] = {}) {
    super(`${problem} ${JSON.stringify(detail)}`)
    this.problem = problem
    this.detail = detail
  }
}

export interface StatementOf {
  kind: ReconKind
  merchantNo: string
  /** `YYYY-MM-DD` by the clock of the channel. */
  billDate: string
}

/** Yuan with at most two decimals as fen, without a float in between; null for anything else. */
export function fenOf(yuan: string): number | null {
  const found = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(yuan)
  if (!found) return null
  const fen = Number(found[2]) * 100 + Number((found[3] ?? '').padEnd(2, '0'))
  return found[1] && fen !== 0 ? -fen : fen
}
/** Channels write counts as `20` or `20.0`. */
function countOf(text: string): number | null {
  const found = /^(\d{1,12})(?:\.0+)?$/.exec(text)
  return found ? Number(found[1]) : null
}

/** `YYYY-MM-DD HH:MM:SS` of China's clock; null for what is no such moment. */
export function chinaTime(text: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null
  return instantOf(text.slice(0, 10), text.slice(11), CHINA_MINUTES)
}
/** The instants between which a day of China's clock lies. */
export function chinaDay(day: string): { from: Date; to: Date } {
  const from = Date.parse(`${day}T00:00:00Z`) - CHINA_MINUTES * 60_000
  return { from: new Date(from), to: new Date(from + 24 * 3_600_000) }
}

/** What was read of a statement that is whole. */
export interface StatementFacts {
  format: 'WECHAT_FUND_FLOW' | 'WECHAT_TRADE' | 'CSV'
  sha1: string
  rows: number
  /** Of the kind reconciled. */
  lines: number
  linesFen: number
  /** Movements of the account that are of another sort: fees, top-ups, the other kind. What came in less what went out. */
  otherRows: number
  otherFen: number
}

/** What a line is: one of the kind reconciled, or another movement of the account with what it brought in. */
export type Read = { line: StatementLine } | { otherFen: number }

/** Reads the lines of one format, in order. Each method throws `StatementRefused`. */
export interface StatementReader {
  format: StatementFacts['format']
  /** Null for a line that belongs to the frame: the head of the sums, the sums. */
  take: (cells: readonly string[], lineNo: number) => Read | null
  /** Whether the sums were there and agree with the lines. */
  end: (lineNo: number) => void
}

type Columns = Record<string, number>
const columnsOf = (head: readonly string[]): Columns => Object.fromEntries(head.map((name, at) => [name.trim(), at]))

const same = (line: number, what: string, stated: number | null, counted: number) => {
  if (stated === null) throw new StatementRefused('statement.garbledLine', { line })
  if (stated !== counted)
    throw new StatementRefused(what === 'rows' ? 'statement.wrongCount' : 'statement.wrongSum', { line, column: what, stated, counted })
}
const amount = (text: string | undefined, line: number): number => {
  const fen = fenOf(text ?? '')
  if (fen === null) throw new StatementRefused('statement.garbledLine', { line, value: (text ?? '').slice(0, 40) })
  return fen
}
function moment(text: string | undefined, line: number, { billDate }: StatementOf): Date {
  const at = chinaTime(text ?? '')
  if (!at) throw new StatementRefused('statement.garbledLine', { line, value: (text ?? '').slice(0, 40) })
  if (!text!.startsWith(billDate)) throw new StatementRefused('statement.otherDay', { line, day: text!.slice(0, 10), billDate })
  return at
}
const ofMerchant = (merchantNo: string, line: number, of: StatementOf) => {
  if (merchantNo !== of.merchantNo) throw new StatementRefused('statement.foreignMerchant', { line, merchantNo, expected: of.merchantNo })
}

/** What a transfer to a person is called in a fund flow: the names of the product over the years. */
const TRANSFER = /转账|企业付款/
/** A number of a flow: the merchant's ten digits, the day, and a serial. Others tell nothing of whose they are. */
const FLOW_NO = /^(1\d{9})(20\d{6})\d{6,}$/

/** Who asked for the movement, where it was the merchant's own program; no other column names the merchant. */
const APPLICANT = /^(\d{8,10})API$/

/** 资金账单: every movement of one account of the merchant. Only transfers are payouts. */
function fundFlow(head: readonly string[], of: StatementOf): StatementReader {
  const at = columnsOf(head)
  const applicant = at['资金变更提交申请人']
  const [time, businessNo, flowNo, name, type, side, sum, voucher] = [
    '记账时间',
    '微信支付业务单号',
    '资金流水单号',
    '业务名称',
    '业务类型',
    '收支类型',
    '收支金额(元)',
    '业务凭证号',
  ].map((column) => at[column]!) as [number, number, number, number, number, number, number, number]
  const seen = { rows: 0, inRows: 0, inFen: 0, outRows: 0, outFen: 0 }
  let summing: 'no' | 'next' | 'done' = 'no'
  return {
    format: 'WECHAT_FUND_FLOW',
    take: (cells, line) => {
      if (summing === 'done') throw new StatementRefused('statement.garbledLine', { line })
      if (summing === 'next') {
        if (cells.length !== 5) throw new StatementRefused('statement.cutOff', { line })
        same(line, 'rows', countOf(cells[0]!), seen.rows)
        same(line, 'rows', countOf(cells[1]!), seen.inRows)
        same(line, '收入金额', fenOf(cells[2]!), seen.inFen)
        same(line, 'rows', countOf(cells[3]!), seen.outRows)
        same(line, '支出金额', fenOf(cells[4]!), seen.outFen)
        summing = 'done'
        return null
      }
      if (cells[0]!.startsWith('资金流水总笔数')) {
        summing = 'next'
        return null
      }
      if (cells.length !== head.length)
        throw new StatementRefused('statement.garbledLine', { line, cells: cells.length, expected: head.length })
      const moved = moment(cells[time], line, of)
      const byFlow = FLOW_NO.exec(cells[flowNo]!)
      if (byFlow && byFlow[2] === of.billDate.replaceAll('-', '')) ofMerchant(byFlow[1]!, line, of)
      const byApplicant = applicant === undefined ? null : APPLICANT.exec(cells[applicant]!)
      if (byApplicant) ofMerchant(byApplicant[1]!, line, of)
      const fen = amount(cells[sum], line)
      const out = cells[side] === '支出'
      if ((!out && cells[side] !== '收入') || fen < 0)
        throw new StatementRefused('statement.garbledLine', { line, value: cells[side]!.slice(0, 40) })
      seen.rows++
      if (out) {
        seen.outRows++
        seen.outFen += fen
      } else {
        seen.inRows++
        seen.inFen += fen
      }
      if (of.kind !== 'PAYOUT' || !(TRANSFER.test(cells[name]!) || TRANSFER.test(cells[type]!))) return { otherFen: out ? -fen : fen }
      return { line: { lineNo: line, outNo: cells[voucher]!, channelNo: cells[businessNo]!, amountFen: out ? fen : -fen, at: moved } }
    },
    end: (line) => {
      if (summing !== 'done') throw new StatementRefused('statement.cutOff', { line })
    },
  }
}

/** 交易账单: payments of customers and their refunds. */
function trade(head: readonly string[], of: StatementOf): StatementReader {
  const at = columnsOf(head)
  const time = at['交易时间']!
  const merchant = at['商户号']!
  const [number, state] = [at['微信订单号']!, at['交易状态']!]
  const [settled, ordered] = [at['应结订单金额'] ?? at['总金额']!, at['订单金额'] ?? at['应结订单金额'] ?? at['总金额']!]
  const [refundNo, refunded, refundState] = [at['微信退款单号'], at['退款金额'], at['退款状态']]
  const seen = { rows: 0, settledFen: 0, refundedFen: 0 }
  let sums: Columns | null = null
  let done = false
  return {
    format: 'WECHAT_TRADE',
    take: (cells, line) => {
      if (done) throw new StatementRefused('statement.garbledLine', { line })
      if (sums) {
        if (cells.length !== Object.keys(sums).length) throw new StatementRefused('statement.cutOff', { line })
        same(line, 'rows', countOf(cells[0]!), seen.rows)
        const settledAt = sums['应结订单总金额'] ?? sums['总交易额']
        if (settledAt !== undefined) same(line, '应结订单总金额', fenOf(cells[settledAt]!), seen.settledFen)
        const refundedAt = sums['退款总金额'] ?? sums['总退款金额']
        if (refundedAt !== undefined) same(line, '退款总金额', fenOf(cells[refundedAt]!), seen.refundedFen)
        done = true
        return null
      }
      if (cells[0]!.startsWith('总交易单数')) {
        sums = columnsOf(cells)
        return null
      }
      if (cells.length !== head.length)
        throw new StatementRefused('statement.garbledLine', { line, cells: cells.length, expected: head.length })
      const moved = moment(cells[time], line, of)
      ofMerchant(cells[merchant]!, line, of)
      const settledFen = amount(cells[settled], line)
      const refundFen = refunded === undefined ? 0 : amount(cells[refunded], line)
      seen.rows++
      seen.settledFen += settledFen
      seen.refundedFen += refundFen
      const refund = cells[state] === 'REFUND' && refundNo !== undefined
      if (refund ? cells[refundState!] === 'FAIL' : cells[state] !== 'SUCCESS') return { otherFen: 0 }
      if (of.kind !== 'COLLECTION') return { otherFen: refund ? -refundFen : amount(cells[ordered], line) }
      const channelNo = cells[refund ? refundNo : number]!
      const amountFen = refund ? -refundFen : amount(cells[ordered], line)
      return { line: { lineNo: line, outNo: channelNo, channelNo, amountFen, at: moved } }
    },
    end: (line) => {
      if (!done) throw new StatementRefused('statement.cutOff', { line })
    },
  }
}

/** What finance makes of any bank's statement. The last line sums up, so that a file which was cut off is seen to be. */
const CSV_COLUMNS = ['时间', '账号', '我方单号', '流水号', '收支', '金额(元)'] as const
/** What stands for the statement of a day on which the channel says that nothing moved. */
export const NOTHING_MOVED = `${CSV_COLUMNS.join(',')}\n合计,0,0.00,0.00\n`
function neutral(head: readonly string[], of: StatementOf): StatementReader {
  const at = columnsOf(head)
  const [time, account, outNo, channelNo, side, sum] = CSV_COLUMNS.map((column) => at[column]!) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const seen = { rows: 0, inFen: 0, outFen: 0 }
  let done = false
  return {
    format: 'CSV',
    take: (cells, line) => {
      if (done) throw new StatementRefused('statement.garbledLine', { line })
      if (cells[0] === '合计') {
        same(line, 'rows', countOf(cells[1] ?? ''), seen.rows)
        same(line, '收入', fenOf(cells[2] ?? ''), seen.inFen)
        same(line, '支出', fenOf(cells[3] ?? ''), seen.outFen)
        done = true
        return null
      }
      if (cells.length !== head.length)
        throw new StatementRefused('statement.garbledLine', { line, cells: cells.length, expected: head.length })
      const moved = moment(cells[time], line, of)
      ofMerchant(cells[account]!, line, of)
      const fen = amount(cells[sum], line)
      const out = cells[side] === '支出'
      if ((!out && cells[side] !== '收入') || fen < 0)
        throw new StatementRefused('statement.garbledLine', { line, value: (cells[side] ?? '').slice(0, 40) })
      seen.rows++
      if (out) seen.outFen += fen
      else seen.inFen += fen
      // Without a number of ours it is no payout and no payment: fees, interest, transfers between own accounts.
      if (cells[outNo] === '') return { otherFen: out ? -fen : fen }
      const amountFen = (of.kind === 'PAYOUT') === out ? fen : -fen
      return { line: { lineNo: line, outNo: cells[outNo]!, channelNo: cells[channelNo]!, amountFen, at: moved } }
    },
    end: (line) => {
      if (!done) throw new StatementRefused('statement.cutOff', { line })
    },
  }
}

const has = (head: readonly string[], columns: readonly string[]) => columns.every((column) => head.includes(column))
/** By the names of its columns. */
export function readerOf(head: readonly string[], of: StatementOf): StatementReader {
  const names = head.map((name) => name.trim())
  if (has(names, ['记账时间', '微信支付业务单号', '资金流水单号', '业务名称', '业务类型', '收支类型', '收支金额(元)', '业务凭证号']))
    return fundFlow(names, of)
  if (has(names, ['交易时间', '商户号', '微信订单号', '交易状态']) && (names.includes('应结订单金额') || names.includes('总金额')))
    return trade(names, of)
  if (has(names, CSV_COLUMNS)) return neutral(names, of)
  throw new StatementRefused('statement.unknownFormat', { line: 1 })
}

/** The values of a line of WeChat's, each of which begins with a back-tick, so that commas within one part nothing; of a head they begin with none. */
export const tickedCells = (line: string): string[] => (line.startsWith('`') ? line.slice(1).split(',`') : line.split(','))
