import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { partnerStatementCalls } from '@chauffeur/contract/partner/statement'
import { mustBePosted, post } from '#areas/finance/ledger'
import { findChannel } from '../channel/index.ts'
import type { TenantTx } from '#platform/database/db'
import { seesEveryCity, type Scope } from '#platform/database/scope'
import type { WriteContext } from '#platform/http/implement'
import { operatorActor } from '#platform/identity/session'
import type { Actor } from '#platform/machine/moves'
import { finalLines } from './posting.rules.ts'
import { insertCorrection, insertLines } from './reckoning.queries.ts'
import {
  dropLines,
  findStatement,
  hasStatement,
  insertStatement,
  lockLine,
  lockReckoning,
  type StatementRow,
  setLine,
  statementMoves,
} from './statement.queries.ts'
import { agreedOf, boundsOf, mayDispute, monthBefore, type StatementEvent } from './statement.rules.ts'

type Calls = typeof partnerStatementCalls
type WriteContextOf<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]> & { request: { id: string } }
type StatementActor = Actor<'OPERATOR' | 'TIMER'>

/** A statement is of the whole business: of ours whoever sees every city, of the partner's whoever is of that channel. */
export const seesStatements = (scope: Scope): boolean => (scope.channel === '*' ? seesEveryCity(scope) : scope.channel !== 'none')

/** The statement of a month that is over; null where nothing is owed and nothing waits. */
export async function makeStatement(
  tx: TenantTx,
  of: { tenantId: string; channelId: string; month: string },
  actor: StatementActor,
  requestId = '',
): Promise<string | null> {
  await lockReckoning(tx, of.channelId)
  const made = await insertStatement(tx, of)
  if (!made) return null
  await statementMoves.record(tx, made, 'make', null, { actor, requestId })
  await insertLines(tx, { statementId: made.partner_statement_id, channelId: of.channelId, ...boundsOf(of.month) })
  const reckoned = (await statementMoves.lock(tx, made.partner_statement_id))!
  return reckoned.line_count > 0 || reckoned.waiting_count > 0 ? made.partner_statement_id : null
}

export async function makeByHand(input: ParsedInputOf<Calls['make']>, context: WriteContextOf<'make'>, now: Date): Promise<string> {
  const { tx, operator, scope, request, audit, fail } = context
  if (!seesStatements(scope)) return fail('partnerStatement.notFound')
  if (input.month > monthBefore(now)) return fail('partnerStatement.monthNotOver')
  if (!(await findChannel(tx, input.channelId))) return fail('partnerStatement.channelUnknown')
  if (await hasStatement(tx, input.channelId, input.month)) return fail('partnerStatement.exists')
  const made = await makeStatement(tx, { tenantId: operator.tenantId, ...input }, operatorActor(operator), request.id)
  // What was begun for nothing is taken back with the refusal.
  if (made === null) return fail('partnerStatement.nothing')
  audit({ object: 'partnerStatement', objectId: made, after: input })
  return made
}

/** A statement under its row lock, as whoever does something to it saw it. */
async function toChange(
  context: Pick<WriteContextOf<'send'>, 'tx' | 'scope' | 'fail'>,
  { partnerStatementId, version }: { partnerStatementId: string; version?: number },
): Promise<StatementRow> {
  const { tx, scope, fail } = context
  if (!seesStatements(scope) || !(await findStatement(tx, partnerStatementId))) return fail('partnerStatement.notFound')
  const row = (await statementMoves.lock(tx, partnerStatementId)) ?? fail('partnerStatement.notFound')
  return version === undefined || row.version === version ? row : fail('partnerStatement.versionConflict')
}

async function move(
  context: WriteContextOf<'send'>,
  row: StatementRow,
  event: StatementEvent,
  set: Parameters<typeof statementMoves.move>[2]['set'],
  reason = '',
): Promise<StatementRow> {
  const { tx, operator, request, audit, fail } = context
  const detail = { actor: operatorActor(operator), requestId: request.id, reason }
  const moved = (await statementMoves.move(tx, row, { event, ...detail, set })) ?? fail('partnerStatement.wrongState')
  audit({
    object: 'partnerStatement',
    objectId: row.partner_statement_id,
    before: { state: row.state },
    after: { statementNo: row.statement_no, state: moved.state, totalFen: Number(moved.total_fen), ...(reason && { note: reason }) },
  })
  return moved
}

/** A draft by what the audit says now. */
export async function reckonAgain(input: ParsedInputOf<Calls['reckon']>, context: WriteContextOf<'reckon'>): Promise<void> {
  const { tx, operator, request, audit, fail } = context
  const seen = await toChange(context, input)
  if (seen.state !== 'DRAFT') return fail('partnerStatement.wrongState')
  await lockReckoning(tx, seen.channel_id)
  const statementId = seen.partner_statement_id
  await dropLines(tx, statementId)
  const found = (await findStatement(tx, statementId))!
  await insertLines(tx, { statementId, channelId: seen.channel_id, ...boundsOf(found.month_words) })
  const row = (await statementMoves.lock(tx, statementId))!
  await statementMoves.note(tx, row, { event: 'reckon', actor: operatorActor(operator), requestId: request.id, set: {} })
  audit({
    object: 'partnerStatement',
    objectId: statementId,
    before: { totalFen: Number(seen.total_fen) },
    after: { totalFen: Number(row.total_fen) },
  })
}

export async function sendStatement(input: ParsedInputOf<Calls['send']>, context: WriteContextOf<'send'>): Promise<void> {
  const { userId, realName } = context.operator
  await move(context, await toChange(context, input), 'send', { sent_by: userId, sent_by_name: realName, sent_at: new Date() })
}

