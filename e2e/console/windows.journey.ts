import { sessionCalls } from '@chauffeur/contract/access/session'
import type { Page, Route } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { passwordOf } from '../harness/account.ts'
import { barriers, screenshot } from '../harness/look.ts'
import { shownPane, visitors } from '../harness/visit.ts'
import { BY_THE_STREAM, send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const hash = (page: Page) => new URL(page.url()).hash

test('a dialog whose code is gone says so and is fetched again, and what was typed beside it stays', async () => {
  const { page, allow } = await visit('/Sys/Role', { as: 'admin' })
  allow(/Failed to load resource|ERR_FAILED|dynamically imported module/)
  const pane = shownPane(page)
  await pane.getByRole('searchbox').or(pane.getByRole('textbox')).first().fill('调度')
  const code = '**/assets/role.form-*.js'
  await page.route(code, (route) => route.abort())
  await pane.getByRole('button', { name: '新建角色' }).click()
  const fault = page.getByRole('alert').filter({ hasText: '这部分没有加载成功' })
  await fault.waitFor()
  // The button that was pressed is left, and fades back.
  await page.mouse.move(0, 0)
  await expect.poll(() => barriers(page)).toEqual([])
  await screenshot(page, 'dialog-code-gone')
  await page.unroute(code)
  await fault.getByRole('button', { name: '重试' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await fault.count()).toBe(0)
  await page.keyboard.press('Escape')
  expect(await pane.getByRole('searchbox').or(pane.getByRole('textbox')).first().inputValue()).toBe('调度')
})

test('after a deployment the console says that there is a new version, and reloads only when asked', async () => {
  const { page } = await visit('/CallCentre/Desk', { as: 'operator' })
  await page.getByLabel('订单备注').fill('还在')
  await page.route('**/version.json', (route) => route.fulfill({ json: { build: 'the next one' } }))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const strip = page.getByRole('status').filter({ hasText: '新版本已发布' })
  await strip.waitFor()
  await screenshot(page, 'new-version')
  expect(await page.getByLabel('订单备注').inputValue()).toBe('还在')
  await page.unroute('**/version.json')
  await strip.getByRole('button', { name: '刷新' }).click()
  await page.getByLabel('订单备注').waitFor()
  await expect.poll(() => page.getByLabel('订单备注').inputValue()).toBe('还在')
  expect(await strip.count()).toBe(0)
})

/** The session ends, and the same person signs in anew in this window. */
async function signInAgain(page: Page, token: string) {
  await page.bringToFront()
  await send(address, sessionCalls.signOut, {}, token)
  await page.evaluate(() => document.cookie.split('; ').forEach((one) => (document.cookie = `${one.split('=')[0]}=; path=/; max-age=0`)))
  await page.reload()
  await page.getByLabel('用户名').fill('operator')
  await page.getByLabel('密码').fill(passwordOf('operator'))
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
}

test.each([
  ['that was told of its end', false],
  ['that slept meanwhile', true],
])('signing in again in one window goes on in another %s, with its half-typed work', async (_, slept) => {
  const { page, context, token } = await visit('/CallCentre/Desk', { as: 'operator' })
  const other = await context.newPage()
  await other.goto(`${address}/#/CallCentre/Desk`)
  await other.getByLabel('订单备注').fill('第二个窗口')
  await other.evaluate(() => Object.assign(window, { notReloaded: true }))
  const held: Route[] = []
  if (slept) await other.route(/\/(api|djweb|lbsweb)\//, (route) => void held.push(route))
  await signInAgain(page, token)
  await Promise.all(held.splice(0).map((route) => route.continue().catch(() => {})))
  await other.unrouteAll()
  await other.bringToFront()
  await other.getByLabel('订单备注').waitFor()
  await expect.poll(() => other.getByLabel('订单备注').inputValue()).toBe('第二个窗口')
  await other.getByText('实时', { exact: true }).waitFor(BY_THE_STREAM)
  expect(await other.evaluate(() => 'notReloaded' in window)).toBe(true)
})

test('the window of a caller hears of a lost line and of an error without the rest of the console', async () => {
  const { page, context, allow } = await visit('/400/home?telPhone=13800001234', { as: 'operator' })
  allow(/Failed to load resource|ERR_INTERNET_DISCONNECTED/)
  await page.getByText('实时', { exact: true }).waitFor(BY_THE_STREAM)
  await screenshot(page, 'caller-window')
  await page.getByLabel('订单备注').fill('还在')
  await page.goto(page.url().replace(/#.*/, '#/error/502'))
  await page.getByRole('heading', { name: '网关错误' }).waitFor()
  expect(await page.getByRole('navigation', { name: '主菜单' }).count()).toBe(0)
  await page.getByRole('button', { name: '返回上一页' }).click()
  await expect.poll(() => hash(page)).toContain('/400/home')
  expect(await page.getByLabel('订单备注').inputValue()).toBe('还在')
  await context.setOffline(true)
  await page.getByRole('alert').filter({ hasText: '连不上服务器' }).waitFor()
  await context.setOffline(false)
  await page.getByText('实时', { exact: true }).waitFor(BY_THE_STREAM)
})
