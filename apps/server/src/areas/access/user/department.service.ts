import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { departmentCalls } from '@chauffeur/contract/access/department'
import type { Grantor } from '../function/index.ts'
import { grantorOf } from '../role/index.ts'
import { tenantCities } from '#areas/operations/city'
import { isForeignKeyViolation, type TenantTx } from '#platform/database/db'
import type { WriteContext } from '#platform/http/implement'
import { whole } from '#platform/database/whole-tenant'
import {
  citiesRun,
  deleteDept,
  deptUse,
  findDept,
  insertDept,
  lockDept,
  orderDepts,
  type PlainDept,
  plainDepartments,
  siblingNamed,
  updateDept,
} from './department.queries.ts'
import { type Dept, MAX_DEPTH, moveRefusal, pathOf, subtreeOf, typeFitsBelow } from './department.rules.ts'
import { deptView } from './department.view.ts'
import { findUser, tokenHashOf } from './user.queries.ts'

type Calls = typeof departmentCalls
type Common = 'people.deptNotFound' | 'people.beyondScope' | 'people.unknownCity' | 'people.deptNameTaken'

const plain = (rows: readonly PlainDept[]): Dept[] =>
  rows.map((row) => ({ deptId: row.dept_id, parentId: row.parent_id, deptType: row.dept_type }))
const audited = (row: PlainDept) => ({
  name: row.name,
  deptType: row.dept_type,
  cityIds: row.city_ids,
  parentId: row.parent_id,
  sort: row.sort,
})

/** Departments are made and changed by headquarters, and by organisations within their own subtree; never by partners. */
const within = (grantor: Grantor, deptId: string) =>
  grantor.scope.channel === '*' && grantor.scope.cities.length > 0 && (grantor.scope.orgs === '*' || grantor.scope.orgs.includes(deptId))

/**
 * Whether somebody of some cities may touch these departments: those that serve, or run, another city belong to others. One without a city of
 * its own belongs to that of the nearest department above it that has one.
 */
async function servesOtherCities(tx: TenantTx, { scope: { cities } }: Grantor, rows: readonly PlainDept[], deptIds: readonly string[]) {
  if (cities === '*') return false
  const run = await citiesRun(whole(tx))
  const citiesOf = (deptId: string) => [
    ...(rows.find((row) => row.dept_id === deptId)?.city_ids ?? []),
    ...run.filter((row) => row.org_id === deptId).map((row) => row.city_id),
  ]
  const depts = plain(rows)
  const served = deptIds.flatMap(
    (deptId) =>
      pathOf(depts, deptId)
        .map(citiesOf)
        .find((own) => own.length > 0) ?? [],
  )
  return served.some((id) => !cities.includes(id))
}

async function citiesFit(
  { tx, fail }: Pick<WriteContext<Common>, 'tx' | 'fail'>,
  grantor: Grantor,
  cityIds: readonly string[],
  before: readonly string[],
): Promise<string[]> {
  const added = [...new Set(cityIds)].filter((id) => !before.includes(id))
  const removed = before.filter((id) => !cityIds.includes(id))
  const { cities } = grantor.scope
  if (cities !== '*' && [...added, ...removed].some((id) => !cities.includes(id))) return fail('people.beyondScope', { beyond: ['cities'] })
  const known = new Set((await tenantCities(tx)).map((city) => city.city_id))
  const unknown = added.filter((id) => !known.has(id))
  return unknown.length > 0 ? fail('people.unknownCity', { unknown }) : [...new Set(cityIds)]
}

/** The tree of a person bound to an organisation is remembered with the session, so it is read anew. */
async function forgetOwnSession({ tx, operator, platform }: Pick<WriteContext<never>, 'tx' | 'operator' | 'platform'>) {
  const own = await tokenHashOf(tx, operator.sessionId)
  if (own) platform.forgetSession(own.token_hash)
}

export async function addDept(input: ParsedInputOf<Calls['deptAdd']>, context: WriteContext<Calls['deptAdd']['failures'][number]>) {
  const { tx, operator, scope, audit, fail } = context
  const grantor = await grantorOf(tx, operator, scope)
  const parent = await findDept(tx, input.parentId)
  if (!parent) return fail('people.deptNotFound')
  if (!within(grantor, input.parentId)) return fail('people.beyondScope', { beyond: ['department'] })
  const rows = await plainDepartments(tx)
  if (await servesOtherCities(tx, grantor, rows, [input.parentId])) return fail('people.beyondScope', { beyond: ['cities'] })
  if (!typeFitsBelow(parent.dept_type, input.deptType)) return fail('people.deptTypeMismatch')
  const depts = plain(rows)
  if (pathOf(depts, input.parentId).length >= MAX_DEPTH) return fail('people.deptTooDeep')
  if (await siblingNamed(tx, input.parentId, input.name, null)) return fail('people.deptNameTaken')
  const cityIds = await citiesFit(context, grantor, input.cityIds ?? [], [])
  const row = {
    parentId: input.parentId,
    name: input.name,
    deptType: input.deptType,
    cityIds,
    sort: input.sort ?? depts.filter((dept) => dept.parentId === input.parentId).length,
  }
  const deptId = await insertDept(tx, { ...row, tenantId: operator.tenantId, by: operator.userId })
  await forgetOwnSession(context)
  audit({ object: 'department', objectId: deptId, after: row })
  return { deptId }
}

