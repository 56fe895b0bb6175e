import { areas } from '@chauffeur/contract/all'
import { appsCalls } from '@chauffeur/contract/access/app'
import { authorityCalls } from '@chauffeur/contract/access/authority'
import { menuCalls } from '@chauffeur/contract/access/menu'
import { roleCalls } from '@chauffeur/contract/access/role'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import type { Call, InputOf } from '@chauffeur/contract/kernel/call'
import { peopleCalls } from '@chauffeur/contract/access/user'
import { departmentCalls } from '@chauffeur/contract/access/department'
import { tenancyCalls } from '@chauffeur/contract/access/tenant'
import type { Locator, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { leaves, menuOf } from '../harness/menu.ts'
import { begins, linkIn } from '../harness/account.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { choose, drawerField, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')

const opened = async (link: string) => (await visit(new URL(link).hash.slice(1))).page
const branch = (tree: Locator, name: string) => tree.locator('.ant-tree-treenode', { hasText: name }).first().locator('.ant-tree-checkbox')

test('a newcomer sets up a tenant whose city operator sees one city and two menus, and nothing else', { timeout: 240_000 }, async () => {
  const { page: platform } = await visit('/Sys/Tenant', { as: 'platform' })
  await platform.getByRole('button', { name: '新建租户' }).click()
  await platform.getByLabel('品牌名称').fill('夜航代驾')
  await platform.getByLabel('企业名称').fill('夜航汽车服务有限公司')
  await platform.keyboard.press('Enter')
  await platform.getByLabel('姓名').fill('郑南')
  await platform.getByLabel('用户名').fill('yehang')
  await platform.getByLabel('手机号').fill('13911112222')
  await platform.keyboard.press('Enter')
  await platform.getByLabel('开通城市').click()
  await choose(platform, '杭州')
  await choose(platform, '上海')
  await platform.keyboard.press('Escape')
  expect(await barriers(platform)).toEqual([])
  await screenshot(platform, 'tenant-wizard')
  await platform.getByRole('button', { name: '创建租户' }).click()
  await platform.getByRole('textbox', { name: '一次性链接' }).waitFor()

  const { page: admin } = await begins(await opened(await linkIn(platform)), 'yehang')
  await menuOf(admin).getByRole('link', { name: '控制台' }).waitFor()
  await admin.locator('.side-name', { hasText: '夜航代驾' }).waitFor()
  await expect.poll(() => admin.title()).toContain('夜航代驾')
  await admin.goto(`${address}/#/Sys/Role`)
  await admin.getByRole('button', { name: '新建角色' }).click()
  await admin.getByLabel('名称').fill('杭州值班')
  await admin.keyboard.press('Enter')
  await admin.getByText('按菜单选择').click()
  const menus = admin.getByRole('tree', { name: '角色的菜单' })
  await menus.waitFor()
  await branch(menus, '控制台').click()
  await branch(menus, '取消复核').click()
  await admin.getByText('将看到 2 个菜单').waitFor()
  expect(await barriers(admin)).toEqual([])
  await screenshot(admin, 'role-by-menu')
  await admin.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await admin.getByText('已保存').first().waitFor()

  await admin.goto(`${address}/#/Sys/User`)
  await admin.getByRole('button', { name: '新建用户' }).click()
  await admin.getByLabel('用户名').fill('yehang-hz')
  await admin.getByLabel('姓名').fill('钱塘')
  await drawerField(admin, '部门').click()
  await choose(admin, '杭州分公司')
  await drawerField(admin, '角色').click()
  await choose(admin, '杭州值班')
  await admin.keyboard.press('Escape')
  // The department's city is there already.
  await admin.getByRole('dialog').locator('.ant-select-selection-item', { hasText: '杭州' }).last().waitFor()
  await screenshot(admin, 'new-operator')
  await admin.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await admin.getByRole('textbox', { name: '一次性链接' }).waitFor()

  const { page: operator, token } = await begins(await opened(await linkIn(admin)), 'yehang-hz')
  await operator.locator('.side-name', { hasText: '夜航代驾' }).waitFor()
  await menuOf(operator).getByRole('button', { name: '订单' }).click()
  expect(await menuOf(operator).getByRole('link').allInnerTexts()).toEqual(['控制台', '取消复核'])
  const cities = operator.locator('.home-cities tbody tr')
  await cities.first().waitFor()
  expect(await cities.allInnerTexts()).toEqual([expect.stringContaining('杭州')])
  await screenshot(operator, 'city-operator')
  await operator.goto(`${address}/#/Sys/User`)
  await operator.getByRole('heading', { name: '没有权限' }).waitFor()

  const { authorities } = await send(address, authorityCalls.authorities, {}, token)
  expect(authorities).toEqual(['console.view', 'orderReview.view'])
  const beyond = Object.values(areas)
    .flatMap((calls) => Object.values(calls) as Call[])
    .filter(({ access }) => typeof access === 'object' && !authorities.includes(access.authority))
  expect(beyond.length).toBeGreaterThan(100)
  const answers = await Promise.all(beyond.map(async (call) => `${call.path} ${await refusal(call, token)}`))
  expect(answers).toEqual(beyond.map(({ path }) => `${path} 403`))
})

