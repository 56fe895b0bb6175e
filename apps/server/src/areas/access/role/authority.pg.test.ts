import { functionCalls as functions } from '@chauffeur/contract/access/function'
import { menuCalls as menus } from '@chauffeur/contract/access/menu'
import { roleCalls as roles } from '@chauffeur/contract/access/role'
import { authorityCalls } from '@chauffeur/contract/access/authority'
import { authorityNames } from '@chauffeur/contract/authorities'
import { LIVE_PATH } from '@chauffeur/contract/operations/live'
import { orderCalls } from '@chauffeur/contract/order/list'
import { peopleCalls } from '@chauffeur/contract/access/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asking } from '#test/ask'
import { makeWorld, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.owner.query('update users set level = 3')
})
afterAll(() => world.close())

const { one, ok, refused } = asking(() => world)
const newRole = async (name: string, functionCodes: string[], more: object = {}) =>
  (await ok(roles.roleAdd, { name, functionCodes, ...more })).roleId!

/** Listens on the stream of a session; resolves once it is open with what waits for the word and tells when it came. */
async function listening(token: string, word = 'menu'): Promise<() => Promise<void>> {
  const { http } = world.app
  const address = http.server.listening ? http.listeningOrigin : await http.listen({ port: 0, host: '127.0.0.1' })
  const stream = await fetch(`${address}${LIVE_PATH}?topics=session`, { headers: { token } })
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  return async () => {
    for (let text = ''; ; ) {
      const { value, done } = await reader.read()
      text += value ?? ''
      if (text.includes(`"what":"${word}"`)) return
      if (done) throw new Error(`The stream ended without ${word}: ${text}`)
    }
  }
}
const hears = async (token: string, word: string) => (await listening(token, word))()

test('a role keeps what it was given, and the log says what changed', async () => {
  const roleId = await newRole('调度', ['order.view', 'driver.view'])
  await ok(roles.roleUpdate, { roleId, version: 1, functionCodes: ['order.view', 'order.cancel'], remark: '夜班用' })
  expect(await ok(roles.roleFunctionIds, { roleId })).toEqual({ functionIds: ['order.cancel', 'order.view'], version: 2 })
  const log = await world.owner.query(
    `select before -> 'functionCodes' as before, after -> 'functionCodes' as after from operation_logs where object = 'role' and object_id = $1 order by at desc limit 1`,
    [roleId],
  )
  expect(log.rows).toEqual([{ before: ['driver.view', 'order.view'], after: ['order.view', 'order.cancel'] }])
})

test('roles are sorted by name and by their last change', async () => {
  for (const name of ['排序乙', '排序丙', '排序甲']) await newRole(name, [])
  const named = async (input: object) =>
    (await ok<{ rows: { name: string }[] }>(roles.roleList, { keyword: '排序', ...input })).rows.map(({ name }) => name.slice(2))
  const byName = await named({ sortBy: 'name' })
  expect(await named({ sortBy: 'name', sortOrder: 'desc' })).toEqual(byName.toReversed())
  expect(await named({ sortBy: 'updatedAt', sortOrder: 'desc' })).toEqual(['甲', '丙', '乙'])
})

test('two administrators editing one role: the slower one sees the present functions', async () => {
  const roleId = await newRole('冲突', ['order.view'])
  await ok(roles.roleUpdate, { roleId, version: 1, functionCodes: ['driver.view'] })
  const answer = await world.send(roles.roleUpdate, { roleId, version: 1, functionCodes: [] })
  expect(answer).toMatchObject({ code: 40950, data: { current: { version: 2, functionCodes: ['driver.view'] } } })
})

test('one’s own role keeps its functions, and nobody adds to it', async () => {
  const own = await one('select role_id from user_roles where user_id = $1', [world.people.all.userId])
  expect(await refused(roles.roleUpdate, { roleId: own, version: 1, functionCodes: [] })).toMatch(/authority\.(ownRole|beyondOwn)/)
  expect((await ok<{ functionIds: string[] }>(roles.roleFunctionIds, { roleId: own })).functionIds).toHaveLength(
    Object.keys(authorityNames).length,
  )
  expect(await refused(roles.roleDelete, { roleId: own, version: 1 })).toBe('authority.roleInUse')
})

test('functions for platform administrators cannot be handed out in a tenant', async () => {
  expect(await refused(roles.roleAdd, { name: '越权', functionCodes: ['tenant.edit'] })).toBe('authority.beyondOwn')
  expect(await refused(roles.roleAdd, { name: '不存在', functionCodes: ['no.such'] })).toBe('authority.unknownFunction')
})

