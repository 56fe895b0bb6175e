import {
  type BroadcastCarrier,
  type BroadcastCount,
  type BroadcastEvent,
  type BroadcastRow,
  cannotSend,
} from '@chauffeur/contract/message/broadcast-model'
import type { broadcastCalls } from '@chauffeur/contract/message/broadcast'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { notifyWhoMay } from '#areas/operations/notice'
import type { TenantDb, TenantTx, WholeDb } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import type { Fail, Platform, WriteContext } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import { operatorActor, type OperatorSession } from '#platform/identity/session'
import type { Scope } from '#platform/database/scope'
import { audienceOf, type Counted, type Text } from './audience.service.ts'
import type { Wanted } from './audience.queries.ts'
import { broadcastView, mayTell } from './broadcast.list.ts'
import {
  type BroadcastDb,
  broadcastMoves,
  brandOf,
  eventsOf,
  findBroadcast,
  groupsAmong,
  insertBroadcast,
  leftOutOf,
  serviceNames,
} from './broadcast.queries.ts'
import { broadcastFaults, codeFaults } from './broadcast.rules.ts'

type Calls = typeof broadcastCalls
export type ContextOf<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]> & { request: { id: string; english: boolean } }
type By = { operator: OperatorSession; scope: Scope }
/** What every change of one that is there may be refused for. */
type Changing = ContextOf<'withdraw'>

/** What the operation log keeps of it. */
const audited = ({ name, whom, sign, body, refuse_by, codes, city_ids, audience, send_at, state }: BroadcastDb) => ({
  name,
  whom,
  sign,
  body,
  refuseBy: refuse_by,
  codes,
  cityIds: city_ids,
  audience,
  sendAt: send_at?.toISOString() ?? null,
  state,
})
export const wantedOf = (row: BroadcastDb): Wanted => ({ whom: row.whom, cityIds: row.city_ids, audience: row.audience })
export const textOf = (row: BroadcastDb): Text => ({ sign: row.sign || row.brand_name, body: row.body, refuseBy: row.refuse_by })

export async function shownBroadcast(db: TenantDb, broadcastId: string, by: By) {
  const row = await findBroadcast(db, broadcastId)
  if (!row) return undefined
  const [events, leftOutBy] = await Promise.all([eventsOf(db, broadcastId), leftOutOf(db, broadcastId)])
  return {
    ...broadcastView(row, by),
    events: events.map(({ event, actor_name, reason, at }) => ({ event, byName: actor_name, reason, at: at.toISOString() })),
    leftOutBy,
  }
}
export const viewNow = async (tx: TenantTx, broadcastId: string, by: By): Promise<BroadcastRow> =>
  broadcastView((await findBroadcast(tx, broadcastId))!, by)

/** By whom broadcasts can be sent, in their order. */
export async function carriersOf({ sms }: Pick<Platform, 'sms'>, { tenantId }: OperatorSession, db: TenantDb): Promise<BroadcastCarrier[]> {
  const [services, names] = await Promise.all([sms.of(tenantId), serviceNames(db)])
  return services.map(({ serviceId, provider, transport, enabled }) => ({
    smsServiceId: serviceId,
    provider,
    name: names.get(serviceId ?? '') ?? '',
    enabled,
    needsCode: transport.needsTemplate,
  }))
}

/** Refuses what no provider that is enabled could ever send: its codes are not changed once it is submitted. */
export async function needCarrier(
  { codes }: Pick<BroadcastDb, 'codes'>,
  { platform, operator, tx, fail }: Pick<ContextOf<'submit'>, 'platform' | 'operator' | 'tx'> & { fail: Fail<'broadcast.noCode'> },
): Promise<void> {
  if (cannotSend(await carriersOf(platform, operator, tx), codes).nobody) return fail('broadcast.noCode')
}

interface Looking {
  platform: Platform
  operator: OperatorSession
}
/** Who would get it, for a number that stands on paper. */
export const plainCount = ({ some: _some, ...count }: Counted): BroadcastCount => count
export const counting = async (
  own: TenantDb,
  everything: WholeDb,
  { platform, operator }: Looking,
  wanted: Wanted,
  text: Text,
  take?: Parameters<typeof audienceOf>[3],
) => {
  const { vault } = platform
  // Of the provider that gets them first.
  const priceFenX100 = (await platform.sms.of(operator.tenantId)).find(({ enabled }) => enabled)?.priceX100 ?? null
  return audienceOf(wanted, text, { own, whole: everything, vault, tenantId: operator.tenantId, priceFenX100 }, take)
}

/** A text and whom it is for, where somebody may write it; otherwise refused with the fields. */
async function judged(
  db: TenantDb,
  input: Pick<ParsedInputOf<Calls['count']>, 'whom' | 'sign' | 'body' | 'refuseBy' | 'cityIds' | 'audience'>,
  { scope, request, fail }: { scope: Scope; request: { english: boolean }; fail: Fail<'broadcast.beyondCities' | 'broadcast.invalid'> },
) {
  const cityIds = [...new Set(input.cityIds)]
  if (!mayTell(cityIds, scope)) return fail('broadcast.beyondCities')
  const audience = input.audience ?? {}
  const faults = broadcastFaults({ whom: input.whom, body: input.body, audience })
  const groupIds = audience.groupIds ?? []
  if ((await groupsAmong(db, groupIds)) < new Set(groupIds).size)
    faults.push({ path: 'groupIds', zh: '客户分组不存在', en: 'No such customer group' })
  if (faults.length > 0) return fail('broadcast.invalid', fieldsOf(faults, request.english))
  return { cityIds, audience }
}

