import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { MERGE_UNDO_HOURS, type mergeCalls } from '@chauffeur/contract/customer/merge'
import { holdsPrepayment } from '#areas/finance/prepayment'
import { openBills, phoneFor } from '#areas/order/model'
import { whole } from '#platform/database/whole-tenant'
import type { WriteContext } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import { dayInChina } from '#platform/values/local-clock'
import { changeCustomers, type CustomerDb, lockCustomers } from '../profile/index.ts'
import { endOver, lockAccounts, moveBalance, moveBalanceBack } from '../points/index.ts'
import { makeFindable } from '../search/index.ts'
import { lockGroupsOf } from '../standing/index.ts'
import { erasePerson } from './erasure.queries.ts'
import {
  findMerge,
  hasOrdersBeyond,
  joinAgain,
  leaveShared,
  liveOrderOf,
  lockMerge,
  type Memberships,
  type MergeDb,
  type Moved,
  moveAll,
  moveBack,
} from './merge.queries.ts'
import { apart, type Mergeable, together } from './merge.rules.ts'

type Calls = typeof mergeCalls
type WriteContextOf<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]>

const HOUR_MS = 3_600_000
export function mergeView(row: MergeDb, { authorities }: OperatorSession) {
  const until = new Date(row.merged_at.getTime() + MERGE_UNDO_HOURS * HOUR_MS)
  return {
    mergeId: row.merge_id,
    gone: { customerId: row.gone_id, name: row.name, phone: phoneFor(authorities, row.phone), orderCount: row.order_count },
    reason: row.reason,
    mergedAt: row.merged_at.toISOString(),
    mergedBy: row.merged_by_name,
    undoUntil: row.undone_at === null && until > new Date() ? until.toISOString() : null,
    undoneAt: row.undone_at?.toISOString() ?? null,
  }
}

const today = () => dayInChina(new Date())

interface Before {
  kept: Mergeable
  gone: Mergeable
  /** Not of merges that an older version made. */
  memberships?: Memberships
}

const facts = (row: CustomerDb): Mergeable => ({
  name: row.name,
  gender: row.gender,
  birthday: row.birthday,
  level: row.level,
  city_id: row.city_id,
  tags: row.tags,
  plate_nos: row.plate_nos,
  remark: row.remark,
  blacklisted_until: row.blacklisted_until,
  blacklist_reason: row.blacklist_reason,
  order_count: row.order_count,
  last_order_at: row.last_order_at,
})

/** One customer goes into another, whose orders, promises, calls and notes are then one's; the telephone that went still finds them. */
export async function mergeCustomers(input: ParsedInputOf<Calls['merge']>, context: WriteContextOf<'merge'>) {
  const { tx, operator, audit, fail } = context
  const { customerId: keptId, goneId, reason } = input
  if (keptId === goneId) return fail('customer.mergeSelf')
  const rows = await lockCustomers(tx, [keptId, goneId])
  const kept = rows.find((row) => row.customer_id === keptId) ?? fail('customer.notFound')
  const gone = rows.find((row) => row.customer_id === goneId) ?? fail('customer.notFound')
  if (kept.version !== input.version) return fail('customer.versionConflict', { current: null })
  if (await hasOrdersBeyond(tx, [keptId, goneId])) return fail('customer.beyondSight')
  const all = whole(tx)
  const orderNo = await liveOrderOf(all, [keptId, goneId])
  if (orderNo) return fail('customer.orderLive', { orderNo })
  await lockGroupsOf(all, [keptId, goneId])
  // Points are locked before coupons, as by whoever redeems.
  const accounts = await lockAccounts(all, [keptId, goneId])
  const memberships = await leaveShared(all, goneId, keptId)
  const moved = await moveAll(all, goneId, keptId)
  const before: Before = { kept: facts(kept), gone: facts(gone), memberships }
  await changeCustomers(tx, [keptId], operator.userId, together(before.kept, before.gone))
  await changeCustomers(tx, [goneId], operator.userId, { merged_into: keptId })
  await makeFindable(tx, [keptId])
  const { merge_id: mergeId } = await tx
    .insertInto('customer_merges')
    .values({
      tenant_id: operator.tenantId,
      kept_id: keptId,
      gone_id: goneId,
      reason,
      moved: JSON.stringify(moved),
      before: JSON.stringify(before),
      kept_version: kept.version + 1,
      merged_by: operator.userId,
      merged_by_name: operator.realName,
    })
    .returning('merge_id')
    .executeTakeFirstOrThrow()
  const [from, to] = [accounts.get(goneId)!, accounts.get(keptId)!]
  for (const account of [from, to]) await endOver(all, account, new Date())
  await moveBalance(all, from, to, mergeId, today())
  const counts = Object.fromEntries(Object.entries(moved).map(([table, ids]) => [table, ids.length]))
  audit({ object: 'customer', objectId: keptId, before: { name: kept.name }, after: { merged: goneId, reason, moved: counts } })
  return mergeView((await findMerge(all, mergeId))!, operator)
}