test('a copy has the functions, a comparison says what differs', async () => {
  const roleId = await newRole('原件', ['order.view', 'order.cancel'])
  expect(await refused(roles.roleCopy, { roleId, name: '原件' })).toBe('authority.roleNameTaken')
  const copy = (await ok(roles.roleCopy, { roleId, name: '副本' })).roleId!
  await ok(roles.roleUpdate, { roleId: copy, version: 1, functionCodes: ['order.view', 'driver.view'] })
  const codes = (rows: { code: string }[]) => rows.map((row) => row.code)
  const compared = await ok<Record<'both' | 'onlyRole' | 'onlyOther', { code: string }[]>>(roles.roleCompare, { roleId, otherRoleId: copy })
  expect([codes(compared.both), codes(compared.onlyRole), codes(compared.onlyOther)]).toEqual([
    ['order.view'],
    ['order.cancel'],
    ['driver.view'],
  ])
})

test('an organisation’s administrator makes roles for the own departments alone', async () => {
  expect(await refused(roles.roleAdd, { name: '全员', functionCodes: ['order.view'] }, 'company')).toBe('authority.roleBeyondScope')
  expect(await refused(roles.roleAdd, { name: '上海', functionCodes: ['order.view'], deptIds: [world.shanghaiOrg] }, 'company')).toBe(
    'authority.roleBeyondScope',
  )
  const { roleId } = await ok(roles.roleAdd, { name: '车队长', functionCodes: ['order.view'], deptIds: [world.fleetOrg] }, 'company')
  const outside = { username: 'outside', realName: '外', deptId: world.shanghaiOrg, cityIds: ['310000'], roleIds: [roleId] }
  expect(await refused(peopleCalls.userAdd, outside)).toBe('people.roleNotForDept')
})

test('a menu entry leads to a page or a web address, never to a script', async () => {
  for (const url of ['javascript:alert(1)', 'iframe:javascript:alert(1)', 'data:text/html,x', '//evil.example', 'iframe://evil.example'])
    expect(await world.send(menus.menuAdd, { name: '坏', url })).toMatchObject({ code: 400 })
  const { menuId } = await ok(menus.menuAdd, {
    name: '报表',
    url: 'iframe:https://bi.example/day',
    functionCodes: ['order.view'],
    icon: 'BarChartOutlined',
  })
  expect(await ok(authorityCalls.leftMenu, {})).toMatchObject([{ id: menuId, url: 'iframe:https://bi.example/day' }])
  expect(await ok(authorityCalls.leftMenu, {}, 'weak')).toEqual([])
  expect((await ok<{ functions: { code: string }[] }>(menus.menuFunctions, { menuId })).functions).toMatchObject([{ code: 'order.view' }])
})

test('dragging an entry changes its place and parent at once, and one sees it as a role would', async () => {
  const add = async (name: string, more: object = {}) => (await ok(menus.menuAdd, { name, url: '/x', ...more })).menuId!
  const group = (await ok(menus.menuAdd, { name: '组' })).menuId!
  const [a, b, c] = [
    await add('甲', { parentId: group }),
    await add('乙', { functionCodes: ['order.cancel'] }),
    await add('丙', { parentId: group }),
  ]
  await ok(menus.menuMove, { menuId: b, version: 1, parentId: group, position: 1 })
  const tree = await ok<{ menus: { menuId: string; children: { menuId: string }[] }[] }>(menus.menuTree, {})
  expect(tree.menus.find((menu) => menu.menuId === group)?.children.map((child) => child.menuId)).toEqual([a, b, c])
  expect(await refused(menus.menuMove, { menuId: group, version: 1, parentId: a, position: 0 })).toBe('authority.menuCycle')
  expect(await refused(menus.menuMove, { menuId: b, version: 1, position: 0 })).toBe('authority.versionConflict')
  expect(await refused(menus.menuDelete, { menuId: group, version: 1 })).toBe('authority.menuNotEmpty')
  const roleId = await newRole('只看', ['order.view'])
  const preview = await ok<{ menu: { id: string; children: { id: string }[] }[] }>(menus.menuPreview, { roleId })
  expect(preview.menu.find((item) => item.id === group)?.children.map((item) => item.id)).toEqual([a, c])
  expect(await refused(menus.menuUpdate, { menuId: a, version: 1, name: '改' }, 'company')).toBe('authority.wholeTenantOnly')
})