/** The code a call answers with, whatever is sent. */
async function refusal(call: Call, token: string): Promise<number> {
  const path = call.path.replaceAll(/\{\w+\}/g, '1')
  const response = await fetch(address + path, {
    method: call.method,
    headers: { token, ...(call.method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(call.method === 'POST' ? { body: '{}' } : {}),
  })
  return ((await response.json()) as { code: number }).code
}

test('a menu entry that an administrator adds or takes away changes on the left of who is signed in, within five seconds', async () => {
  const { token } = await visit('/login', { as: 'admin' })
  const { page } = await visit('/', { as: 'cityops' })
  await menuOf(page).getByRole('link', { name: '控制台' }).waitFor()
  await page.getByRole('status').filter({ hasText: '实时' }).waitFor()
  const entry = menuOf(page).getByRole('link', { name: '值班手册' })
  const { menuId } = await send(address, menuCalls.menuAdd, { name: '值班手册', url: '/icons', icon: 'BookOutlined' }, token)
  await expect.poll(() => entry.count()).toBe(1)
  await send(address, menuCalls.menuDelete, { menuId, version: 1 }, token)
  await expect.poll(() => entry.count()).toBe(0)
})

/** Runs where a page takes it for markup. Some fields are short. */
const MARKUP = '<img src=x onerror=struck=1>'
const SHORT = '<img src=x>'

test('markup that an administrator types anywhere is shown as it was typed, on every screen', { timeout: 180_000 }, async () => {
  const { page: platform, token: platformToken } = await visit('/Sys/Tenant', { as: 'platform' })
  const { link } = await send(
    address,
    tenancyCalls.create,
    {
      name: MARKUP,
      brandName: SHORT,
      domain: '',
      adminUsername: 'striker',
      adminName: MARKUP,
      adminPhone: '13911114444',
      cityIds: [HANGZHOU.cityId],
    },
    platformToken,
  )
  await platform.reload()
  await unharmed(platform, '租户列表')
  await platform.goto(`${address}/#/Sys/Tenant?view=log`)
  await unharmed(platform, '租户日志')

  const { page, token } = await begins(await opened(address + link), 'striker')
  const ask = <C extends Call>(call: C, input: InputOf<C>) => send(address, call, input, token)
  const { options } = await ask(departmentCalls.deptSelectList, {})
  const { deptId } = await ask(departmentCalls.deptAdd, { parentId: options[0]!.key, name: MARKUP, deptType: 1 })
  const { roleId } = await ask(roleCalls.roleAdd, { name: MARKUP, remark: MARKUP, functionCodes: ['order.view'] })
  const { userId } = await ask(peopleCalls.userAdd, { username: 'struck', realName: MARKUP, deptId, roleIds: [roleId], allCities: true })
  const { menuId } = await ask(menuCalls.menuAdd, { name: MARKUP, url: '/Order/List?from=menu', icon: 'BookOutlined' })
  await ask(menuCalls.menuUpdate, { menuId, version: 1, name: `${MARKUP}2` })
  await ask(appsCalls.update, { platform: 'H5', name: MARKUP, identifier: MARKUP, remark: MARKUP })
  const { wulin, cityId } = HANGZHOU
  const { orders } = await ask(callCentreCalls.place, {
    cityId,
    pickupLat: wulin.lat,
    pickupLng: wulin.lng,
    pickupAddress: MARKUP,
    phone: '13800009999',
    customerName: MARKUP,
    remark: MARKUP,
  })
  await menuOf(page).getByText(MARKUP).first().waitFor()
  await page.locator('.side-name', { hasText: SHORT }).waitFor()
  await expect.poll(() => page.title()).toContain(SHORT)
  const screens = leaves(await ask(authorityCalls.leftMenu, { deptType: 1 }))
  // A tree draws the part in sight, so its entry is asked for.
  const trees = [`/Sys/Menu?menuId=${menuId}`, `/Sys/Department?deptId=${deptId}`]
  const typedOn = new Set([...trees, '/Sys/Role', '/Sys/User', '/Sys/App', '/Order/List', '/Sys/Log'])
  for (const { name, url } of [
    ...screens,
    { name: '角色', url: `/Sys/Role?roleId=${roleId}` },
    { name: '菜单', url: `/Sys/Menu?menuId=${menuId}` },
    { name: '部门', url: `/Sys/Department?deptId=${deptId}` },
    { name: '用户', url: `/Sys/User?keyword=struck` },
    { name: '日志', url: `/Sys/Log?object=user&objectId=${userId}` },
    { name: '订单', url: `/Order/Detail?orderId=${orders[0]!.orderId}` },
    { name: '来电', url: '/400/home?telPhone=13800009999' },
  ]) {
    await page.goto(`${address}/#${url}`)
    await settled(page)
    if (typedOn.delete(url)) await shownPane(page).getByText(MARKUP).first().waitFor({ state: 'attached' })
    await unharmed(page, name)
  }
  expect([...typedOn]).toEqual([])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索菜单和命令' }).fill('<img')
  await page.getByRole('option', { name: MARKUP }).first().waitFor()
  await unharmed(page, 'Ctrl+K')
})

/** Nothing that was typed became an element or ran. */
async function unharmed(page: Page, where: string) {
  const found = await page.evaluate(() => ({
    elements: document.querySelectorAll('img[src="x"], img[onerror]').length,
    ran: 'struck' in window,
  }))
  expect(found, where).toEqual({ elements: 0, ran: false })
}
