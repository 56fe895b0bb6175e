import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Channel } from './channel.ts'
import { ANSWERS, FAIL_REASONS, type FaultRule, NOTICES } from './faults.ts'
import { dayOf, STATEMENT_FAULTS, type StatementFault } from './statement.ts'

/**
 * What no real channel has: endpoints by which a test or a demo plays the user, the clock and the weather. They carry no signature and are served
 * to this machine alone; a page in a browser cannot send what is asked for here.
 */
export function control(channel: Channel, request: IncomingMessage, response: ServerResponse, path: string, body: string): void {
  const say = (status: number, value: object) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  const from = request.socket.remoteAddress ?? ''
  if (!/^(::ffff:)?127\.|^::1$/.test(from) || request.headers.origin !== undefined) return say(403, { error: 'for this machine alone' })
  const done = (at: object = {}) => say(200, { done: true, ...at })
  let given: Record<string, unknown>
  try {
    given = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
  } catch {
    return say(400, { error: 'no JSON' })
  }
  const { book, faults, transfers, notices } = channel
  const [, , what = '', outBillNo = ''] = path.split('/')
  switch (`${request.method} ${what}`) {
    case 'GET book':
      return say(200, {
        today: dayOf(channel.now()),
        balanceFen: book.balanceFen,
        heldFen: book.heldFen,
        bills: [...book.bills.values()],
        flows: book.flows,
        trades: book.trades,
        notices: notices.sent,
      })
    case 'GET faults':
      return say(200, {
        rules: faults.rules,
        standard: faults.standard,
        byAmount: faults.byAmount,
        answers: ANSWERS,
        failReasons: FAIL_REASONS,
        notices: NOTICES,
        statements: STATEMENT_FAULTS,
      })
    // The rules as they are from now on; the first that fits an order holds for it.
    case 'PUT faults':
      faults.rules = Array.isArray(given.rules) ? (given.rules as FaultRule[]) : faults.rules
      if (typeof given.byAmount === 'boolean') faults.byAmount = given.byAmount
      if (given.standard) faults.standard = given.standard
      return done()
    case 'POST confirm':
      return transfers.confirm(outBillNo) ? done() : say(409, { error: 'nothing to confirm' })
    case 'POST clock':
      channel.aheadMs = Number(given.aheadMs) || 0
      transfers.tickAll()
      return done({ today: dayOf(channel.now()) })
    case 'POST balance':
      book.topUp(channel.now(), Number(given.addFen) || 0)
      transfers.tickAll()
      return done({ balanceFen: book.balanceFen })
    // The merchant pays somebody in its own console: the program that sends orders knows nothing of it.
    case 'POST spend': {
      const at = channel.now()
      const voucherNo = book.number('C', at)
      const amountFen = Number(given.amountFen) || 0
      book.flow({
        at,
        businessNo: book.number('13300', at),
        voucherNo,
        kind: '商家转账',
        direction: '支出',
        amountFen,
        remark: '商户平台转账',
      })
      return done({ voucherNo })
    }
    case 'POST collect':
      return done({ transactionNo: book.collect(channel.now(), Number(given.amountFen) || 0) })
    case 'POST refund': {
      const refundNo = book.refund(channel.now(), String(given.transactionNo), Number(given.amountFen))
      return refundNo ? done({ refundNo }) : say(409, { error: 'not so much was paid under this number' })
    }
    case 'PUT statement': {
      const { day, fault } = given as { day: string; fault: StatementFault | null }
      if (fault) channel.statementFaults.set(day, fault)
      else channel.statementFaults.delete(day)
      return done()
    }
    default:
      return say(404, { error: 'no such control' })
  }
}