test('the program’s functions can be renamed on the screen but neither removed nor recoded', async () => {
  const row = async () =>
    (await ok<{ rows: { code: string; name: string; version: number }[] }>(functions.functionList, { keyword: 'order.cancel' }, 'platform'))
      .rows[0]!
  const { version } = await row()
  expect((await world.send(functions.functionUpdate, { code: 'order.cancel', version, name: '撤单' }, 'all')).code).toBe(403)
  await ok(functions.functionUpdate, { code: 'order.cancel', version, name: '撤单', sort: 5 }, 'platform')
  expect(await row()).toMatchObject({ name: '撤单', version: version + 1 })
  expect(await refused(functions.functionDelete, { code: 'order.cancel' }, 'platform')).toBe('authority.functionFixed')
  expect((await world.send(functions.functionAdd, { code: 'order.steal', name: 'x' }, 'platform')).code).toBe(400)
  await ok(functions.functionUpdate, { code: 'order.cancel', version: version + 1, name: '' }, 'platform')
  expect(await row()).toMatchObject({ name: '取消订单' })
})

test('a function of one’s own stands in the tree, gates a menu entry, and stays while that uses it', async () => {
  await ok(functions.functionAdd, { code: 'custom.bi', name: '报表系统', kind: 'MENU' }, 'platform')
  await ok(functions.functionAdd, { code: 'custom.bi.export', name: '导出报表', parentCode: 'custom.bi' }, 'platform')
  expect(await refused(functions.functionUpdate, { code: 'custom.bi', version: 1, parentCode: 'custom.bi.export' }, 'platform')).toBe(
    'authority.functionCycle',
  )
  const tree = await ok<{ areas: { area: string; functions: { code: string; grantable: boolean; children: { code: string }[] }[] }[] }>(
    functions.functionTree,
    {},
  )
  const custom = tree.areas.find((area) => area.area === 'custom')
  expect(custom?.functions).toMatchObject([{ code: 'custom.bi', grantable: false, children: [{ code: 'custom.bi.export' }] }])
  const v2 = await ok<{ systems: { platformId: number; areas: { area: string }[] }[] }>(functions.functionTreeV2, { grantableOnly: true })
  expect(v2.systems.map((system) => system.platformId)).toEqual([3])
  expect(v2.systems[0]!.areas.map((area) => area.area)).not.toContain('custom')
  const { menuId } = await ok(menus.menuAdd, { name: 'BI', url: 'https://bi.example', functionCodes: ['custom.bi'] })
  expect(await refused(functions.functionDelete, { code: 'custom.bi' }, 'platform')).toBe('authority.functionInUse')
  await ok(functions.functionDelete, { code: 'custom.bi.export' }, 'platform')
  await ok(menus.menuDelete, { menuId, version: 1 })
  await ok(functions.functionDelete, { code: 'custom.bi' }, 'platform')
})

test('systems answer to one platform number each, and menus to systems that exist', async () => {
  expect(await refused(functions.systemAdd, { platformId: 3, name: '又一个' }, 'platform')).toBe('authority.platformTaken')
  const { systemId } = await ok(functions.systemAdd, { platformId: 9, name: '司机端', baseUrl: 'https://driver.example' }, 'platform')
  expect(await ok(functions.platforms, {}, 'weak')).toMatchObject({ rows: [{ platformId: 3 }, { platformId: 9, systemId }] })
  expect((await world.send(functions.systemUpdate, { systemId, version: 1, baseUrl: 'javascript:alert(1)' }, 'platform')).code).toBe(400)
  expect(await refused(menus.menuAdd, { name: 'x', platformId: 10 })).toBe('authority.unknownPlatform')
  const { menuId } = await ok(menus.menuAdd, { name: 'x', platformId: 9 })
  expect(await refused(functions.systemDelete, { systemId }, 'platform')).toBe('authority.systemInUse')
  await ok(menus.menuDelete, { menuId, version: 1 })
  await ok(functions.systemDelete, { systemId }, 'platform')
})