/** Two again: what hung on the one that went goes back to it, what came since stays with the one that stayed. */
export async function undoMerge({ mergeId }: ParsedInputOf<Calls['undoMerge']>, context: WriteContextOf<'undoMerge'>) {
  const { tx, operator, audit, fail } = context
  const all = whole(tx)
  // Customers first, as whoever merges or erases locks them.
  const { kept_id: keptId } = (await findMerge(all, mergeId)) ?? fail('customer.mergeNotFound')
  const [kept] = await lockCustomers(tx, [keptId])
  const merge = (await lockMerge(all, mergeId)) ?? fail('customer.mergeNotFound')
  if (!kept) return fail('customer.mergeNotFound')
  if (merge.undone_at !== null || merge.merged_at.getTime() + MERGE_UNDO_HOURS * HOUR_MS < Date.now()) return fail('customer.mergeOver')
  if (await hasOrdersBeyond(tx, [merge.kept_id])) return fail('customer.beyondSight')
  const orderNo = await liveOrderOf(all, [merge.kept_id])
  if (orderNo) return fail('customer.orderLive', { orderNo })
  const { before, moved } = merge as unknown as { before: Before; moved: Moved }
  await lockGroupsOf(all, [merge.kept_id, merge.gone_id])
  const accounts = await lockAccounts(all, [merge.kept_id, merge.gone_id])
  await moveBalanceBack(all, accounts.get(merge.kept_id)!, accounts.get(merge.gone_id)!, mergeId, today())
  await moveBack(all, moved, { keptId: merge.kept_id, goneId: merge.gone_id })
  await joinAgain(all, before.memberships ?? [])
  await changeCustomers(tx, [merge.kept_id], operator.userId, apart(facts(kept), before, kept.version === merge.kept_version))
  await changeCustomers(all, [merge.gone_id], operator.userId, { merged_into: null })
  await makeFindable(tx, [merge.kept_id, merge.gone_id])
  await all.updateTable('customer_merges').set({ undone_at: new Date() }).where('merge_id', '=', mergeId).execute()
  audit({ object: 'customer', objectId: merge.kept_id, after: { unmerged: merge.gone_id } })
  return mergeView((await findMerge(all, mergeId))!, operator)
}

/** A person asked to be forgotten. */
export async function eraseCustomer(input: ParsedInputOf<Calls['erase']>, context: WriteContextOf<'erase'>) {
  const { tx, operator, platform, audit, fail } = context
  const [row] = await lockCustomers(tx, [input.customerId])
  if (!row) return fail('customer.notFound')
  if (row.version !== input.version) return fail('customer.versionConflict', { current: null })
  if (await hasOrdersBeyond(tx, [row.customer_id])) return fail('customer.beyondSight')
  const all = whole(tx)
  const orderNo = await liveOrderOf(all, [row.customer_id])
  if (orderNo) return fail('customer.orderLive', { orderNo })
  const owed = await openBills(all, row.customer_id, 50)
  if (owed.length > 0) return fail('customer.owes', { count: owed.length })
  if (await holdsPrepayment(all, row.customer_id)) return fail('customer.prepaid')
  const erased = await erasePerson(all, { customerId: row.customer_id, tenantId: operator.tenantId, by: operator.userId }, platform.vault)
  audit({ object: 'customer', objectId: row.customer_id, after: { erased: true, reason: input.reason, ...erased } })
  return {}
}
