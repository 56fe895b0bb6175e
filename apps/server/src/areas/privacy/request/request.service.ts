import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type {
  Corrections,
  privacyRequestCalls,
  PrivacyRequestDetail,
  RequestChannel,
  RequestKind,
} from '@chauffeur/contract/privacy/request'
import { updateCustomer } from '#areas/customer/card'
import { eraseCustomer } from '#areas/customer/merge'
import { lockCustomers } from '#areas/customer/profile'
import { makeFindable } from '#areas/customer/search'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Scope } from '#platform/database/scope'
import type { Fail, WriteContext } from '#platform/http/implement'
import { type customerActor, type OperatorSession, operatorActor } from '#platform/identity/session'
import { gatherJob } from './gather.job.ts'
import { requestView } from './request.list.ts'
import {
  eventsOf,
  findRequest,
  insertRequest,
  lockPerson,
  openRequest,
  personByPhone,
  type RequestDb,
  requestMoves,
} from './request.queries.ts'
import { type Changed, changesOf, dueAt, type RequestAction, actionsOf } from './request.rules.ts'
import { privacyTerms } from './terms.setting.ts'

type Calls = typeof privacyRequestCalls
type WriteContextOf<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]> & { request: { id: string } }
type By = { operator: OperatorSession; scope: Scope }

export const isNothing = (wanted: Corrections | undefined) =>
  wanted === undefined || Object.values(wanted).every((value) => value === undefined)

export async function requestDetail(db: TenantDb, row: RequestDb, by: By): Promise<PrivacyRequestDetail> {
  return {
    ...requestView(row, by),
    wanted: (row.wanted as Corrections | null) ?? null,
    changed: (row.changed as Changed[] | null) ?? [],
    jobId: row.job_id,
    fileUntil: row.file_id && row.file_until && row.file_until > new Date() ? row.file_until.toISOString() : null,
    identityNote: row.identity_note,
    events: (await eventsOf(db, row.privacy_request_id)).map(({ event, at, actor_name, reason }) => ({
      event,
      at: at.toISOString(),
      byName: actor_name,
      reason,
    })),
  }
}
const shown = async (tx: TenantDb, requestId: string, by: By) => requestDetail(tx, (await findRequest(tx, requestId))!, by)

interface Opening {
  tenantId: string
  who: { customerId: string } | { driverId: string }
  kind: RequestKind
  channel: RequestChannel
  words: string
  wanted: Corrections | undefined
  identity: 'SIGNED_IN' | 'CALL_BACK' | 'ID_DOCUMENT' | null
  identityNote: string
  actor: ReturnType<typeof operatorActor> | ReturnType<typeof customerActor>
  requestId: string
}
/** A new request, of which there is one of a kind and person at a time. */
export async function openFor(tx: TenantTx, opening: Opening, waiting: (row: RequestDb) => Promise<never>): Promise<RequestDb> {
  const { tenantId, who, kind, actor } = opening
  await lockPerson(tx, `${tenantId}/${JSON.stringify(who)}`)
  const other = await openRequest(tx, who, kind)
  if (other) return waiting(other)
  const { deadlineDays } = await privacyTerms.contentFor(tx, null)
  const now = new Date()
  const made = await insertRequest(tx, {
    tenant_id: tenantId,
    kind,
    channel: opening.channel,
    customer_id: 'customerId' in who ? who.customerId : null,
    driver_id: 'driverId' in who ? who.driverId : null,
    words: opening.words,
    wanted: opening.wanted && kind === 'CORRECT' ? JSON.stringify(opening.wanted) : null,
    identity: opening.identity,
    identity_note: opening.identityNote,
    opened_at: now,
    due_at: dueAt(now, deadlineDays),
    opened_by: actor.type === 'OPERATOR' ? actor.id : null,
    opened_by_name: actor.name,
  })
  await requestMoves.record(tx, made, 'open', null, {
    actor,
    requestId: opening.requestId,
  })
  return (await findRequest(tx, made.privacy_request_id))!
}

export async function openByOperator(input: ParsedInputOf<Calls['open']>, context: WriteContextOf<'open'>): Promise<PrivacyRequestDetail> {
  const { tx, operator, request, audit, fail } = context
  const { personKind, kind, wanted } = input
  if (personKind === 'DRIVER' && kind !== 'ACCESS') return fail('privacyRequest.driverAccessOnly')
  if (kind === 'CORRECT' && isNothing(wanted)) return fail('privacyRequest.nothingAsked')
  const person = (await personByPhone(tx, personKind, input.phone)) ?? fail('privacyRequest.nobody')
  const opening: Opening = {
    tenantId: operator.tenantId,
    who: personKind === 'DRIVER' ? { driverId: person.id } : { customerId: person.id },
    kind,
    channel: input.channel,
    words: input.words,
    wanted,
    identity: input.identity ?? null,
    identityNote: input.identityNote ?? '',
    actor: operatorActor(operator),
    requestId: request.id,
  }
  const row = await openFor(tx, opening, async (other) => fail('privacyRequest.waiting', { current: requestView(other, context) }))
  audit({ object: 'privacyRequest', objectId: row.privacy_request_id, after: { kind, channel: input.channel, personKind } })
  return requestDetail(tx, row, context)
}

