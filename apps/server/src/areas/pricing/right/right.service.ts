import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { rightCalls, RightEvent } from '@chauffeur/contract/pricing/right'
import type { WriteContext } from '#platform/http/implement'
import { mayKeep, rightView } from './right.list.ts'
import { findRight, insertRight, lockRight, reviveGrants, type RightDb, strangeAmong, updateRight } from './right.queries.ts'
import {
  changedFields,
  coverFields,
  coverOf,
  promisedAmong,
  rightFaults,
  type RightFaults,
  rightMachine,
  type RightTerms,
  stateAfter,
} from './right.rules.ts'

type Calls = typeof rightCalls
type WriteContextOf<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]>

const termsOf = (row: RightDb): RightTerms => ({
  name: row.name,
  channelId: row.channel_id,
  unit: row.unit,
  ...coverFields(row.cover),
  excess: row.excess,
  validFrom: row.valid_from,
  validTo: row.valid_to,
  cityIds: row.city_ids,
  bands: row.bands,
  perUserTimes: row.per_user_times,
  dailyStock: row.daily_stock,
  priceToPartnerFen: row.price_to_partner_fen || null,
  remark: row.remark,
})
const termsGiven = (input: Omit<ParsedInputOf<Calls['create']>, 'rightNo'>): RightTerms => ({
  name: input.name,
  channelId: input.channelId,
  unit: input.unit,
  coverKind: input.coverKind,
  capFen: input.capFen ?? null,
  includedM: input.includedM ?? null,
  excess: input.excess,
  validFrom: new Date(input.validFrom),
  validTo: new Date(input.validTo),
  cityIds: [...new Set(input.cityIds)],
  bands: input.bands ?? [],
  perUserTimes: input.perUserTimes ?? 0,
  dailyStock: input.dailyStock || null,
  priceToPartnerFen: input.priceToPartnerFen ?? null,
  remark: input.remark ?? '',
})
const columnsOf = (terms: RightTerms) => ({
  name: terms.name,
  channel_id: terms.channelId,
  unit: terms.unit,
  cover: JSON.stringify(coverOf(terms)),
  excess: terms.excess,
  valid_from: terms.validFrom,
  valid_to: terms.validTo,
  city_ids: terms.cityIds,
  bands: JSON.stringify(terms.bands),
  per_user_times: terms.perUserTimes,
  daily_stock: terms.dailyStock,
  price_to_partner_fen: terms.priceToPartnerFen ?? 0,
  remark: terms.remark,
})
const strange = {
  cityIds: { zh: '城市未开通', en: 'No such city' },
  channelId: { zh: '合作渠道不存在', en: 'No such partner channel' },
}

/** A right under its row lock, as whoever changes it last saw it. */
async function toChange(context: WriteContextOf<'move'>, { rightId, version }: { rightId: string; version: number }): Promise<RightDb> {
  const { tx, scope, fail } = context
  const right = (await lockRight(tx, rightId)) ?? fail('right.notFound')
  if (!mayKeep(right, scope)) return fail('right.beyondCities')
  return right.version === version ? right : fail('right.versionConflict', { current: rightView(right, context) })
}

export async function createRight({ rightNo, ...input }: ParsedInputOf<Calls['create']>, context: WriteContextOf<'create'>, now: Date) {
  const { tx, operator, scope, audit, fail } = context
  const terms = termsGiven(input)
  if (!mayKeep({ city_ids: terms.cityIds }, scope)) return fail('right.beyondCities')
  const faults = rightFaults(terms, now)
  for (const field of await strangeAmong(tx, terms)) faults[field] = strange[field]
  if (Object.keys(faults).length > 0) return fail('right.invalid', { fields: faults })
  const { tenantId: tenant_id, userId } = operator
  const rightId =
    (await insertRight(tx, { ...columnsOf(terms), right_no: rightNo, tenant_id, created_by: userId, updated_by: userId })) ??
    fail('right.noTaken')
  const made = (await findRight(tx, rightId))!
  audit({ object: 'right', objectId: rightId, after: { rightNo, ...terms, state: made.state } })
  return rightView(made, context)
}

export async function updateTerms(input: ParsedInputOf<Calls['update']>, context: WriteContextOf<'update'>, now: Date) {
  const { tx, operator, scope, audit, fail } = context
  const before = await toChange(context as WriteContextOf<'move'>, input)
  const [was, terms] = [termsOf(before), termsGiven(input)]
  if (!mayKeep({ city_ids: terms.cityIds }, scope)) return fail('right.beyondCities')
  const fields = changedFields(was, terms)
  const state = stateAfter(before.state, fields) ?? fail('right.wrongState', { state: before.state })
  const promised = promisedAmong(fields)
  if (before.granted > 0 && promised.length > 0) return fail('right.granted', { fields: promised })
  // What stays is not judged anew: a right whose time is over may still be renamed.
  const all: RightFaults = rightFaults(terms, now)
  for (const field of await strangeAmong(tx, terms)) all[field] = strange[field]
  const faults = Object.fromEntries(
    Object.entries(all).filter(([field]) => fields.includes(field as keyof RightTerms) || before.state === 'DRAFT'),
  )
  if (Object.keys(faults).length > 0) return fail('right.invalid', { fields: faults })
  await updateRight(tx, before.right_id, operator.userId, { ...columnsOf(terms), state })
  if (before.valid_to <= now && terms.validTo > now) await reviveGrants(tx, before.right_id)
  audit({ object: 'right', objectId: before.right_id, before: { ...was, state: before.state }, after: { ...terms, state } })
  return rightView((await findRight(tx, before.right_id))!, context)
}

/** An event that fits the right's state, with what becomes of who stands behind it. */
export async function moveRight(
  input: { rightId: string; version: number; event: RightEvent; note?: string | undefined },
  by: 'KEEPER' | 'APPROVER',
  context: WriteContextOf<'move'>,
  now: Date,
  mayNot: (right: RightDb) => void = () => undefined,
) {
  const { tx, operator, audit, fail } = context
  const before = await toChange(context, input)
  const state = rightMachine.next(before.state, input.event, by) ?? fail('right.wrongState', { state: before.state })
  if (state !== 'DRAFT' && state !== 'OFF' && before.valid_to <= now) return fail('right.ended')
  mayNot(before)
  const { userId, realName } = operator
  await updateRight(tx, before.right_id, userId, {
    state,
    ...(input.event === 'submit' && {
      submitted_by: userId,
      submitted_by_name: realName,
      submitted_at: now,
      decided_by_name: '',
      decided_at: null,
      decision_note: '',
    }),
    ...(by === 'APPROVER' && { decided_by_name: realName, decided_at: now, decision_note: input.note ?? '' }),
  })
  audit({
    object: 'right',
    objectId: before.right_id,
    before: { state: before.state },
    after: { name: before.name, state, ...(input.note && { note: input.note }) },
  })
  return rightView((await findRight(tx, before.right_id))!, context)
}

/** Two people stand behind a right: who asked for it does not let it go on. */
export const decideRight = (input: ParsedInputOf<Calls['decide']>, context: WriteContextOf<'decide'>, now: Date) =>
  moveRight(input, 'APPROVER', context as WriteContextOf<'move'>, now, ({ submitted_by }) => {
    if (input.event === 'approve' && submitted_by === context.operator.userId) context.fail('right.ownSubmission')
  })
