import { departmentCalls as depts } from '@chauffeur/contract/access/department'
import { peopleCalls as calls } from '@chauffeur/contract/access/user'
import { roleCalls as roles } from '@chauffeur/contract/access/role'
import { authorityCalls } from '@chauffeur/contract/access/authority'
import { authorityNames, platformOnly } from '@chauffeur/contract/authorities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken, newToken } from '#platform/identity/session'
import { asking } from '#test/ask'
import { HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'
import { consumePasswordLink } from './password-link.service.ts'

let world: World
let headquarters = ''
let clerks = ''
beforeAll(async () => {
  world = await makeWorld()
  await world.owner.query(`update users set level = 3 where username in ('all', 'hangzhou', 'company', 'partner', 'nowhere', 'platform')`)
  headquarters = await one('select dept_id from users where user_id = $1', [world.people.all.userId])
  clerks = (await ok(roles.roleAdd, { name: '客服', functionCodes: ['order.view', 'callCentre.view'] })).roleId!
})
afterAll(() => world.close())

const { one, ok, refused } = asking(() => world)
let made = 0
/** A new clerk of headquarters, unless told otherwise, with a session. */
async function newPerson(input: Record<string, unknown> = {}) {
  const username = `person${++made}`
  const { userId } = await ok(calls.userAdd, {
    username,
    realName: '小周',
    deptId: headquarters,
    cityIds: [HANGZHOU],
    roleIds: [clerks],
    ...input,
  })
  return { userId: userId!, username, token: await sessionFor(userId!) }
}
async function sessionFor(userId: string) {
  const token = newToken()
  await world.owner.query(`insert into sessions (token_hash, tenant_id, kind, user_id) values ($1, $2, 'OPERATOR', $3)`, [
    hashToken(token),
    world.tenantA,
    userId,
  ])
  return token
}
const version = async (userId: string) => Number(await one('select version from users where user_id = $1', [userId]))

test('a new colleague gets a link, sees what the role gives, and the list shows them', async () => {
  const { userId, link } = await ok<{ userId: string; link: { path: string } }>(calls.userAdd, {
    username: 'XiaoLi',
    realName: '李小梅',
    phone: '138 1234 5678',
    deptId: headquarters,
    cityIds: [HANGZHOU],
    roleIds: [clerks],
    level: 2,
  })
  expect(link.path).toMatch(/^\/#\/password\/[\w-]{43}$/)
  const { rows } = await ok<{ rows: { userId: string; roles: object[]; phone: string }[] }>(calls.userList, { keyword: '李小' })
  expect(rows).toMatchObject([{ userId, username: 'XiaoLi', phone: '13812345678', level: 2, roles: [{ roleId: clerks, name: '客服' }] }])
  const token = await sessionFor(userId)
  expect((await ok<{ authorities: string[] }>(authorityCalls.authorities, {}, token)).authorities).toEqual([
    'callCentre.view',
    'order.view',
  ])
  expect(await refused(calls.userAdd, { username: 'xiaoli', realName: '另一人', deptId: headquarters })).toBe('people.usernameTaken')
})

test('what a form slips in besides is not taken over', async () => {
  const { userId } = await newPerson({
    tenantId: world.tenantB,
    platformAdmin: true,
    platform_admin: true,
    status: 'DISABLED',
    userId: '1',
    version: 9,
  })
  const { rows } = await world.owner.query('select tenant_id, platform_admin, status, version from users where user_id = $1', [userId])
  expect(rows).toEqual([{ tenant_id: world.tenantA, platform_admin: false, status: 'ENABLED', version: 1 }])
  await ok(calls.userUpdate, { userId, version: 1, realName: '改名', tenantId: world.tenantB, platformAdmin: 'true', status: 'DISABLED' })
  const after = await world.owner.query('select tenant_id, platform_admin, status, real_name from users where user_id = $1', [userId])
  expect(after.rows).toEqual([{ tenant_id: world.tenantA, platform_admin: false, status: 'ENABLED', real_name: '改名' }])
})

test('nobody makes a platform administrator by statement either', async () => {
  const scope = { tenantId: world.tenantA, cities: '*', orgs: '*', channel: '*', phones: 'WHOLE' } as const
  const raise = world.app.platform.db.write(scope, (tx) =>
    tx.updateTable('users').set({ platform_admin: true }).where('username', '=', 'weak').execute(),
  )
  await expect(raise).rejects.toThrow('platform_admin')
})

test('a menu asked for under another platform or department type follows the session', async () => {
  const plain = await ok(authorityCalls.leftMenu, {}, 'partner')
  expect(await ok(authorityCalls.leftMenu, { deptType: 1, platformId: 3 }, 'partner')).toEqual(plain)
  expect(await ok(authorityCalls.leftMenu, { platformId: 77 }, 'all')).toEqual([])
})

test('one cannot give more than one has: level, functions, cities, department, channel', async () => {
  const { userId, token } = await newPerson({
    level: 2,
    roleIds: [
      (
        await ok(roles.roleAdd, {
          name: '小管理员',
          functionCodes: ['user.view', 'user.edit', 'user.resetPassword', 'role.view', 'role.edit', 'order.view'],
        })
      ).roleId,
    ],
  })
  const input = { username: 'ally', realName: '同伙', deptId: headquarters, cityIds: [HANGZHOU] }
  expect(await refused(calls.userAdd, { ...input, level: 3 }, token)).toBe('people.higherLevel')
  expect(await refused(calls.userAdd, { ...input, roleIds: [clerks] }, token)).toBe('people.beyondOwn')
  expect(await refused(calls.userAdd, { ...input, cityIds: [HANGZHOU, SHANGHAI] }, token)).toBe('people.beyondScope')
  expect(await refused(calls.userAdd, { ...input, allCities: true }, token)).toBe('people.beyondScope')
  expect(await refused(calls.userAdd, { ...input, deptId: '999999' }, token)).toBe('people.deptNotFound')
  expect(await refused(roles.roleAdd, { name: '新权限', functionCodes: ['order.cancel'] }, token)).toBe('authority.beyondOwn')
  expect(await refused(roles.roleUpdate, { roleId: clerks, version: 1, functionCodes: ['order.view'] }, token)).toMatch(
    /authority\.(beyondOwn|roleBeyondScope)/,
  )
  expect(await refused(roles.roleCopy, { roleId: clerks, name: '抄来的' }, token)).toBe('authority.beyondOwn')
  expect(await refused(calls.userUpdate, { userId, version: 1, level: 3 }, token)).toBe('people.self')
  expect(await refused(calls.userUpdate, { userId, version: 1, allCities: true }, token)).toBe('people.self')
  expect(await refused(calls.userUpdate, { userId, version: 1, roleIds: [] }, token)).toBe('people.self')
  // The stronger one is neither edited nor taken over through a new password.
  const strong = world.people.hangzhou.userId
  for (const call of [calls.userUpdate, calls.userDelete, calls.changeUserStatus, calls.resetPassword])
    expect(await refused(call, { userId: strong, version: await version(strong), realName: 'x', status: 'DISABLED' }, token)).toBe(
      'people.higherLevel',
    )
  expect(await one('select status from users where user_id = $1', [strong])).toBe('ENABLED')
})

test('an organisation looks after its own people only, a partner after those of its channel', async () => {
  const inFleet = { username: 'fleet1', realName: '车队', deptId: world.fleetOrg, cityIds: [HANGZHOU] }
  const { userId } = await ok(calls.userAdd, inFleet, 'company')
  expect(await refused(calls.userAdd, { ...inFleet, username: 'x1', deptId: headquarters }, 'company')).toBe('people.deptNotFound')
  expect(await refused(calls.userAdd, { ...inFleet, username: 'x2', deptId: world.shanghaiOrg }, 'company')).toBe('people.deptNotFound')
  expect(await refused(calls.userUpdate, { userId, version: 1, deptId: world.shanghaiOrg }, 'company')).toBe('people.deptNotFound')
  expect(await refused(calls.userInfo, { userId: world.people.all.userId }, 'company')).toBe('people.userNotFound')
  expect(await refused(calls.resetPassword, { userId: world.people.all.userId }, 'company')).toBe('people.userNotFound')
  const { rows } = await ok<{ rows: { username: string }[] }>(calls.userList, {}, 'company')
  expect(rows.map((row) => row.username).sort()).toEqual(['company', 'fleet1'])

  const partnerDept = await one('select dept_id from users where user_id = $1', [world.people.partner.userId])
  const partner = { username: 'bank1', realName: '银行', deptId: partnerDept, allCities: true }
  expect(await refused(calls.userAdd, partner, 'partner')).toBe('people.channelRequired')
  expect(await refused(calls.userAdd, { ...partner, channelId: world.otherChannel }, 'partner')).toBe('people.channelNotFound')
  await ok(calls.userAdd, { ...partner, channelId: world.channel }, 'partner')
  expect(await refused(depts.deptAdd, { parentId: partnerDept, name: '分部', deptType: 3 }, 'partner')).toBe('people.beyondScope')
})

test('another tenant’s roles, departments and channels cannot be slipped into a list', async () => {
  const theirRole = await one('select role_id from roles where tenant_id = $1', [world.tenantB])
  const theirDept = await one('select dept_id from departments where tenant_id = $1', [world.tenantB])
  const theirChannel = await one(`insert into channels (tenant_id, name, code) values ($1, '乙渠道', 'b') returning channel_id`, [
    world.tenantB,
  ])
  const { userId } = await newPerson()
  expect(await refused(calls.userUpdate, { userId, version: 1, roleIds: [clerks, theirRole] })).toBe('people.roleNotFound')
  expect(await refused(calls.userUpdate, { userId, version: 1, deptId: theirDept })).toBe('people.deptNotFound')
  expect(await refused(calls.userUpdate, { userId, version: 1, cityIds: [HANGZHOU, '440300'] })).toBe('people.unknownCity')
  const partnerDept = await one('select dept_id from users where user_id = $1', [world.people.partner.userId])
  expect(await refused(calls.userUpdate, { userId, version: 1, deptId: partnerDept, channelId: theirChannel })).toBe(
    'people.channelNotFound',
  )
  expect(await refused(roles.roleAdd, { name: '跨租户', functionCodes: [], deptIds: [theirDept] })).toBe('authority.roleBeyondScope')
  expect(await refused(depts.deptAdd, { parentId: theirDept, name: '跨租户', deptType: 1 })).toBe('people.deptNotFound')
  expect(await one('select count(*) from user_roles where user_id = $1', [userId])).toBe('1')
})

test('two administrators editing one person: the slower one sees what is there now', async () => {
  const { userId } = await newPerson()
  await ok(calls.userUpdate, { userId, version: 1, realName: '先改的' })
  const answer = await world.send(calls.userUpdate, { userId, version: 1, realName: '后改的' })
  expect(answer).toMatchObject({ error: 'people.versionConflict', data: { current: { userId, realName: '先改的', version: 2 } } })
  expect(await one('select real_name from users where user_id = $1', [userId])).toBe('先改的')
})

test('edits sent at the same moment: one wins, none is lost', async () => {
  const { userId } = await newPerson()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => world.send(calls.userUpdate, { userId, version: 1, realName: `第${n}个` })),
  )
  expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1)
  expect(answers.filter((answer) => answer.error === 'people.versionConflict')).toHaveLength(7)
})

