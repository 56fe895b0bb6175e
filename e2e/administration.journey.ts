import { areas } from '@chauffeur/contract/all'
import { authorityCalls } from '@chauffeur/contract/authority'
import { menuCalls } from '@chauffeur/contract/authority-menu'
import type { Call } from '@chauffeur/contract/kernel/call'
import { orderCalls } from '@chauffeur/contract/order'
import type { Locator, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { barriers, screenshot } from './harness/look.ts'
import { visitors } from './harness/visit.ts'
import { send } from './harness/wire.ts'

const visit = visitors()
const address = inject('address')
const PASSWORD = 'Night#Sail2026'

const menuOf = (page: Page) => page.getByRole('navigation', { name: '主菜单' })
const drawerField = (page: Page, name: string) => page.getByRole('dialog').getByRole('combobox', { name: new RegExp(`^${name}`) })
const choose = (page: Page, title: string) => page.locator('.ant-select-dropdown:visible').getByTitle(title, { exact: true }).click()
const linkIn = (page: Page) => page.getByRole('textbox', { name: '一次性链接' }).inputValue()
const branch = (tree: Locator, name: string) => tree.locator('.ant-tree-treenode', { hasText: name }).first().locator('.ant-tree-checkbox')

/** Whoever was handed a one-time link: sets the password and signs in. */
async function begins(link: string, username: string) {
  const { page } = await visit(new URL(link).hash.slice(1))
  await page.getByLabel('新密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('再次输入新密码').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '去登录' }).click()
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await menuOf(page).getByRole('link').first().waitFor()
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  return { page, token: decodeURIComponent(token) }
}

test('a newcomer sets up a tenant whose city operator sees one city and two menus, and nothing else', { timeout: 120_000 }, async () => {
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

  const { page: admin } = await begins(await linkIn(platform), 'yehang')
  await menuOf(admin).getByRole('link', { name: '控制台' }).waitFor()
  await admin.locator('.side-name', { hasText: '夜航代驾' }).waitFor()
  await expect.poll(() => admin.title()).toContain('夜航代驾')
  await admin.goto(`${address}/#/Sys/Role`)
  await admin.getByRole('button', { name: '添加角色' }).click()
  await admin.getByLabel('名称').fill('杭州值班')
  await admin.keyboard.press('Enter')
  await admin.getByText('按菜单选择').click()
  const menus = admin.getByRole('tree', { name: '角色的菜单' })
  await menus.waitFor()
  await branch(menus, '控制台').click()
  await branch(menus, '订单列表').click()
  await admin.getByText('将看到 2 个菜单').waitFor()
  expect(await barriers(admin)).toEqual([])
  await screenshot(admin, 'role-by-menu')
  await admin.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await admin.getByText('已保存').first().waitFor()

  await admin.goto(`${address}/#/Sys/User`)
  await admin.getByRole('button', { name: '添加用户' }).click()
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

  const { page: operator, token } = await begins(await linkIn(admin), 'yehang-hz')
  await operator.locator('.side-name', { hasText: '夜航代驾' }).waitFor()
  await menuOf(operator).getByRole('button', { name: '订单' }).click()
  expect(await menuOf(operator).getByRole('link').allInnerTexts()).toEqual(['控制台', '订单列表'])
  const cities = operator.locator('.home-cities tbody tr')
  await cities.first().waitFor()
  expect(await cities.allInnerTexts()).toEqual([expect.stringContaining('杭州')])
  await screenshot(operator, 'city-operator')
  await operator.goto(`${address}/#/Sys/User`)
  await operator.getByRole('heading', { name: '没有权限' }).waitFor()

  const { authorities } = await send(address, authorityCalls.authorities, {}, token)
  expect(authorities).toEqual(['console.view', 'order.view'])
  const beyond = Object.values(areas)
    .flatMap((calls) => Object.values(calls) as Call[])
    .filter(({ access }) => typeof access === 'object' && !authorities.includes(access.authority))
  expect(beyond.length).toBeGreaterThan(100)
  for (const call of beyond) expect(await refusal(call, token), call.path).toBe(403)
  expect((await send(address, orderCalls.list, {}, token)).rows).toEqual([])
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
  const { menuId } = await send(address, menuCalls.menuAdd, { name: '值班手册', url: '/icons', icon: 'BookOutlined' }, token)
  await menuOf(page).getByRole('link', { name: '值班手册' }).waitFor({ timeout: 5_000 })
  await send(address, menuCalls.menuDelete, { menuId, version: 1 }, token)
  await menuOf(page).getByRole('link', { name: '值班手册' }).waitFor({ state: 'detached', timeout: 5_000 })
})