type Worked = 'privacyRequest.notFound' | 'privacyRequest.versionConflict' | 'privacyRequest.wrongState'
/** A request under its row lock, as it was seen, of which this can be done now. */
async function toWork(
  context: { tx: TenantTx; fail: unknown } & By,
  { requestId, version }: { requestId: string; version: number },
  action: RequestAction,
) {
  const { tx } = context
  const fail = context.fail as Fail<Worked | 'privacyRequest.notProved' | 'privacyRequest.wrongKind'>
  const locked = (await requestMoves.lock(tx, requestId)) ?? fail('privacyRequest.notFound')
  const row = (await findRequest(tx, requestId)) ?? fail('privacyRequest.notFound')
  if (row.version !== version) return fail('privacyRequest.versionConflict', { current: requestView(row, context) })
  const of = { kind: row.kind, state: row.state, identified: row.identity !== null, gathered: row.file_id !== null }
  if (!actionsOf(of).includes(action)) {
    if (row.state !== 'IN_PROGRESS') return fail('privacyRequest.wrongState')
    return fail(of.identified ? 'privacyRequest.wrongKind' : 'privacyRequest.notProved')
  }
  return { row, locked }
}
type Step = { requestId: string; version: number }

/** Closes a request: what was done stands in `closing`. */
async function close(
  context: WriteContextOf<'withdraw'>,
  locked: Awaited<ReturnType<typeof toWork>>['locked'],
  event: 'finish' | 'refuse' | 'withdraw',
  closing: string,
  set: { changed?: string } = {},
) {
  const { tx, operator, request, audit, fail } = context
  const move = { event, actor: operatorActor(operator), reason: closing, requestId: request.id }
  const moved = await requestMoves.move(tx, locked, {
    ...move,
    set: { closed_at: new Date(), closing, handler_id: operator.userId, handler_name: operator.realName, ...set },
  })
  if (!moved) return fail('privacyRequest.wrongState')
  audit({ object: 'privacyRequest', objectId: locked.privacy_request_id, before: { state: locked.state }, after: { state: moved.state } })
  return shown(tx, locked.privacy_request_id, context)
}

export async function takeRequest(input: Step, context: WriteContextOf<'take'>) {
  const { tx, operator, request, audit, fail } = context
  const { locked } = await toWork(context, input, 'take')
  const set = { handler_id: operator.userId, handler_name: operator.realName }
  const moved = await requestMoves.move(tx, locked, { event: 'take', actor: operatorActor(operator), requestId: request.id, set })
  if (!moved) return fail('privacyRequest.wrongState')
  audit({ object: 'privacyRequest', objectId: input.requestId, before: { state: locked.state }, after: { state: moved.state } })
  return shown(tx, input.requestId, context)
}

export async function identifyRequester(input: ParsedInputOf<Calls['identify']>, context: WriteContextOf<'identify'>) {
  const { tx, operator, request, audit } = context
  const { locked } = await toWork(context, input, 'identify')
  const set = { identity: input.identity, identity_note: input.identityNote ?? '' }
  await requestMoves.note(tx, locked, { event: 'identify', set, actor: operatorActor(operator), requestId: request.id })
  audit({ object: 'privacyRequest', objectId: input.requestId, after: { identity: input.identity } })
  return shown(tx, input.requestId, context)
}

export async function gatherData(input: Step, context: WriteContextOf<'gather'>) {
  const { tx, operator, request, platform, audit } = context
  const { locked } = await toWork(context, input, 'gather')
  const jobId = await platform.jobs.ask(tx, gatherJob, {
    operator,
    tenantId: operator.tenantId,
    title: { zh: '生成个人信息文件', en: 'Make the file of what is held of a person' },
    input: { requestId: input.requestId },
  })
  const actor = operatorActor(operator)
  await requestMoves.note(tx, locked, {
    event: 'gather',
    set: { job_id: jobId, file_id: null, file_until: null },
    actor,
    requestId: request.id,
  })
  audit({ object: 'privacyRequest', objectId: input.requestId, after: { jobId } })
  return shown(tx, input.requestId, context)
}

export async function correctByRequest(input: ParsedInputOf<Calls['correct']>, context: WriteContextOf<'correct'>) {
  const { tx, operator, audit, fail } = context
  const { row, locked } = await toWork(context, input, 'correct')
  const [customer] = await lockCustomers(tx, [row.owner_id!])
  if (!customer) return fail('customer.notFound')
  const changed = changesOf(customer, input.wanted)
  if (changed.length === 0) return fail('privacyRequest.nothingAsked')
  const { name, gender, birthday, plateNos } = input.wanted
  const saved = await updateCustomer(
    tx,
    { phone: customer.phone, version: customer.version, by: operator.userId },
    { name, gender, birthday, plateNos },
  )
  if (!saved) return fail('customer.notFound')
  await makeFindable(tx, [saved.customer_id])
  audit({
    object: 'customer',
    objectId: saved.customer_id,
    before: Object.fromEntries(changed.map(({ field, before }) => [field, before])),
    after: Object.fromEntries(changed.map(({ field, after }) => [field, after])),
  })
  return close(context, locked, 'finish', input.note ?? '', { changed: JSON.stringify(changed) })
}

/** The person goes, and what is left of the request says that it was done, when and by whom. */
export async function eraseByRequest(input: Step, context: WriteContextOf<'erase'>) {
  const { tx, fail } = context
  const { row, locked } = await toWork(context, input, 'erase')
  const [customer] = await lockCustomers(tx, [row.owner_id!])
  if (!customer) return fail('customer.notFound')
  await eraseCustomer({ customerId: customer.customer_id, version: customer.version, reason: `#${input.requestId}` }, context)
  return close(context, locked, 'finish', '')
}

export async function finishRequest(input: ParsedInputOf<Calls['finish']>, context: WriteContextOf<'finish'>) {
  const { locked } = await toWork(context, input, 'finish')
  return close(context, locked, 'finish', input.note)
}
export async function endRequest(input: Step & { reason: string }, event: 'refuse' | 'withdraw', context: WriteContextOf<'withdraw'>) {
  const { locked } = await toWork(context, input, event)
  return close(context, locked, event, input.reason)
}
