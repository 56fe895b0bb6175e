import { DEPT_TYPE } from '@chauffeur/contract/access/session'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { peopleCalls } from '@chauffeur/contract/access/user'
import { findChannel } from '#areas/partner/channel'
import { administratorRemains, allRoles, grantorOf } from '../role/index.ts'
import { type Grantor, isAdministrator, lackingToGive } from '../function/index.ts'
import { tenantCities } from '#areas/operations/city'
import { isForeignKeyViolation } from '#platform/database/db'
import type { WriteContext } from '#platform/http/implement'
import { unknownPassword } from '#platform/identity/password'
import { type Access, administerRefusal, giveRefusal, roleFitsDept, sameAccess } from './access.rules.ts'
import { findDept, plainDepartments } from './department.queries.ts'
import { pathOf } from './department.rules.ts'
import { issuePasswordLink } from './password-link.service.ts'
import {
  deleteUser,
  endSessionsOf,
  findUser,
  insertUser,
  lockUser,
  setUnusablePassword,
  setUserRoles,
  updateUser,
  type UserDb,
} from './user.queries.ts'
import { personOf, userView } from './user.view.ts'

type Calls = typeof peopleCalls
type GiveFailure = Exclude<Calls['userAdd']['failures'][number], 'people.usernameTaken'>
type CareFailure = 'people.userNotFound' | 'people.beyondScope' | 'people.beyondOwn' | 'people.higherLevel'

/** What the operation log keeps of a person. */
const audited = (row: UserDb) => ({
  username: row.username,
  realName: row.real_name,
  phone: row.phone,
  email: row.email,
  level: row.level,
  deptId: row.dept_id,
  allCities: row.all_cities,
  cityIds: row.city_ids,
  channelId: row.channel_id,
  status: row.status,
  roles: row.roles,
})

/** The person under a row lock, refused where the grantor may not look after them. */
async function inCare({ tx, fail }: Pick<WriteContext<CareFailure>, 'tx' | 'fail'>, grantor: Grantor, userId: string): Promise<UserDb> {
  const row = (await lockUser(tx, userId)) && (await findUser(tx, userId))
  if (!row) return fail('people.userNotFound')
  if (userId === grantor.userId) return row
  const refused = administerRefusal(grantor, personOf(row), lackingToGive(row.codes ?? [], grantor.authorities))
  return refused ? fail(refused.refusal, refused.detail) : row
}

/** Checks the access somebody is to get; the functions of their roles. */
async function checked(
  { tx, fail }: Pick<WriteContext<GiveFailure>, 'tx' | 'fail'>,
  grantor: Grantor,
  wanted: Omit<Access, 'deptType'> & { roleIds: readonly string[] },
  before: { cityIds: readonly string[]; roleIds: readonly string[] },
): Promise<{ access: Access; codes: Set<string> }> {
  const dept = await findDept(tx, wanted.deptId)
  if (!dept) return fail('people.deptNotFound')
  const access = { ...wanted, deptType: dept.dept_type, channelId: dept.dept_type === DEPT_TYPE.partner ? wanted.channelId : null }
  if (access.deptType === DEPT_TYPE.partner && access.channelId === null) return fail('people.channelRequired')
  if (access.channelId !== null && !(await findChannel(tx, access.channelId))) return fail('people.channelNotFound')

  const roles = new Map((await allRoles(tx)).map((role) => [role.role_id, role]))
  const given = wanted.roleIds.map((id) => roles.get(id) ?? fail('people.roleNotFound'))
  const codes = new Set(given.flatMap((role) => role.function_codes ?? []))
  const refused = giveRefusal(grantor, access, lackingToGive(codes, grantor.authorities))
  if (refused) return fail(refused.refusal, refused.detail)

  const cities = new Set((await tenantCities(tx)).map((city) => city.city_id))
  const unknown = access.cityIds.filter((id) => !cities.has(id) && !before.cityIds.includes(id))
  if (unknown.length > 0) return fail('people.unknownCity', { unknown })
  const depts = (await plainDepartments(tx)).map((row) => ({ deptId: row.dept_id, parentId: row.parent_id, deptType: row.dept_type }))
  const path = pathOf(depts, access.deptId)
  const misfit = given.filter((role) => !roleFitsDept({ deptIds: role.dept_ids ?? [] }, path))
  if (misfit.length > 0) return fail('people.roleNotForDept', { roleIds: misfit.map((role) => role.role_id) })
  return { access, codes }
}

/** Their live streams notice within seconds; this process's next request at once. */
async function endSessions(
  { tx, platform }: Pick<WriteContext<never>, 'tx' | 'platform'>,
  userId: string,
  reason: 'PASSWORD' | 'DISABLED',
) {
  const hashes = await endSessionsOf(tx, userId, reason)
  for (const hash of hashes) platform.forgetSession(hash)
}

