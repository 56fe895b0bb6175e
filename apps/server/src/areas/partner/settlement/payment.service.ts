import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { partnerPaymentCalls } from '@chauffeur/contract/partner/payment'
import type { partnerStatementCalls } from '@chauffeur/contract/partner/statement'
import { entryOf, mirrored, mustBePosted, post } from '#areas/finance/ledger'
import type { TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import type { WriteContext } from '#platform/http/implement'
import { operatorActor, type OperatorSession } from '#platform/identity/session'
import { dayInChina } from '#platform/values/local-clock'
import {
  insertPayment,
  lockPayment,
  markTakenBack,
  type NewPayment,
  shownByBank,
  statementIdOf,
  statementsOfPayment,
} from './payment.queries.ts'
import { receivedLines, refundedLines } from './posting.rules.ts'
import { findStatement, type StatementRow, statementMoves } from './statement.queries.ts'
import { leftFen } from './statement.rules.ts'
import { seesStatements } from './statement.service.ts'

type Calls = typeof partnerPaymentCalls & Pick<typeof partnerStatementCalls, 'pay'>
type WriteContextOf<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]> & { request: { id: string } }
type Acting = { tx: TenantTx; operator: OperatorSession; request: { id: string } }

/** Two statements are locked in one order, whoever asks. */
async function lockStatements(tx: TenantTx, ids: readonly (string | null | undefined)[]): Promise<Map<string, StatementRow>> {
  const rows = new Map<string, StatementRow>()
  for (const id of [...new Set(ids.filter((one) => one !== null && one !== undefined))].toSorted((a, b) => Number(BigInt(a) - BigInt(b)))) {
    const row = await statementMoves.lock(tx, id)
    if (row) rows.set(id, row)
  }
  return rows
}

/** What of a statement is paid from now on, as an event of it. */
const paid = ({ tx, operator, request }: Acting, row: StatementRow, event: string, changeFen: number, reason: string) =>
  statementMoves.note(tx, row, {
    event,
    actor: operatorActor(operator),
    requestId: request.id,
    reason,
    set: { paid_fen: Number(row.paid_fen) + changeFen },
  })

/** A payment and its entry; undefined where the reference is taken. */
async function entered({ tx, operator }: Acting, of: Omit<NewPayment, 'tenantId' | 'by'>): Promise<string | undefined> {
  const { tenantId } = operator
  const paymentId = await insertPayment(tx, { ...of, tenantId, by: operator })
  if (paymentId === undefined || of.kind === 'OFFSET') return paymentId
  const entry = { tenantId, businessType: 'PARTNER_PAYMENT', businessId: paymentId, step: of.kind, actor: operatorActor(operator) }
  const lines = of.kind === 'RECEIVED' ? receivedLines : refundedLines
  const posted = await post(tx, { ...entry, memo: of.reference }, lines(of.statement.channel_id, of.amountFen))
  mustBePosted(posted, `Payment ${of.reference}`)
  return paymentId
}

/** What the partner paid to the bank, in one transaction with its entry. */
export async function enterPayment(input: ParsedInputOf<Calls['pay']>, context: WriteContextOf<'pay'>): Promise<void> {
  const { tx, scope, audit, fail } = context
  const { partnerStatementId, amountFen, reference } = input
  if (!seesStatements(scope) || !(await findStatement(tx, partnerStatementId))) return fail('partnerStatement.notFound')
  if (input.paidOn > dayInChina(new Date())) return fail('partnerPayment.dayAhead')
  const statement = (await statementMoves.lock(tx, partnerStatementId)) ?? fail('partnerStatement.notFound')
  if (statement.state !== 'FINAL') return fail('partnerStatement.wrongState')
  if (amountFen > leftFen(statement)) return fail('partnerStatement.tooMuch')
  const payment = { statement, kind: 'RECEIVED', amountFen, reference, remark: input.remark ?? '', paidOn: input.paidOn } as const
  if ((await entered(context, payment)) === undefined) return fail('partnerStatement.referenceTaken')
  const now = await paid(context, statement, 'pay', amountFen, reference)
  audit({ object: 'partnerStatement', objectId: partnerStatementId, after: { paidFen: Number(now.paid_fen), amountFen, reference } })
}

/** A month below zero was paid back from the bank. */
export async function refundCredit(input: ParsedInputOf<Calls['refund']>, context: WriteContextOf<'refund'>): Promise<void> {
  const { tx, scope, audit, fail } = context
  const { partnerStatementId, amountFen, reference } = input
  if (!seesStatements(scope) || !(await findStatement(tx, partnerStatementId))) return fail('partnerStatement.notFound')
  if (input.paidOn > dayInChina(new Date())) return fail('partnerPayment.dayAhead')
  const statement = (await statementMoves.lock(tx, partnerStatementId)) ?? fail('partnerStatement.notFound')
  if (statement.state !== 'FINAL' || leftFen(statement) >= 0) return fail('partnerPayment.noCredit')
  if (amountFen > -leftFen(statement)) return fail('partnerPayment.tooMuch')
  const payment = { statement, kind: 'REFUNDED', amountFen, reference, remark: input.remark ?? '', paidOn: input.paidOn } as const
  if ((await entered(context, payment)) === undefined) return fail('partnerStatement.referenceTaken')
  await paid(context, statement, 'refund', -amountFen, reference)
  audit({ object: 'partnerStatement', objectId: partnerStatementId, after: { refundedFen: amountFen, reference } })
}