test('disabling somebody ends their sessions at once, and nobody disables or deletes themselves', async () => {
  const { userId, token } = await newPerson()
  await ok(authorityCalls.authorities, {}, token)
  await ok(calls.changeUserStatus, { userId, version: 1, status: 'DISABLED' })
  expect((await world.send(authorityCalls.authorities, {}, token)).code).toBe(401)
  const self = { userId: world.people.all.userId, version: await version(world.people.all.userId) }
  expect(await refused(calls.changeUserStatus, { ...self, status: 'DISABLED' })).toBe('people.self')
  expect(await refused(calls.userDelete, self)).toBe('people.self')
  expect(await refused(calls.resetPassword, self)).toBe('people.self')
})

test('of two administrators who disable each other, one remains', async () => {
  const other = await makeWorld()
  try {
    await other.owner.query(`update users set status = 'DISABLED' where tenant_id = $1 and username not in ('all', 'hangzhou')`, [
      other.tenantA,
    ])
    await other.owner.query(`update users set level = 3, all_cities = true where tenant_id = $1`, [other.tenantA])
    const disable = (who: 'all' | 'hangzhou', by: 'all' | 'hangzhou') =>
      other.send(calls.changeUserStatus, { userId: other.people[who].userId, version: 1, status: 'DISABLED' }, by)
    const answers = await Promise.all([disable('all', 'hangzhou'), disable('hangzhou', 'all')])
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1)
    const left = await other.owner.query(`select 1 from users where tenant_id = $1 and status = 'ENABLED'`, [other.tenantA])
    expect(left.rowCount).toBe(1)
  } finally {
    await other.close()
  }
})