export async function countFor(input: ParsedInputOf<Calls['count']>, everything: WholeDb, context: CountContext) {
  const { db, fail } = context
  const { cityIds, audience } = await judged(db, input, context)
  const text = { sign: input.sign || (await brandOf(db)), body: input.body, refuseBy: input.refuseBy }
  const counted = await counting(db, everything, context, { whom: input.whom, cityIds, audience }, text)
  return counted === null ? fail('broadcast.tooMany') : { counted, text }
}
interface CountContext extends Looking {
  db: TenantDb
  scope: Scope
  request: { english: boolean }
  fail: Fail<Calls['count']['failures'][number]>
}

/** Under a row lock and as whoever changes it last saw it, for whoever may write to all it goes to. */
export async function toChange(context: Changing, broadcastId: string, version: number | undefined) {
  const { tx, scope, fail } = context
  const locked = (await broadcastMoves.lock(tx, broadcastId)) ?? fail('broadcast.notFound')
  const row = (await findBroadcast(tx, broadcastId))!
  if (!mayTell(row.city_ids, scope)) return fail('broadcast.beyondCities')
  if (version !== undefined && row.version !== version) return fail('broadcast.versionConflict', { current: broadcastView(row, context) })
  return { row, locked }
}
/** The same, then an event of its machine. */
export async function moveBroadcast(
  context: Changing,
  { broadcastId, version }: { broadcastId: string; version?: number | undefined },
  event: BroadcastEvent,
  more: { reason?: string; set?: Parameters<typeof broadcastMoves.move>[2]['set'] } = {},
): Promise<BroadcastRow> {
  const { tx, operator, request, audit, fail } = context
  const { row, locked } = await toChange(context, broadcastId, version)
  const detail = { event, actor: operatorActor(operator), requestId: request.id, ...more }
  if (!(await broadcastMoves.move(tx, locked, detail))) return fail('broadcast.wrongState')
  const after = await viewNow(tx, broadcastId, context)
  audit({
    object: 'broadcast',
    objectId: broadcastId,
    before: { state: row.state },
    after: { state: after.state, ...(more.reason && { reason: more.reason }) },
  })
  return after
}

export async function saveBroadcast(input: ParsedInputOf<Calls['save']>, context: ContextOf<'save'>): Promise<BroadcastRow> {
  const { tx, operator, platform, audit, fail } = context
  const { broadcastId, version, name, whom, sign = '', body, refuseBy } = input
  const before = broadcastId ? await toChange(context as unknown as Changing, broadcastId, version ?? 0) : null
  if (before && before.row.state !== 'DRAFT') return fail('broadcast.wrongState')
  const { cityIds, audience } = await judged(tx, input, context)
  const codes = Object.fromEntries(Object.entries(input.codes ?? {}).filter(([, code]) => code !== ''))
  const kinds = new Map(
    (await platform.sms.of(operator.tenantId)).flatMap(({ serviceId, provider }) => (serviceId ? [[serviceId, provider]] : [])),
  )
  const faults = codeFaults(codes, kinds)
  if (faults.length > 0) return fail('broadcast.invalid', fieldsOf(faults, context.request.english))
  const sendAt = input.sendAt ? new Date(input.sendAt) : null
  if (sendAt && sendAt <= new Date()) return fail('broadcast.timePast')
  const { userId, realName, tenantId } = operator
  const set = {
    ...{ name, whom, sign, body, refuse_by: refuseBy, city_ids: cityIds, audience: JSON.stringify(audience), send_at: sendAt },
    codes: JSON.stringify(codes),
    author_ids: [...new Set([...(before?.row.author_ids ?? []), userId])],
    author_name: realName,
  }
  const detail = { actor: operatorActor(operator), requestId: context.request.id }
  const saved = before
    ? await broadcastMoves.note(tx, before.locked, { ...detail, event: 'edit', set })
    : await insertBroadcast(tx, { ...set, tenant_id: tenantId, state: 'DRAFT' })
  if (!before) await broadcastMoves.record(tx, saved, 'write', null, detail)
  const after = (await findBroadcast(tx, saved.broadcast_id))!
  audit({ object: 'broadcast', objectId: saved.broadcast_id, ...(before && { before: audited(before.row) }), after: audited(after) })
  return broadcastView(after, context)
}

/** Asks another person, with what is counted at that moment. */
export async function submitBroadcast(input: ParsedInputOf<Calls['submit']>, context: ContextOf<'submit'>): Promise<BroadcastRow> {
  const { tx, fail } = context
  const { row } = await toChange(context, input.broadcastId, input.version)
  if (row.state !== 'DRAFT') return fail('broadcast.wrongState')
  if (row.send_at && row.send_at <= new Date()) return fail('broadcast.timePast')
  await needCarrier(row, context)
  const counted = (await counting(tx, whole(tx), context, wantedOf(row), textOf(row))) ?? fail('broadcast.tooMany')
  if (counted.recipients === 0) return fail('broadcast.nobody')
  const set = { submitted_at: new Date(), submitted: JSON.stringify(plainCount(counted)), decision_note: '' }
  const submitted = await moveBroadcast(context, input, 'submit', { set })
  const approvers = { tenantId: row.tenant_id, authority: 'broadcast.approve', cityIds: row.city_ids, except: row.author_ids }
  await notifyWhoMay(tx, approvers, { kind: 'BROADCAST_WAITING', subject: row.name })
  return submitted
}
