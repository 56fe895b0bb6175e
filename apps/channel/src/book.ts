import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

export const STATES = ['ACCEPTED', 'PROCESSING', 'WAIT_USER_CONFIRM', 'TRANSFERING', 'SUCCESS', 'FAIL', 'CANCELING', 'CANCELLED'] as const
export type BillState = (typeof STATES)[number]
const FINAL: ReadonlySet<BillState> = new Set(['SUCCESS', 'FAIL', 'CANCELLED'])
export const isFinal = ({ state }: Pick<Bill, 'state'>): boolean => FINAL.has(state)

export interface Bill {
  outBillNo: string
  transferBillNo: string
  openid: string
  /** As it was opened; empty where none was given. */
  userName: string
  amountFen: number
  remark: string
  sceneId: string
  notifyUrl: string | null
  state: BillState
  failReason: string | null
  packageInfo: string
  createdAt: number
  updatedAt: number
  /** The money was taken out of what can be paid with. */
  held: boolean
}
/** What moved on the merchant's account. */
export interface Flow {
  at: number
  flowNo: string
  /** Of the transfer, or of the top-up. */
  businessNo: string
  voucherNo: string
  kind: '商家转账' | '充值'
  direction: '收入' | '支出'
  amountFen: number
  balanceFen: number
  remark: string
}
/** What a customer paid the merchant, or got back of it. */
export interface Trade {
  at: number
  kind: 'SUCCESS' | 'REFUND'
  transactionNo: string
  /** Of a refund; empty of a payment. */
  refundNo: string
  amountFen: number
}
type Entry = { bill: Bill } | { flow: Flow } | { trade: Trade }

/** What the channel knows: every bill, the merchant's account, and what customers paid. Each change is a line of a file, which is read back at the next start. */
export class Book {
  readonly bills = new Map<string, Bill>()
  /** Those that have not come to their end. */
  readonly open = new Set<string>()
  readonly flows: Flow[] = []
  readonly trades: Trade[] = []
  /** Set aside for transfers. */
  heldFen = 0
  readonly #path: string | null
  #last = 0

  constructor(path: string | null) {
    this.#path = path
    if (!path) return
    mkdirSync(dirname(path), { recursive: true })
    if (!existsSync(path)) return
    const text = readFileSync(path, 'utf8')
    // The last line is cut off where the process was killed: it was promised to nobody, and the next begins anew.
    if (text !== '' && !text.endsWith('\n')) appendFileSync(path, '\n')
    for (const line of text.split('\n')) {
      const entry = entryOf(line)
      if (entry && 'bill' in entry) this.#know(entry.bill)
      if (entry && 'flow' in entry) this.flows.push(entry.flow)
      if (entry && 'trade' in entry) this.trades.push(entry.trade)
    }
    // As many numbers as can have been given away.
    this.#last = this.bills.size + 2 * this.flows.length + this.trades.length
  }

  /** On the account, what is held for transfers included. */
  get balanceFen(): number {
    return this.flows.at(-1)?.balanceFen ?? 0
  }
  get availableFen(): number {
    return this.balanceFen - this.heldFen
  }

  number(prefix: string, at: number): string {
    this.#last += 1
    return `${prefix}${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}${String(this.#last).padStart(12, '0')}`
  }
  /** A final state is never left: what was paid stays paid. */
  put(bill: Bill): void {
    const present = this.bills.get(bill.outBillNo)
    if (present && isFinal(present)) throw new Error(`${bill.outBillNo} is ${present.state}`)
    this.#know(bill)
    this.#write({ bill })
  }
  #know(bill: Bill): void {
    const present = this.bills.get(bill.outBillNo)
    this.heldFen += (bill.held ? bill.amountFen : 0) - (present?.held ? present.amountFen : 0)
    this.bills.set(bill.outBillNo, bill)
    if (isFinal(bill)) this.open.delete(bill.outBillNo)
    else this.open.add(bill.outBillNo)
  }
  flow(flow: Omit<Flow, 'balanceFen' | 'flowNo'>): void {
    const balanceFen = this.balanceFen + (flow.direction === '收入' ? flow.amountFen : -flow.amountFen)
    const entry = { ...flow, flowNo: this.number('20', flow.at), balanceFen }
    this.flows.push(entry)
    this.#write({ flow: entry })
  }
  topUp(at: number, amountFen: number): void {
    const businessNo = this.number('50', at)
    this.flow({ at, businessNo, voucherNo: businessNo, kind: '充值', direction: '收入', amountFen, remark: '转账充值' })
  }
  /** A customer pays. */
  collect(at: number, amountFen: number): string {
    const transactionNo = this.number('42000', at)
    this.#trade({ at, kind: 'SUCCESS', transactionNo, refundNo: '', amountFen })
    return transactionNo
  }
  /** They get some of it back; null where they did not pay so much. */
  refund(at: number, transactionNo: string, amountFen: number): string | null {
    const of = this.trades.filter((trade) => trade.transactionNo === transactionNo)
    const leftFen = of.reduce((sum, trade) => sum + (trade.kind === 'SUCCESS' ? trade.amountFen : -trade.amountFen), 0)
    if (!(amountFen > 0) || amountFen > leftFen) return null
    const refundNo = this.number('50300', at)
    this.#trade({ at, kind: 'REFUND', transactionNo, refundNo, amountFen })
    return refundNo
  }
  #trade(trade: Trade): void {
    this.trades.push(trade)
    this.#write({ trade })
  }
  #write(entry: Entry): void {
    if (this.#path) appendFileSync(this.#path, `${JSON.stringify(entry)}\n`)
  }
}

function entryOf(line: string): Entry | null {
  try {
    return JSON.parse(line) as Entry
  } catch {
    return null
  }
}