test('a reset password is dead at once; its link works once, within a day, and the newest only', async () => {
  const { userId, token } = await newPerson()
  const first = await ok<{ link: { path: string; expiresAt: string } }>(calls.resetPassword, { userId })
  expect((await world.send(authorityCalls.authorities, {}, token)).code).toBe(401)
  const second = await ok<{ link: { path: string } }>(calls.resetPassword, { userId })
  const secret = (link: { path: string }) => link.path.split('/').at(-1)!
  const use = (value: string) => world.app.platform.db.acrossTenants((tx) => consumePasswordLink(tx, value))
  expect(await use(secret(first.link))).toBeNull()
  const twice = await Promise.all([use(secret(second.link)), use(secret(second.link))])
  expect(twice.filter((owner) => owner?.userId === userId)).toHaveLength(1)
  const late = await ok<{ link: { path: string } }>(calls.resetPassword, { userId })
  await world.owner.query(`update password_links set expires_at = now() - interval '1 second' where user_id = $1`, [userId])
  expect(await use(secret(late.link))).toBeNull()
  const stored = await world.owner.query<{ row: string }>(
    `select l::text as row from password_links l union all select o::text from operation_logs o`,
  )
  for (const { link } of [first, second, late]) expect(stored.rows.some(({ row }) => row.includes(secret(link)))).toBe(false)
})

