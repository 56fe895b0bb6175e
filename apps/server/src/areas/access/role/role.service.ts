import type { roleCalls } from '@chauffeur/contract/access/role'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { TenantTx } from '#platform/database/db'
import type { WriteContext } from '#platform/http/implement'
import { knownCodes } from '../function/index.ts'
import { ADMINISTRATION, difference, type Grantor, roleChangeRefusal, type RoleState } from '../function/index.ts'
import { administratorRemains, grantorOf } from './grantor.service.ts'
import {
  deleteRole,
  holdersBeyondSight,
  insertRole,
  lockRole,
  type RoleDb,
  roleNamed,
  roleWithUse,
  setRoleDepartments,
  setRoleFunctions,
  updateRole,
  visibleDepts,
} from './role.queries.ts'
import { roleView } from './role.view.ts'

type Calls = typeof roleCalls
const stateOf = (row: RoleDb): RoleState => ({ functionCodes: row.function_codes ?? [], deptIds: row.dept_ids ?? [] })
const audited = (row: { name: string; remark: string }, state: RoleState) => ({ name: row.name, remark: row.remark, ...state })

/** Functions that do not exist, and departments out of sight, among what a role is to become. */
async function missing(tx: TenantTx, state: Partial<RoleState>) {
  const codes = state.functionCodes ?? []
  const known = codes.length ? await knownCodes(tx, codes) : new Set<string>()
  const depts = state.deptIds ?? []
  const visible = depts.length ? await visibleDepts(tx, depts) : []
  return { unknown: codes.filter((code) => !known.has(code)), hidden: depts.filter((id) => !visible.includes(id)) }
}

async function create(
  { tx, operator, audit, fail }: WriteContext<'authority.beyondOwn' | 'authority.roleBeyondScope' | 'authority.roleNameTaken'>,
  grantor: Grantor,
  row: { name: string; remark: string },
  after: RoleState,
) {
  const refused = roleChangeRefusal(grantor, { before: null, after, own: false, hiddenHolders: 0 })
  if (refused && refused.refusal !== 'authority.ownRole') return fail(refused.refusal, { lacking: refused.lacking })
  if (await roleNamed(tx, row.name)) return fail('authority.roleNameTaken')
  const roleId = await insertRole(tx, { ...row, tenantId: operator.tenantId, by: operator.userId })
  await setRoleFunctions(tx, operator.tenantId, roleId, { added: [...after.functionCodes], removed: [] })
  await setRoleDepartments(tx, operator.tenantId, roleId, after.deptIds)
  audit({ object: 'role', objectId: roleId, after: audited(row, after) })
  return { roleId }
}

export async function addRole(input: ParsedInputOf<Calls['roleAdd']>, context: WriteContext<Calls['roleAdd']['failures'][number]>) {
  const { tx, operator, scope, fail } = context
  const grantor = await grantorOf(tx, operator, scope)
  const after = { functionCodes: [...new Set(input.functionCodes)], deptIds: [...new Set(input.deptIds)] }
  const { unknown, hidden } = await missing(tx, after)
  if (unknown.length > 0) return fail('authority.unknownFunction', { unknown })
  if (hidden.length > 0) return fail('authority.roleBeyondScope')
  return create(context, grantor, { name: input.name, remark: input.remark ?? '' }, after)
}

/** A copy has the functions and departments, and nobody yet. */
export async function copyRole(input: ParsedInputOf<Calls['roleCopy']>, context: WriteContext<Calls['roleCopy']['failures'][number]>) {
  const { tx, operator, scope, fail } = context
  const grantor = await grantorOf(tx, operator, scope)
  const from = await roleWithUse(tx, input.roleId)
  if (!from) return fail('authority.roleNotFound')
  return create(context, grantor, { name: input.name, remark: from.remark }, stateOf(from))
}

/** The role as whoever asks for the change has seen it, locked. */
async function lockedRole(
  { roleId, version }: { roleId: string; version: number },
  { tx, scope, fail }: WriteContext<'authority.roleNotFound' | 'authority.versionConflict'>,
  grantor: Grantor,
): Promise<RoleDb> {
  const row = (await lockRole(tx, roleId)) && (await roleWithUse(tx, roleId))
  if (!row) return fail('authority.roleNotFound')
  if (row.version !== version)
    return fail('authority.versionConflict', { current: { ...roleView(row, grantor, scope), functionCodes: row.function_codes } })
  return row
}

export async function changeRole(
  input: ParsedInputOf<Calls['roleUpdate']>,
  context: WriteContext<Calls['roleUpdate']['failures'][number]>,
) {
  const { tx, operator, scope, platform, audit, fail } = context
  const grantor = await grantorOf(tx, operator, scope)
  const row = await lockedRole(input, context, grantor)
  const before = stateOf(row)
  const after = {
    functionCodes: input.functionCodes ? [...new Set(input.functionCodes)] : before.functionCodes,
    deptIds: input.deptIds ? [...new Set(input.deptIds)] : before.deptIds,
  }
  const { unknown, hidden } = await missing(tx, { ...(input.functionCodes && after), deptIds: input.deptIds ? after.deptIds : [] })
  if (unknown.length > 0) return fail('authority.unknownFunction', { unknown })
  if (hidden.length > 0) return fail('authority.roleBeyondScope')
  const holders = await holdersBeyondSight(tx, input.roleId)
  const refused = roleChangeRefusal(grantor, { before, after, own: row.own === true, hiddenHolders: holders.hidden })
  if (refused) return fail(refused.refusal, refused.lacking && { lacking: refused.lacking })
  if (input.name !== undefined && input.name !== row.name && (await roleNamed(tx, input.name))) return fail('authority.roleNameTaken')
  const change = difference(before.functionCodes, after.functionCodes)
  const lost = change.removed.filter((code) => (ADMINISTRATION as readonly string[]).includes(code))
  if (lost.length > 0 && !(await administratorRemains(platform, operator.tenantId, { roleId: input.roleId, codes: lost })))
    return fail('authority.lastAdministrator')

  const set = { ...(input.name !== undefined && { name: input.name }), ...(input.remark !== undefined && { remark: input.remark }) }
  const version = await updateRole(tx, input.roleId, set, operator.userId)
  await setRoleFunctions(tx, operator.tenantId, input.roleId, change)
  if (input.deptIds) await setRoleDepartments(tx, operator.tenantId, input.roleId, after.deptIds)
  audit({ object: 'role', objectId: input.roleId, before: audited(row, before), after: audited({ ...row, ...set }, after) })
  return { version }
}

export async function removeRole(
  input: ParsedInputOf<Calls['roleDelete']>,
  context: WriteContext<Calls['roleDelete']['failures'][number]>,
) {
  const { tx, operator, scope, audit, fail } = context
  const grantor = await grantorOf(tx, operator, scope)
  const row = await lockedRole(input, context, grantor)
  if (row.administrator) return fail('authority.administratorRole')
  const holders = await holdersBeyondSight(tx, input.roleId)
  if (holders.all > 0) return fail('authority.roleInUse', { users: holders.all - holders.hidden })
  const before = stateOf(row)
  const refused = roleChangeRefusal(grantor, { before, after: null, own: false, hiddenHolders: 0 })
  if (refused && refused.refusal !== 'authority.ownRole') return fail(refused.refusal, refused.lacking && { lacking: refused.lacking })
  await deleteRole(tx, input.roleId)
  audit({ object: 'role', objectId: input.roleId, before: audited(row, before) })
  return {}
}