/** A month below zero pays for one above it of the same partner, as far as both go. The books know one claim on a partner: nothing is posted. */
export async function offsetCredit(input: ParsedInputOf<Calls['offset']>, context: WriteContextOf<'offset'>): Promise<void> {
  const { tx, scope, audit, fail } = context
  const { partnerStatementId: fromId } = input
  if (!seesStatements(scope) || !(await findStatement(tx, fromId))) return fail('partnerStatement.notFound')
  const toId = (await statementIdOf(tx, input.toStatementNo)) ?? fail('partnerPayment.targetUnknown')
  const rows = await lockStatements(tx, [fromId, toId])
  const [from, to] = [rows.get(fromId)!, rows.get(toId)!]
  if (from.state !== 'FINAL' || leftFen(from) >= 0) return fail('partnerPayment.noCredit')
  if (to.channel_id !== from.channel_id || leftFen(to) <= 0) return fail('partnerPayment.targetUnknown')
  const amountFen = Math.min(-leftFen(from), leftFen(to))
  const paidOn = dayInChina(new Date())
  const payment = { statement: to, kind: 'OFFSET', fromStatementId: fromId, amountFen, reference: '', remark: '', paidOn } as const
  await entered(context, payment)
  await paid(context, from, 'offset', -amountFen, to.statement_no)
  await paid(context, to, 'offset', amountFen, from.statement_no)
  audit({ object: 'partnerStatement', objectId: fromId, after: { offsetFen: amountFen, toStatementNo: to.statement_no } })
}

/**
 * Takes a payment back that was entered by mistake, by another person than who entered it; gives the statement it stood on. Money that the bank's
 * statement shows did come: it can only go to the statement that it is of, in the same transaction.
 */
export async function takePaymentBack(input: ParsedInputOf<Calls['takeBack']>, context: WriteContextOf<'takeBack'>): Promise<string> {
  const { tx, operator, scope, audit, fail } = context
  const of = seesStatements(scope) ? await statementsOfPayment(tx, input.partnerPaymentId) : undefined
  if (!of) return fail('partnerPayment.notFound')
  const { toStatementNo, reason } = input
  const toId = toStatementNo && ((await statementIdOf(tx, toStatementNo)) ?? fail('partnerPayment.targetUnknown'))
  const rows = await lockStatements(tx, [of.partner_statement_id, of.from_statement_id, toId])
  const payment = (await lockPayment(tx, input.partnerPaymentId)) ?? fail('partnerPayment.notFound')
  if (payment.reversed_at !== null) return fail('partnerPayment.takenBack')
  if (payment.created_by === operator.userId) return fail('partnerPayment.sameEnterer')
  const amountFen = Number(payment.amount_fen)
  const statement = rows.get(payment.partner_statement_id)!
  const target = toId && toId !== statement.partner_statement_id ? rows.get(toId)! : undefined
  if (toId && (!target || payment.kind !== 'RECEIVED')) return fail('partnerPayment.targetUnknown')
  if (target && leftFen(target) < amountFen) return fail('partnerPayment.targetFull')
  if (!target && (await shownByBank(whole(tx), payment.partner_payment_id))) return fail('partnerPayment.atBank')
  await markTakenBack(tx, payment.partner_payment_id, operator, reason)
  await postBack(context, payment)
  await paid(context, statement, 'takeBack', payment.kind === 'REFUNDED' ? amountFen : -amountFen, reason)
  if (payment.from_statement_id) await paid(context, rows.get(payment.from_statement_id)!, 'takeBack', amountFen, reason)
  if (target) {
    const { reference, remark, day: paidOn } = payment
    await entered(context, { statement: target, kind: 'RECEIVED', amountFen, reference, remark, paidOn })
    await paid(context, target, 'pay', amountFen, reference)
  }
  const { kind, reference } = payment
  audit({
    object: 'partnerStatement',
    objectId: statement.partner_statement_id,
    before: { kind, amountFen, reference },
    after: { note: reason, ...(target && { toStatementNo: target.statement_no }) },
  })
  return statement.partner_statement_id
}

/** The mirror of what the payment posted; setting off posted nothing. */
async function postBack(
  { tx, operator }: Acting,
  payment: { partner_payment_id: string; kind: NewPayment['kind']; channel_id: string; amount_fen: string; reference: string },
): Promise<void> {
  const { partner_payment_id, kind, channel_id, reference } = payment
  if (kind === 'OFFSET') return
  const business = { tenantId: operator.tenantId, businessType: 'PARTNER_PAYMENT', businessId: partner_payment_id }
  const reversalOf = await entryOf(whole(tx), { ...business, step: kind })
  if (reversalOf === undefined) throw new Error(`Payment ${partner_payment_id} was never posted.`)
  const lines = (kind === 'RECEIVED' ? receivedLines : refundedLines)(channel_id, Number(payment.amount_fen))
  const entry = { ...business, step: 'REVERSED', actor: operatorActor(operator), memo: reference, reversalOf }
  mustBePosted(await post(tx, entry, mirrored(lines)), `Payment ${reference} taken back`)
}
