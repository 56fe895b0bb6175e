import { sessionCalls } from '@chauffeur/contract/access/session'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { passwordOf, signIn } from '../harness/account.ts'
import { barriers, screenshot } from '../harness/look.ts'
import { visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const hash = (page: Page) => new URL(page.url()).hash
const lists = '**/djweb/order/order_list*'

test('an HTTP error leads to the page of its status, and the way back leads to the same tab', async () => {
  const { page, allow } = await visit('/CallCentre/Desk', { as: 'operator' })
  allow(/Failed to load resource/)
  await page.getByLabel('订单备注').fill('还在')
  for (const [status, words] of [
    [500, '服务器内部错误'],
    [404, '请求地址出错: /djweb/order/order_list'],
    [503, '服务不可用'],
  ] as const) {
    await page.route(lists, (route) => route.fulfill({ status, json: {} }))
    await page.goto(page.url().replace(/#.*/, `#/Order/List?size=50&keyword=${status}`))
    await expect.poll(() => hash(page).split('?')[0]).toBe(`#/error/${status}`)
    await page.getByRole('heading', { name: words }).waitFor()
    if (status === 500) {
      expect(await barriers(page)).toEqual([])
      await screenshot(page, 'error-500')
    }
    await page.unroute(lists)
    if (status === 500) {
      await page.getByRole('button', { name: '重试' }).click()
      await page.getByRole('grid', { name: '订单列表' }).waitFor()
      expect(hash(page)).toContain(`keyword=${status}`)
    }
  }
  await page.getByRole('tab', { name: '接单台' }).click()
  expect(await page.getByLabel('订单备注').inputValue()).toBe('还在')
})

test('a refusal is told in the words of the server and nothing else moves', async () => {
  const { page } = await visit('/Order/List', { as: 'operator' })
  await page.getByRole('grid', { name: '订单列表' }).getByRole('row').nth(2).waitFor()
  await page.route(lists, (route) => route.fulfill({ json: { code: 403, message: '权限不足,无法访问此页面,请联系管理员', data: null } }))
  await page.getByRole('textbox', { name: '关键字' }).fill('D2')
  await page.getByRole('region', { name: '消息' }).getByText('权限不足,无法访问此页面,请联系管理员').waitFor()
  expect(hash(page)).toContain('#/Order/List')
})

test('a server that does not answer is asked again after 20 seconds, and given up after 20 more', async () => {
  const { page } = await visit('/login')
  await page.clock.install()
  await page.reload()
  await page.getByLabel('用户名').fill('operator')
  await page.getByLabel('密码').fill(passwordOf('operator'))
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link').first().waitFor()
  let asked = 0
  await page.route(lists, () => {
    asked++
  })
  await page.goto(page.url().replace(/#.*/, '#/Order/List'))
  const messages = page.getByRole('region', { name: '消息' })
  await expect.poll(() => asked).toBe(1)
  await page.clock.fastForward(12_000)
  expect(await messages.count()).toBe(0)
  await page.clock.fastForward(8_500)
  await messages.getByText('请求超时, 正在重连...').waitFor()
  await expect.poll(() => asked).toBe(2)
  await page.clock.fastForward(20_500)
  await messages.getByText('抱歉，因网络速度较慢，数据加载失败，请重试。').waitFor()
  await screenshot(page, 'timeout')
})

test('without a network the page says so, and goes on when it is back', async () => {
  const { page, context, allow } = await visit('/Order/List', { as: 'operator' })
  allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await page.getByRole('grid', { name: '订单列表' }).getByRole('row').nth(2).waitFor()
  await context.setOffline(true)
  await page.getByRole('button', { name: '刷新', exact: true }).click()
  const strip = page.getByText('连不上服务器，正在重连；显示的可能不是最新数据。')
  await strip.waitFor()
  await screenshot(page, 'offline')
  await context.setOffline(false)
  await expect.poll(() => strip.count(), { timeout: 40_000 }).toBe(0)
  await page.getByText('实时', { exact: true }).waitFor()
})

test('a session revoked from another browser ends with a dialog that cannot be dismissed, and the half-typed order waits', async () => {
  const { page } = await visit('/CallCentre/Desk', { as: 'admin' })
  await page.getByLabel(/^来电号码/).fill('13800009001')
  await page.getByText('新客户').waitFor()
  await page.getByLabel('订单备注').fill('两只行李箱')
  await page.getByText('实时', { exact: true }).waitFor()

  const { page: other } = await visit('/', { as: 'admin' })
  await other.getByRole('button', { name: '沈磊' }).click()
  await other.getByRole('menuitem', { name: '登录会话' }).click()
  const dialog = other.getByRole('dialog', { name: '登录会话' })
  await dialog.getByRole('row').nth(2).waitFor()
  await screenshot(other, 'sessions')
  expect(await barriers(other)).toEqual([])
  const end = dialog.getByRole('button', { name: '结束会话' })
  for (let left = await end.count(); left > 0; left--) {
    await end.first().click()
    await expect.poll(() => end.count()).toBe(left - 1)
  }

  const ended = page.getByRole('alertdialog', { name: '提示' })
  await ended.getByText('当前帐号登录状态已失效,请重新登录').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  expect(await ended.isVisible()).toBe(true)
  expect(await ended.getByRole('button').count()).toBe(1)
  await screenshot(page, 'session-ended')
  await ended.getByRole('button', { name: '确定' }).click()
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码').fill(passwordOf('admin'))
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByLabel('订单备注').inputValue()).toBe('两只行李箱')
  expect(await page.getByLabel(/^来电号码/).inputValue()).toBe('13800009001')
})

test('an answer that says 401 leads to the sign-in page and says why', async () => {
  const { page, token, allow } = await visit('/Order/List', { as: 'finance' })
  allow(/Failed to load resource|live\/stream/)
  await page.getByRole('grid', { name: '订单列表' }).getByRole('row').nth(2).waitFor()
  // The stream would tell first.
  await page.route('**/api/live/stream*', (route) => route.abort())
  await page.reload()
  await page.getByRole('grid', { name: '订单列表' }).getByRole('row').nth(2).waitFor()
  await send(inject('address'), sessionCalls.signOut, {}, token)
  const said = page.getByText('登录信息失效,请重新登录').waitFor()
  // Without a stream the page asks by itself too: then the button is gone before it is pressed.
  void page
    .getByRole('button', { name: '刷新', exact: true })
    .click()
    .catch(() => undefined)
  await said
  await expect.poll(() => hash(page)).toBe('#/login')
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual([])
})

test('ending another session leaves the one that ended it', async () => {
  const { page } = await visit('/', { as: 'finance' })
  const { page: other } = await visit('/', { as: 'finance' })
  for (const one of [page, other]) await one.getByText('实时', { exact: true }).waitFor()
  await other.getByRole('button', { name: '周敏' }).click()
  await other.getByRole('menuitem', { name: '登录会话' }).click()
  const end = other.getByRole('button', { name: '结束会话' })
  await end.first().waitFor()
  const before = await end.count()
  await end.first().click()
  await page.getByRole('alertdialog', { name: '提示' }).waitFor()
  await expect.poll(() => end.count()).toBe(before - 1)
  expect(await other.getByRole('alertdialog').count()).toBe(0)
})

test('after five hours without a move the session is over', async () => {
  const { page } = await visit('/login')
  await page.clock.install()
  await page.reload()
  await page.getByLabel('用户名').fill('fleet')
  await page.getByLabel('密码').fill(passwordOf('fleet'))
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link').first().waitFor()
  await page.clock.fastForward('04:00:00')
  await page.mouse.move(300, 300)
  await page.mouse.move(400, 400)
  await page.clock.fastForward('04:00:00')
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  await page.clock.fastForward('01:31:00')
  await page.getByRole('alertdialog', { name: '提示' }).waitFor()
})

test('bodies too large and unknown fields are answered, not crashed on', async () => {
  const address = inject('address')
  const { token } = await signIn(address, 'operator')
  const post = (body: string, type: string) =>
    fetch(`${address}/api/user/savePreferences`, { method: 'POST', headers: { token, 'content-type': type }, body })
  const large = await fetch(`${address}/api/authority/getLeftMenu`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify({ deptType: 1, more: 'x'.repeat(2_000_000) }),
  })
  expect(large.status).toBe(413)
  expect(await large.json()).toMatchObject({ code: 413 })
  expect((await post('{"deptType":', 'application/json')).status).toBeGreaterThanOrEqual(400)
  const menu = await fetch(`${address}/api/authority/getLeftMenu`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'platformId=3&deptType=1&no_such_field=%F0%9F%9A%97',
  })
  expect(await menu.json()).toMatchObject({ code: 0 })
})