test('departments move with what is below, stay a tree, and go only when empty', async () => {
  const company = (await ok(depts.deptAdd, { parentId: headquarters, name: '宁波公司', deptType: 2, cityIds: [HANGZHOU] })).deptId!
  const fleet = (await ok(depts.deptAdd, { parentId: company, name: '一队', deptType: 2 })).deptId!
  // The form shows it at the name.
  expect(await world.send(depts.deptAdd, { parentId: company, name: '一队', deptType: 2 })).toMatchObject({
    error: 'people.deptNameTaken',
    data: { fields: [{ path: 'name', message: '同一上级下已有同名部门' }] },
  })
  expect(await refused(depts.deptAdd, { parentId: company, name: '总部', deptType: 1 })).toBe('people.deptTypeMismatch')
  expect(await refused(depts.deptMove, { deptId: company, version: 1, parentId: fleet })).toBe('people.deptCycle')
  expect(await refused(depts.deptDelete, { deptId: company, version: 1 })).toBe('people.deptNotEmpty')
  await ok(depts.deptMove, { deptId: company, version: 1, parentId: world.hangzhouOrg, position: 0 })
  const { rows } = await ok<{ rows: { deptId: string; parentId: string | null }[] }>(depts.deptList, {})
  expect(rows.find((row) => row.deptId === company)?.parentId).toBe(world.hangzhouOrg)
  expect(rows.findIndex((row) => row.deptId === company)).toBeGreaterThan(rows.findIndex((row) => row.deptId === world.hangzhouOrg))
  expect(await refused(depts.deptUpdate, { deptId: company, version: 1, name: 'x' })).toBe('people.versionConflict')
  await ok(depts.deptDelete, { deptId: fleet, version: 1 })
  expect(await refused(depts.deptMove, { deptId: headquarters, version: 1, parentId: company })).toBe('people.ownDept')
})

test('an organisation makes a department of its own and puts somebody in it right away', async () => {
  const deptId = (await ok(depts.deptAdd, { parentId: world.fleetOrg, name: '夜班', deptType: 2 }, 'company')).deptId!
  await ok(calls.userAdd, { username: 'night1', realName: '夜班一', deptId, cityIds: [HANGZHOU] }, 'company')
  expect(await refused(depts.deptMove, { deptId, version: 1, parentId: headquarters }, 'company')).toBe('people.deptNotFound')
  expect(await refused(depts.deptUpdate, { deptId: world.shanghaiOrg, version: 1, name: 'x' }, 'company')).toBe('people.deptNotFound')
})

test('for each function of a person it is said through which role they have it', async () => {
  const second = (await ok(roles.roleAdd, { name: '看订单', functionCodes: ['order.view'] })).roleId
  const { userId } = await newPerson({ roleIds: [clerks, second] })
  const why = await ok<{ functions: { code: string; roles: { name: string }[] }[]; scope: object; withoutEffect: string[] }>(
    calls.effectiveAuthorities,
    {
      userId,
    },
  )
  expect(why.functions.map((row) => [row.code, row.roles.map((role) => role.name)])).toEqual([
    ['callCentre.view', ['客服']],
    ['order.view', ['客服', '看订单']],
  ])
  expect(why.scope).toMatchObject({
    cities: [{ cityId: HANGZHOU, name: '杭州市' }],
    organisations: null,
    channel: null,
    seesNothing: false,
  })
  const mine = await ok<{ functions: { code: string }[]; withoutEffect: string[] }>(calls.effectiveAuthorities, {})
  expect(mine.withoutEffect.sort()).toEqual([...platformOnly].filter((code) => code in authorityNames).sort())
})