/** The department as the operator saw it, locked; only of those the operator changes. */
async function lockSeen(
  { deptId, version }: { deptId: string; version: number },
  grantor: Grantor,
  {
    tx,
    operator,
    scope,
    fail,
  }: Pick<WriteContext<'people.deptNotFound' | 'people.beyondScope' | 'people.versionConflict'>, 'tx' | 'operator' | 'scope' | 'fail'>,
) {
  const dept = (await lockDept(tx, deptId)) ?? fail('people.deptNotFound')
  if (!within(grantor, deptId)) return fail('people.beyondScope', { beyond: ['department'] })
  const rows = await plainDepartments(tx)
  if (await servesOtherCities(tx, grantor, rows, subtreeOf(plain(rows), deptId))) return fail('people.beyondScope', { beyond: ['cities'] })
  return dept.version === version ? dept : fail('people.versionConflict', { current: deptView({ ...dept, users: 0 }, operator, scope) })
}

export async function changeDept(
  input: ParsedInputOf<Calls['deptUpdate']>,
  context: WriteContext<Calls['deptUpdate']['failures'][number]>,
) {
  const { tx, operator, scope, audit, fail } = context
  const grantor = await grantorOf(tx, operator, scope)
  const before = await lockSeen(input, grantor, context)
  if (input.deptType !== undefined && input.deptType !== before.dept_type) {
    const me = await findUser(tx, operator.userId)
    const depts = plain(await plainDepartments(tx))
    if (me && pathOf(depts, me.dept_id).includes(input.deptId)) return fail('people.ownDept')
    const use = await deptUse(tx, input.deptId)
    if (use.users || use.departments || use.drivers || use.cities || use.orders) return fail('people.deptTypeInUse')
    const parent = depts.find((dept) => dept.deptId === before.parent_id)
    if (parent && !typeFitsBelow(parent.deptType, input.deptType)) return fail('people.deptTypeMismatch')
  }
  if (input.name !== undefined && (await siblingNamed(tx, before.parent_id, input.name, input.deptId))) return fail('people.deptNameTaken')
  const set = {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.deptType !== undefined && { dept_type: input.deptType }),
    ...(input.cityIds && { city_ids: await citiesFit(context, grantor, input.cityIds, before.city_ids) }),
    ...(input.sort !== undefined && { sort: input.sort }),
  }
  const version = await updateDept(tx, input.deptId, set, operator.userId)
  audit({ object: 'department', objectId: input.deptId, before: audited(before), after: audited({ ...before, ...set }) })
  return { version }
}

export async function moveDept(input: ParsedInputOf<Calls['deptMove']>, context: WriteContext<Calls['deptMove']['failures'][number]>) {
  const { tx, operator, scope, audit, fail } = context
  const grantor = await grantorOf(tx, operator, scope)
  const before = await lockDept(tx, input.deptId)
  const rows = await plainDepartments(tx)
  if (!before || !rows.some((row) => row.dept_id === input.parentId)) return fail('people.deptNotFound')
  if (!within(grantor, input.deptId) || !within(grantor, input.parentId)) return fail('people.beyondScope', { beyond: ['department'] })
  const depts = plain(rows)
  if (await servesOtherCities(tx, grantor, rows, [input.parentId, ...subtreeOf(depts, input.deptId)]))
    return fail('people.beyondScope', { beyond: ['cities'] })
  if (before.version !== input.version)
    return fail('people.versionConflict', { current: deptView({ ...before, users: 0 }, operator, scope) })
  const me = await findUser(tx, operator.userId)
  const elsewhere = input.parentId !== before.parent_id
  // Moving what one sits in would change one's own reach.
  if (elsewhere && me && pathOf(depts, me.dept_id).includes(input.deptId)) return fail('people.ownDept')
  if (before.parent_id === null) return fail('people.deptCycle')
  const refusal = moveRefusal(depts, input.deptId, input.parentId)
  if (refusal) return fail(refusal)
  if (await siblingNamed(tx, input.parentId, before.name, input.deptId)) return fail('people.deptNameTaken')
  const others = depts.filter((dept) => dept.parentId === input.parentId && dept.deptId !== input.deptId).map((dept) => dept.deptId)
  const order = others.toSpliced(input.position ?? others.length, 0, input.deptId)
  const version = await updateDept(tx, input.deptId, { parent_id: input.parentId }, operator.userId)
  await orderDepts(tx, order)
  await forgetOwnSession(context)
  audit({
    object: 'department',
    objectId: input.deptId,
    before: { parentId: before.parent_id, sort: before.sort },
    after: { parentId: input.parentId, sort: order.indexOf(input.deptId) },
  })
  return { version }
}

export async function removeDept(
  input: ParsedInputOf<Calls['deptDelete']>,
  context: WriteContext<Calls['deptDelete']['failures'][number]>,
) {
  const { tx, operator, scope, audit, fail } = context
  const grantor = await grantorOf(tx, operator, scope)
  const before = await lockSeen(input, grantor, context)
  const me = await findUser(tx, operator.userId)
  if (me?.dept_id === input.deptId) return fail('people.ownDept')
  const use = await deptUse(tx, input.deptId)
  if (Object.values(use).some((n) => (n ?? 0) > 0)) return fail('people.deptNotEmpty', use)
  try {
    await deleteDept(tx, input.deptId)
  } catch (error) {
    // People or records that the asker does not see.
    if (isForeignKeyViolation(error)) return fail('people.deptNotEmpty')
    throw error
  }
  audit({ object: 'department', objectId: input.deptId, before: audited(before) })
  return {}
}
