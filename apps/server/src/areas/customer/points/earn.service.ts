import type { PointRule, PointRuleEvent } from '@chauffeur/contract/customer/points-model'
import { pointsFor } from '@chauffeur/contract/customer/points-model'
import { findCity } from '#areas/operations/city'
import type { WholeTx } from '#platform/database/db'
import { CHINA_MINUTES, localDay } from '#platform/values/local-clock'
import { type Account, lockAccounts, recordOf } from './book.queries.ts'
import { credit, debit } from './book.service.ts'
import { type Due, dueCounted, givenOn, holderOf, isFirst, lockDue, ofOrder } from './dues.queries.ts'
import { endOf } from './lots.rules.ts'
import { pointTerms } from './points.setting.ts'

/** Counts what was noted: by the rules of its city as they held when it happened. Done once, by however many processes. */
export async function countDue(tx: WholeTx, dueId: string): Promise<void> {
  const due = await lockDue(tx, dueId)
  if (!due) return
  const holder = await holderOf(tx, due.customerId)
  const account = holder === undefined ? undefined : (await lockAccounts(tx, [holder])).get(holder)
  await dueCounted(tx, dueId, account ? await pointsOf(tx, due, account) : 0)
}

async function pointsOf(tx: WholeTx, due: Due, account: Account): Promise<number> {
  if (due.event === 'ORDER_REVERSED') return -(await takeBack(tx, due, account))
  if (due.event === 'ORDER_RESTORED') return giveAgain(tx, due, account)
  const { enabled, rules } = await pointTerms.contentFor(tx, due.cityId, due.at)
  if (!enabled) return 0
  const offset = await offsetOf(tx, due.cityId)
  const events: readonly PointRuleEvent[] = due.event === 'ORDER_PAID' ? ['ORDER', 'AMOUNT', 'FIRST_ORDER'] : [due.event]
  let points = 0
  for (const rule of rules) if (events.includes(rule.event)) points += await give(tx, due, account, rule, offset)
  return points
}

const offsetOf = async (tx: WholeTx, cityId: string | null): Promise<number> =>
  (cityId ? (await findCity(tx, cityId))?.utc_offset_minutes : undefined) ?? CHINA_MINUTES
const entryOf = ({ cityId, orderId, about }: Due, offset: number, at: Date) => ({ cityId, orderId, about, day: localDay(at, offset) })

async function give(tx: WholeTx, due: Due, account: Account, rule: PointRule, offset: number): Promise<number> {
  if (rule.event === 'FIRST_ORDER' && !(due.orderId && (await isFirst(tx, account.customerId, due.orderId)))) return 0
  const entry = entryOf(due, offset, due.at)
  const today = rule.dayCap === null ? 0 : await givenOn(tx, account.customerId, rule.event, entry.day)
  const points = pointsFor(rule, due.amountFen, today)
  if (points <= 0) return 0
  const expiresAt = rule.expiryMonths === null ? null : endOf(due.at, rule.expiryMonths, offset)
  return (await credit(tx, account, points, expiresAt, { event: rule.event, ref: due.ref, ...entry })) ? points : 0
}

/** All that an order gave; what is spent already is owed. */
async function takeBack(tx: WholeTx, due: Due, account: Account): Promise<number> {
  const { points } = await ofOrder(tx, due.orderId!)
  if (points <= 0) return 0
  const entry = entryOf(due, await offsetOf(tx, due.cityId), due.at)
  return (await debit(tx, account, points, { event: 'REVERSED', ref: due.ref, ...entry })) ? points : 0
}

/** What was taken back for an order, with the end that it had. */
async function giveAgain(tx: WholeTx, due: Due, account: Account): Promise<number> {
  const taken = await recordOf(tx, 'REVERSED', due.ref)
  if (!taken) return 0
  const { expiresAt } = await ofOrder(tx, due.orderId!)
  const entry = entryOf(due, await offsetOf(tx, due.cityId), due.at)
  return (await credit(tx, account, -taken.delta, expiresAt, { event: 'RESTORED', ref: due.ref, ...entry })) ? -taken.delta : 0
}