export async function addUser(input: ParsedInputOf<Calls['userAdd']>, context: WriteContext<Calls['userAdd']['failures'][number]>) {
  const { tx, operator, scope, audit, fail } = context
  const grantor = await grantorOf(tx, operator, scope)
  const wanted = {
    deptId: input.deptId,
    level: input.level ?? 1,
    allCities: input.allCities ?? false,
    cityIds: input.allCities ? [] : [...new Set(input.cityIds)],
    channelId: input.channelId ?? null,
    roleIds: [...new Set(input.roleIds)],
  }
  const { access } = await checked(context, grantor, wanted, { cityIds: [], roleIds: [] })
  const userId = await insertUser(
    tx,
    {
      username: input.username,
      passwordHash: await unknownPassword(),
      real_name: input.realName,
      phone: input.phone ?? '',
      email: input.email ?? '',
      level: access.level,
      dept_id: access.deptId,
      all_cities: access.allCities,
      city_ids: [...access.cityIds],
      channel_id: access.channelId,
    },
    { tenantId: operator.tenantId, by: operator.userId },
  )
  if (!userId) return fail('people.usernameTaken')
  await setUserRoles(tx, operator.tenantId, userId, wanted.roleIds)
  const link = await issuePasswordLink(tx, { tenantId: operator.tenantId, userId, by: operator.userId })
  const after = await findUser(tx, userId)
  audit({ object: 'user', objectId: userId, after: after && audited(after) })
  return { userId, link }
}

export async function changeUser(
  input: ParsedInputOf<Calls['userUpdate']>,
  context: WriteContext<Calls['userUpdate']['failures'][number]>,
) {
  const { tx, operator, scope, platform, audit, fail } = context
  const grantor = await grantorOf(tx, operator, scope)
  const before = await inCare(context, grantor, input.userId)
  if (before.version !== input.version) return fail('people.versionConflict', { current: userView(before, grantor) })
  const now = { ...personOf(before), roleIds: (before.roles ?? []).map((role) => role.roleId) }
  const allCities = input.allCities ?? now.allCities
  const wanted = {
    ...now,
    deptId: input.deptId ?? now.deptId,
    level: input.level ?? now.level,
    allCities,
    cityIds: allCities ? [] : [...new Set(input.cityIds ?? now.cityIds)],
    channelId: input.channelId === undefined ? now.channelId : input.channelId || null,
    roleIds: [...new Set(input.roleIds ?? now.roleIds)],
  }
  let access: Access = now
  if (!sameAccess(now, wanted)) {
    if (input.userId === operator.userId) return fail('people.self')
    const given = await checked(context, grantor, wanted, now)
    access = given.access
    const was = new Set(before.codes)
    if (
      isAdministrator(was) &&
      !isAdministrator(given.codes) &&
      !(await administratorRemains(platform, operator.tenantId, { userId: input.userId }))
    )
      return fail('people.lastAdministrator')
    await setUserRoles(tx, operator.tenantId, input.userId, wanted.roleIds)
  }
  const version = await updateUser(
    tx,
    input.userId,
    {
      ...(input.realName !== undefined && { real_name: input.realName }),
      ...(input.phone !== undefined && { phone: input.phone }),
      ...(input.email !== undefined && { email: input.email }),
      level: access.level,
      dept_id: access.deptId,
      all_cities: access.allCities,
      city_ids: [...access.cityIds],
      channel_id: access.channelId,
    },
    operator.userId,
  )
  const after = await findUser(tx, input.userId)
  audit({ object: 'user', objectId: input.userId, before: audited(before), after: after && audited(after) })
  return { version }
}

export async function changeStatus(
  input: ParsedInputOf<Calls['changeUserStatus']>,
  context: WriteContext<Calls['changeUserStatus']['failures'][number]>,
) {
  const { tx, operator, scope, platform, audit, fail } = context
  const grantor = await grantorOf(tx, operator, scope)
  if (input.userId === operator.userId) return fail('people.self')
  const before = await inCare(context, grantor, input.userId)
  if (before.version !== input.version) return fail('people.versionConflict', { current: userView(before, grantor) })
  if (input.status === 'DISABLED' && isAdministrator(new Set(before.codes))) {
    if (!(await administratorRemains(platform, operator.tenantId, { userId: input.userId }))) return fail('people.lastAdministrator')
  }
  const version = await updateUser(tx, input.userId, { status: input.status }, operator.userId)
  await endSessions(context, input.userId, 'DISABLED')
  audit({ object: 'user', objectId: input.userId, before: { status: before.status }, after: { status: input.status } })
  return { version }
}

export async function removeUser(
  input: ParsedInputOf<Calls['userDelete']>,
  context: WriteContext<Calls['userDelete']['failures'][number]>,
) {
  const { tx, operator, scope, platform, audit, fail } = context
  const grantor = await grantorOf(tx, operator, scope)
  if (input.userId === operator.userId) return fail('people.self')
  const before = await inCare(context, grantor, input.userId)
  if (before.version !== input.version) return fail('people.versionConflict', { current: userView(before, grantor) })
  if (isAdministrator(new Set(before.codes)) && !(await administratorRemains(platform, operator.tenantId, { userId: input.userId })))
    return fail('people.lastAdministrator')
  await endSessions(context, input.userId, 'DISABLED')
  try {
    await deleteUser(tx, input.userId)
  } catch (error) {
    if (isForeignKeyViolation(error)) return fail('people.userInUse')
    throw error
  }
  audit({ object: 'user', objectId: input.userId, before: audited(before) })
  return {}
}

export async function resetPassword(userId: string, context: WriteContext<Calls['resetPassword']['failures'][number]>) {
  const { tx, operator, scope, audit, fail } = context
  const grantor = await grantorOf(tx, operator, scope)
  if (userId === operator.userId) return fail('people.self')
  const before = await inCare(context, grantor, userId)
  await setUnusablePassword(tx, userId, await unknownPassword(), operator.userId)
  await endSessions(context, userId, 'PASSWORD')
  const link = await issuePasswordLink(tx, { tenantId: operator.tenantId, userId, by: operator.userId })
  audit({ object: 'user', objectId: userId, after: { username: before.username, linkUntil: link.expiresAt } })
  return { link }
}