/** By an account of the partner's, or as somebody of ours enters it with how they said so. */
export async function confirmStatement(input: ParsedInputOf<Calls['confirm']>, context: WriteContextOf<'confirm'>): Promise<void> {
  const { operator, scope, fail } = context
  const row = await toChange(context as WriteContextOf<'send'>, input)
  const byHand = scope.channel === '*'
  const note = input.note ?? ''
  if (byHand && note === '') return fail('partnerStatement.noteMissing')
  if (row.open_count > 0) return fail('partnerStatement.disputesOpen')
  const set = {
    confirmed_by: operator.userId,
    confirmed_by_name: operator.realName,
    confirmed_at: new Date(),
    confirmed_way: byHand ? 'HAND' : 'PARTNER',
    confirm_note: note,
  } as const
  await move(context as WriteContextOf<'send'>, row, 'confirm', set, note)
}

export async function disputeLine(input: ParsedInputOf<Calls['dispute']>, context: WriteContextOf<'dispute'>): Promise<void> {
  const { tx, operator, scope, request, audit, fail } = context
  const row = await toChange(context as unknown as WriteContextOf<'send'>, { partnerStatementId: input.partnerStatementId })
  if (row.state !== 'SENT') return fail('partnerStatement.wrongState')
  const line = (await lockLine(tx, row.partner_statement_id, input.lineNo)) ?? fail('partnerStatement.lineUnknown')
  const { state } = row
  if (!mayDispute(state, { kind: line.kind, dispute: line.dispute, amountFen: line.amount_fen }))
    return fail('partnerStatement.notDisputable')
  await setLine(tx, row.partner_statement_id, input.lineNo, {
    dispute: 'OPEN',
    dispute_reason: input.reason,
    dispute_words: input.words,
    disputed_by: operator.userId,
    disputed_by_name: operator.realName,
    disputed_way: scope.channel === '*' ? 'HAND' : 'PARTNER',
    disputed_at: new Date(),
  })
  const detail = { actor: operatorActor(operator), requestId: request.id, reason: `${line.order_no} ${input.words}` }
  await statementMoves.note(tx, row, { event: 'dispute', ...detail, set: { open_count: row.open_count + 1 } })
  audit({
    object: 'partnerStatement',
    objectId: row.partner_statement_id,
    after: { orderNo: line.order_no, reason: input.reason, words: input.words },
  })
}

/** Somebody else than who entered the dispute decides it; what changes of the amount is a correction in the same statement. */
export async function decideDispute(input: ParsedInputOf<Calls['decide']>, context: WriteContextOf<'decide'>): Promise<void> {
  const { tx, operator, request, audit, fail } = context
  const seen = await toChange(context as unknown as WriteContextOf<'send'>, { partnerStatementId: input.partnerStatementId })
  if (seen.state !== 'SENT') return fail('partnerStatement.wrongState')
  await lockReckoning(tx, seen.channel_id)
  const statementId = seen.partner_statement_id
  const line = (await lockLine(tx, statementId, input.lineNo)) ?? fail('partnerStatement.lineUnknown')
  if (line.dispute !== 'OPEN') return fail('partnerStatement.notDisputed')
  if (line.disputed_by === operator.userId) return fail('partnerStatement.sameDisputer')
  const agreedFen = agreedOf(input.decision, line.amount_fen, input.agreedFen) ?? fail('partnerStatement.agreedWrong')
  await setLine(tx, statementId, input.lineNo, {
    dispute: input.decision,
    agreed_fen: agreedFen,
    decided_by: operator.userId,
    decided_by_name: operator.realName,
    decided_at: new Date(),
    decide_words: input.words,
  })
  await insertCorrection(tx, { statementId, channelId: seen.channel_id, orderId: line.order_id })
  const row = (await statementMoves.lock(tx, statementId))!
  const detail = { actor: operatorActor(operator), requestId: request.id, reason: `${line.order_no} ${input.words}` }
  await statementMoves.note(tx, row, { event: 'decide', ...detail, set: { open_count: row.open_count - 1 } })
  audit({
    object: 'partnerStatement',
    objectId: statementId,
    before: { orderNo: line.order_no, fen: line.amount_fen },
    after: { decision: input.decision, fen: agreedFen, words: input.words },
  })
}

/** Two people stand behind what a partner is asked to pay: who confirmed for the partner does not make it final. */
export async function finalizeStatement(input: ParsedInputOf<Calls['finalize']>, context: WriteContextOf<'finalize'>): Promise<void> {
  const { tx, operator, fail } = context
  const row = await toChange(context as WriteContextOf<'send'>, input)
  if (row.confirmed_way === 'HAND' && row.confirmed_by === operator.userId) return fail('partnerStatement.sameConfirmer')
  const set = { final_by: operator.userId, final_by_name: operator.realName, final_at: new Date() }
  const done = await move(context as WriteContextOf<'send'>, row, 'finalize', set)
  const posting = finalLines(row.channel_id, { totalFen: Number(done.total_fen), coveredFen: Number(done.covered_fen) })
  if (posting.length === 0) return
  const business = { tenantId: operator.tenantId, businessType: 'PARTNER_STATEMENT', businessId: row.partner_statement_id }
  const posted = await post(tx, { ...business, step: 'FINAL', actor: operatorActor(operator), memo: row.statement_no }, posting)
  mustBePosted(posted, `Statement ${row.statement_no}`)
}
