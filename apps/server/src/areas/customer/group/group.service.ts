import type { groupCalls } from '@chauffeur/contract/customer/group'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { TenantTx } from '#platform/database/db'
import { keepsCities, type Scope } from '#platform/database/scope'
import { whole } from '#platform/database/whole-tenant'
import type { WriteContext } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import { groupView } from './group.list.ts'
import {
  deleteGroup,
  type GroupDb,
  insertGroup,
  insertMembers,
  listedGroup,
  lockGroup,
  nameTaken,
  removeMembers,
  updateGroup,
} from './group.queries.ts'
import { customersOfPhones } from './new-members.service.ts'
import { forgetRule, saysNothing } from './segment.queries.ts'

type Calls = typeof groupCalls
type WriteContextOf<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]>

/** What the operation log keeps of a group. */
const audited = ({ name, type, city_ids, priority, enabled, remark, rule }: GroupDb) => ({
  name,
  type,
  cityIds: city_ids,
  priority,
  enabled,
  remark,
  rule,
})

/** A group under a row lock, for whoever runs all its cities. */
async function ownGroup({ tx, scope, fail }: WriteContextOf<'status'>, groupId: string): Promise<GroupDb> {
  const group = (await lockGroup(tx, groupId)) ?? fail('customerGroup.notFound')
  return keepsCities(group.city_ids, scope) ? group : fail('customerGroup.beyondCities')
}
/** The same as whoever changes it last saw it. */
async function toChange(
  context: WriteContextOf<'status'>,
  { groupId, version }: { groupId: string; version?: number | undefined },
): Promise<GroupDb> {
  const group = await ownGroup(context, groupId)
  if (group.version === version) return group
  return context.fail('customerGroup.versionConflict', { current: groupView((await listedGroup(context.tx, groupId))!, context) })
}

const shown = async (tx: TenantTx, groupId: string, by: { operator: OperatorSession; scope: Scope }) =>
  groupView((await listedGroup(tx, groupId))!, by)

export async function saveGroup(input: ParsedInputOf<Calls['save']>, context: WriteContextOf<'save'>) {
  const { tx, operator, scope, audit, fail } = context
  const { groupId, name, priority = 0, remark = '' } = input
  const cityIds = [...new Set(input.cityIds)]
  if (!keepsCities(cityIds, scope)) return fail('customerGroup.beyondCities')
  if (input.rule && saysNothing(input.rule)) return fail('customerGroup.ruleEmpty')
  const before = groupId ? await toChange(context as WriteContextOf<'status'>, { groupId, version: input.version }) : null
  if (await nameTaken(whole(tx), name, groupId ?? '0')) return fail('customerGroup.nameTaken')
  const { cities, orgs } = scope
  const rule = input.rule ? JSON.stringify(input.rule) : null
  const set = { name, city_ids: cityIds, priority, remark, rule, rule_sight: rule && JSON.stringify({ cities, orgs }) }
  if (before) await updateGroup(tx, before.group_id, operator.userId, { ...set, rule_at: null })
  if (before?.rule && !input.rule) await forgetRule(tx, before.group_id)
  const savedId =
    before?.group_id ?? (await insertGroup(tx, { ...set, type: input.type ?? 'MARKETING' }, operator)) ?? fail('customerGroup.nameTaken')
  const saved = (await lockGroup(tx, savedId))!
  audit({ object: 'customerGroup', objectId: savedId, ...(before && { before: audited(before) }), after: audited(saved) })
  return shown(tx, savedId, context)
}

export async function switchGroup(input: ParsedInputOf<Calls['status']>, context: WriteContextOf<'status'>) {
  const { tx, operator, audit } = context
  const { groupId, enabled } = input
  const before = await toChange(context, input)
  if (before.enabled !== enabled) {
    await updateGroup(tx, groupId, operator.userId, { enabled })
    audit({ object: 'customerGroup', objectId: groupId, before: { enabled: !enabled }, after: { name: before.name, enabled } })
  }
  return shown(tx, groupId, context)
}

export async function removeGroup(input: ParsedInputOf<Calls['del']>, context: WriteContextOf<'del'>) {
  const { tx, audit, fail } = context
  const before = await toChange(context as WriteContextOf<'status'>, input)
  const { used } = (await listedGroup(tx, input.groupId))!
  if (used.length > 0) return fail('customerGroup.used', { used })
  await deleteGroup(tx, input.groupId)
  audit({ object: 'customerGroup', objectId: input.groupId, before: audited(before), after: null })
  return {}
}

/** Customers by their telephones; of those who are nobody's yet new ones are made. */
export const customersFor = (
  tx: TenantTx,
  phones: readonly string[],
  { operator, group, source }: { operator: OperatorSession; group: GroupDb; source: 'CONSOLE' | 'FILE' },
): Promise<Map<string, string>> =>
  // Whoever works for some cities sees no customer without one.
  customersOfPhones(tx, phones, { ...operator, cityId: operator.scope.cities === '*' ? null : group.city_ids[0]!, source })

export async function addMembers(input: ParsedInputOf<Calls['phoneAdd']>, context: WriteContextOf<'phoneAdd'>) {
  const { tx, operator, audit, fail } = context
  const until = input.until ? new Date(input.until) : null
  if (until && until <= new Date()) return fail('customerGroup.untilPast')
  const group = await ownGroup(context as WriteContextOf<'status'>, input.groupId)
  const phones = [...new Set(input.phones)]
  const customers = await customersFor(tx, phones, { operator, group, source: 'CONSOLE' })
  const ids = [...new Set(customers.values())]
  const added = await insertMembers(
    tx,
    { tenantId: operator.tenantId, groupId: group.group_id, source: 'HAND', by: { userId: operator.userId, name: operator.realName } },
    ids.map((customerId) => ({ customerId, until, remark: input.remark ?? '' })),
  )
  audit({ object: 'customerGroup', objectId: group.group_id, after: { name: group.name, added: [...added], until, remark: input.remark } })
  return { added: added.size, already: ids.length - added.size }
}

export async function takeOut({ groupId, customerIds }: ParsedInputOf<Calls['phoneDel']>, context: WriteContextOf<'phoneDel'>) {
  const group = await ownGroup(context as WriteContextOf<'status'>, groupId)
  const removed = await removeMembers(context.tx, groupId, customerIds, group.rule !== null)
  if (removed === 0) return context.fail('customer.notFound')
  context.audit({ object: 'customerGroup', objectId: groupId, after: { name: group.name, removed: customerIds } })
  return { removed }
}