test('of twenty thousand people pages, searches and capped counts are right', async () => {
  await world.owner.query(
    `insert into users (tenant_id, username, real_name, dept_id, city_ids, password_hash)
     select $1, 'bulk' || n, '员工' || n, $2, array[$3::bigint], 'none' from generate_series(1, 20000) n`,
    [world.tenantA, headquarters, HANGZHOU],
  )
  // The plan by which roles find their people was made while there were a handful.
  await world.owner.query('analyze users')
  await world.owner.query(`insert into user_roles select tenant_id, user_id, $1 from users where username like 'bulk%'`, [clerks])
  await world.owner.query('analyze user_roles')
  const listed = (input: Record<string, unknown>, as = 'all') =>
    ok<{ rows: { username: string }[]; total: number; totalCapped: boolean }>(calls.userList, input, as)
  const first = await listed({ pageSize: 100 })
  expect(first).toMatchObject({ total: 10_000, totalCapped: true })
  expect(first.rows).toHaveLength(100)
  const found = await listed({ keyword: 'bulk19999', roleId: clerks }, 'hangzhou')
  expect(found.rows.map((row) => row.username)).toEqual(['bulk19999'])
})

test('who left traces in the business is disabled, not deleted; who left none goes whole', async () => {
  const [used, unused] = [await newPerson(), await newPerson()]
  await world.owner.query(
    `insert into jobs (tenant_id, kind, title, title_en, input, queue_id, asked_by, state, ended_at)
     values ($1, 'order.bulk', '批量取消', 'Bulk cancel', '{}', gen_random_uuid(), $2, 'DONE', now())`,
    [world.tenantA, used.userId],
  )
  expect(await refused(calls.userDelete, { userId: used.userId, version: 1 })).toBe('people.userInUse')
  // Nothing of the deletion stays: they are signed in as before.
  expect((await world.send(authorityCalls.authorities, {}, used.token)).code).toBe(0)
  await ok(calls.changeUserStatus, { userId: used.userId, version: 1, status: 'DISABLED' })
  await ok(calls.userDelete, { userId: unused.userId, version: 1 })
  expect((await world.send(authorityCalls.authorities, {}, unused.token)).code).toBe(401)
  expect(await one('select count(*) from users where user_id = $1', [unused.userId])).toBe('0')
})

test('a department keeps its kind while anybody or anything is in it, and departments stand eight deep at most', async () => {
  const deptId = (await ok(depts.deptAdd, { parentId: headquarters, name: '可变部', deptType: 2 })).deptId!
  await newPerson({ deptId })
  expect(await refused(depts.deptUpdate, { deptId, version: 1, deptType: 3 })).toBe('people.deptTypeInUse')
  await world.owner.query('update users set dept_id = $1 where dept_id = $2', [headquarters, deptId])
  await ok(depts.deptUpdate, { deptId, version: 1, deptType: 3 })

  const chain = [(await ok(depts.deptAdd, { parentId: headquarters, name: '一层', deptType: 2 })).deptId!]
  let last = ''
  while (last === '' && chain.length < 20) {
    const answer = await world.send(depts.deptAdd, { parentId: chain.at(-1), name: '下一层', deptType: 2 })
    if (answer.code === 0) chain.push((answer.data as { deptId: string }).deptId)
    else last = answer.error!
  }
  expect(last).toBe('people.deptTooDeep')
  // By moving neither: what hangs below counts.
  const pair = (await ok(depts.deptAdd, { parentId: headquarters, name: '两层', deptType: 2 })).deptId!
  await ok(depts.deptAdd, { parentId: pair, name: '其下', deptType: 2 })
  expect(await refused(depts.deptMove, { deptId: pair, version: 1, parentId: chain.at(-2) })).toBe('people.deptTooDeep')
  await ok(depts.deptMove, { deptId: pair, version: 1, parentId: chain.at(-3) })
})
