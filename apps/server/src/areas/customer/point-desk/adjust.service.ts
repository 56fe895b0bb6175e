import type { pointCalls } from '@chauffeur/contract/customer/points'
import { POINT_ADJUSTMENT_STATE as S } from '@chauffeur/contract/customer/points-model'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { findCity } from '#areas/operations/city'
import type { WholeTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import type { WriteContext } from '#platform/http/implement'
import { CHINA_MINUTES, localDay } from '#platform/values/local-clock'
import { type Account, credit, debit, endOf, endOver, lockAccounts, pointTerms } from '../points/index.ts'
import { type ListedCustomer, listedCustomer } from '../profile/index.ts'
import { adjustmentView } from './adjust.list.ts'
import { type AdjustmentDb, adjustedToday, findAdjustment, insertAdjustment, lockAdjustment, setDecided } from './adjust.queries.ts'
import { adjustmentMachine, needsSecond } from './adjust.rules.ts'

type Calls = typeof pointCalls
type WriteContextOf<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]>

/** Points given or taken by hand: at once, or once somebody else has approved it. */
export async function adjustPoints(input: ParsedInputOf<Calls['adjust']>, context: WriteContextOf<'adjust'>) {
  const { tx, operator, audit, fail } = context
  const { customerId, points, expiryMonths = null, reason } = input
  if (points === 0) return fail('points.nothing')
  const customer = (await listedCustomer(tx, customerId)) ?? fail('customer.notFound')
  const account = await openAccount(whole(tx), customerId)
  if (account.balance + points < 0 && points < 0) return fail('points.tooFew', { balance: account.balance, needed: -points })
  const { secondFromPoints } = await pointTerms.contentFor(whole(tx), customer.city_id)
  const waits = needsSecond(points, await adjustedToday(tx, customerId, operator.userId), secondFromPoints)
  const { tenantId } = operator
  const asked = { tenantId, customerId, points, expiryMonths, reason, state: waits ? S.waiting : S.done, by: operator }
  const adjustmentId = await insertAdjustment(tx, asked)
  const row = (await findAdjustment(tx, adjustmentId))!
  if (!waits) await apply(whole(tx), account, customer, row, operator)
  audit({
    object: 'pointAdjustment',
    objectId: adjustmentId,
    after: { customerId, points, reason, state: row.state, balance: account.balance },
  })
  return adjustmentView(row, context)
}

async function openAccount(tx: WholeTx, customerId: string): Promise<Account> {
  const account = (await lockAccounts(tx, [customerId])).get(customerId)!
  await endOver(tx, account, new Date())
  return account
}

async function apply(tx: WholeTx, account: Account, customer: ListedCustomer, row: AdjustmentDb, by: { userId: string; realName: string }) {
  const now = new Date()
  const offset = (customer.city_id ? (await findCity(tx, customer.city_id))?.utc_offset_minutes : undefined) ?? CHINA_MINUTES
  const entry = {
    event: 'ADJUSTED',
    ref: row.adjustment_id,
    day: localDay(now, offset),
    cityId: customer.city_id,
    reason: row.reason,
    by,
  } as const
  if (row.points > 0)
    await credit(tx, account, row.points, row.expiry_months === null ? null : endOf(now, row.expiry_months, offset), entry)
  else await debit(tx, account, -row.points, entry)
}

export async function decideAdjustment(input: ParsedInputOf<Calls['decide']>, context: WriteContextOf<'decide'>) {
  const { tx, operator, audit, fail } = context
  const { adjustmentId, approve, note = '' } = input
  const row = (await lockAdjustment(tx, adjustmentId)) ?? fail('points.adjustmentNotFound')
  const state = adjustmentMachine.next(row.state, approve ? 'approve' : 'refuse', 'OPERATOR')
  if (state === null || row.version !== input.version) return fail('points.adjustmentDecided', { state: row.state, version: row.version })
  if (row.asked_by === operator.userId) return fail('points.samePerson')
  if (approve) {
    const customer = (await listedCustomer(tx, row.customer_id)) ?? fail('points.adjustmentNotFound')
    const account = await openAccount(whole(tx), row.customer_id)
    if (row.points < 0 && account.balance + row.points < 0) return fail('points.tooFew', { balance: account.balance, needed: -row.points })
    await apply(whole(tx), account, customer, row, operator)
  }
  await setDecided(tx, adjustmentId, { state, note, by: operator })
  audit({ object: 'pointAdjustment', objectId: adjustmentId, before: { state: row.state }, after: { state, note, points: row.points } })
  return adjustmentView((await findAdjustment(tx, adjustmentId))!, context)
}

export async function takeBackAdjustment(input: ParsedInputOf<Calls['takeBack']>, context: WriteContextOf<'takeBack'>) {
  const { tx, operator, audit, fail } = context
  const row = (await lockAdjustment(tx, input.adjustmentId)) ?? fail('points.adjustmentNotFound')
  const state = adjustmentMachine.next(row.state, 'takeBack', 'OPERATOR')
  if (state === null || row.version !== input.version) return fail('points.adjustmentDecided', { state: row.state, version: row.version })
  if (row.asked_by !== operator.userId) return fail('points.notAsker')
  await setDecided(tx, input.adjustmentId, { state, note: '', by: operator })
  audit({ object: 'pointAdjustment', objectId: input.adjustmentId, before: { state: row.state }, after: { state } })
  return adjustmentView((await findAdjustment(tx, input.adjustmentId))!, context)
}