test('a change of a role reaches those who are signed in, their streams too, without signing in again', async () => {
  const roleId = await newRole('随时变', ['order.view'])
  const { userId, version } = (await ok<{ rows: { userId: string; version: number }[] }>(peopleCalls.userList, { keyword: 'weak' }))
    .rows[0]!
  await ok(peopleCalls.userUpdate, { userId, version, roleIds: [roleId] })
  const waitFor = async (until: () => Promise<boolean>) => {
    while (!(await until())) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const mayList = async () => (await world.send(orderCalls.list, {}, 'weak')).code === 0
  await waitFor(mayList)

  const heard = hears(world.people.weak.token, 'authorities')
  await ok(roles.roleUpdate, { roleId, version: 1, functionCodes: [] })
  await waitFor(async () => !(await mayList()))
  await heard
  expect((await world.send(orderCalls.list, {}, 'weak')).code).toBe(403)
})

test('a changed menu is told to everybody of the tenant, also to whom one city is all they see, and to nobody else', async () => {
  const heard = await Promise.all(['hangzhou', 'partner'].map((name) => listening(world.people[name as 'hangzhou'].token)))
  let elsewhere = false
  void hears(world.people.other.token, 'menu').then(
    () => (elsewhere = true),
    () => undefined,
  )
  const { menuId } = await ok(menus.menuAdd, { name: '新入口', url: '/Order/List' })
  await ok(menus.menuUpdate, { menuId, version: 1, name: '改名' })
  for (const one of heard) await one()
  expect(elsewhere).toBe(false)
})

test('a tree of five thousand functions comes whole', async () => {
  await world.owner.query(
    `insert into functions (code, name, name_en, area, source, system_id, parent_code)
     select 'custom.f' || n, '功能' || n, '', 'custom', 'ADDED', (select system_id from systems limit 1), null from generate_series(1, 5000) n`,
  )
  const { areas } = await ok<{ areas: { area: string; functions: object[] }[] }>(functions.functionTree, {})
  expect(areas.find((area) => area.area === 'custom')?.functions).toHaveLength(5000)
  await world.owner.query(`delete from functions where source = 'ADDED'`)
})

test('the administrators’ own role is not deleted, and a code is not given to two functions', async () => {
  const roleId = await newRole('管理员', ['user.edit', 'role.edit'])
  await world.owner.query('update roles set administrator = true where role_id = $1', [roleId])
  expect(await refused(roles.roleDelete, { roleId, version: 1 })).toBe('authority.administratorRole')
  await ok(functions.functionAdd, { code: 'custom.taken', name: '先来的' }, 'platform')
  expect(await refused(functions.functionAdd, { code: 'custom.taken', name: '后来的' }, 'platform')).toBe('authority.codeTaken')
  expect(await one(`select name from functions where code = 'custom.taken'`)).toBe('先来的')
})

test('a role says who has it and which functions it gives, within what the asker sees', async () => {
  const roleId = await newRole('两人的角色', ['order.view'])
  const { all, hangzhou } = world.people
  await world.owner.query('insert into user_roles (tenant_id, user_id, role_id) values ($1, $2, $4), ($1, $3, $4)', [
    world.tenantA,
    all.userId,
    hangzhou.userId,
    roleId,
  ])
  const users = async (as?: string) =>
    (await ok<{ rows: { userId: string }[] }>(roles.roleUsers, { roleId, pageNo: 1, pageSize: 20 }, as)).rows.map(({ userId }) => userId)
  expect((await users()).toSorted()).toEqual([all.userId, hangzhou.userId].toSorted())
  // Headquarters' people are beyond an organisation.
  expect(await users('company')).toEqual([])
  expect(await ok(roles.roleInfo, { roleId })).toMatchObject({ roleId, name: '两人的角色', functionCodes: ['order.view'] })
  expect(await refused(roles.roleInfo, { roleId }, 'other')).toBe('authority.roleNotFound')
  expect(await refused(roles.roleDelete, { roleId, version: 1 })).toBe('authority.roleInUse')
})

test('functions, systems and menu entries that are not there are named as missing, and nothing is made below them', async () => {
  const nothing = '999999999'
  expect(await refused(functions.functionUpdate, { code: 'custom.lost', version: 1, name: 'x' }, 'platform')).toBe(
    'authority.functionNotFound',
  )
  expect(await refused(functions.functionDelete, { code: 'custom.lost' }, 'platform')).toBe('authority.functionNotFound')
  const below = { code: 'custom.child', name: '下级', parentCode: 'custom.lost' }
  expect(await refused(functions.functionAdd, below, 'platform')).toBe('authority.functionNotFound')
  expect(await refused(functions.systemUpdate, { systemId: nothing, version: 1, name: 'x' }, 'platform')).toBe('authority.systemNotFound')
  expect(await refused(functions.systemDelete, { systemId: nothing }, 'platform')).toBe('authority.systemNotFound')
  expect(await refused(menus.menuAdd, { name: 'x', parentId: nothing })).toBe('authority.menuNotFound')
  expect(await refused(menus.menuDelete, { menuId: nothing, version: 1 })).toBe('authority.menuNotFound')
  expect(await one(`select count(*) from functions where code like 'custom.child%'`)).toBe('0')
})
