import { authorityCalls } from '@chauffeur/contract/access/authority'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const hash = (page: Page) => new URL(page.url()).hash
const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' })
const tabs = (page: Page) => page.getByRole('tablist', { name: '打开的标签页' })
const openTabs = async (page: Page) => (await tabs(page).getByRole('tab').allInnerTexts()).map((text) => text.replace(/\s*×$/, '').trim())

/** By the menu, as a user goes; a group opens first. */
async function open(page: Page, group: string, entry: string) {
  const link = menu(page).getByRole('link', { name: entry, exact: true })
  await menu(page).getByRole('link').first().waitFor()
  if (!(await link.isVisible())) await menu(page).getByRole('button', { name: group, exact: true }).click()
  await link.click()
  await tabs(page).getByRole('tab', { name: entry, selected: true }).waitFor()
}

test('the menu is what the server sends for the role', async () => {
  for (const [username, deptType] of [
    ['operator', 1],
    ['fleet', 2],
    ['partner', 3],
  ] as const) {
    const { page, token } = await visit('/', { as: username })
    const tree = await send(inject('address'), authorityCalls.leftMenu, { deptType }, token)
    const groups = menu(page).getByRole('button')
    await menu(page).getByRole('link').first().waitFor()
    for (const button of await groups.all()) if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
    const wanted = tree.flatMap((item) => [item.name, ...item.children.map((child) => child.name)])
    const shown = (await menu(page).innerText()).split('\n').map((line) => line.trim())
    expect(shown.filter(Boolean)).toEqual(wanted)
  }
})

test('a half-typed order, a filter and the place in a list survive a look at another tab', async () => {
  const { page } = await visit('/Order/List?size=50', { as: 'operator' })
  const rows = page.getByRole('grid', { name: '订单列表' })
  await rows.getByRole('row').nth(5).waitFor()
  await rows.hover()
  await page.mouse.wheel(0, 600)
  const top = () => rows.evaluate((element) => element.scrollTop)
  await expect.poll(top).toBeGreaterThan(300)
  const before = await top()
  await rows.evaluate((element) => element.setAttribute('data-same', 'yes'))

  await open(page, '呼叫中心', '接单台')
  await page.getByLabel(/^来电号码/).fill('1380000')
  await page.getByLabel('订单备注').fill('车在地下二层')
  await tabs(page).getByRole('tab', { name: '订单列表' }).click()
  expect(await top()).toBe(before)
  expect(await page.locator('[data-same="yes"]').count()).toBe(1)
  expect(hash(page)).toBe('#/Order/List?size=50')
  await tabs(page).getByRole('tab', { name: '接单台' }).click()
  expect(await page.getByLabel(/^来电号码/).inputValue()).toBe('1380000')
  expect(await page.getByLabel('订单备注').inputValue()).toBe('车在地下二层')
})

test('tabs close one by one, all but one, and all; the home page stays', async () => {
  const { page } = await visit('/', { as: 'operator' })
  await open(page, '呼叫中心', '接单台')
  await open(page, '订单', '订单列表')
  await open(page, '运营', '司机地图')
  expect(await openTabs(page)).toEqual(['控制台', '接单台', '订单列表', '司机地图'])
  await page.keyboard.press('Alt+w')
  await expect.poll(() => openTabs(page)).toEqual(['控制台', '接单台', '订单列表'])
  expect(hash(page)).toBe('#/Order/List')
  await tabs(page).getByRole('tab', { name: '接单台' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭其他' }).click()
  await expect.poll(() => openTabs(page)).toEqual(['控制台', '接单台'])
  await tabs(page).getByRole('tab', { name: '接单台' }).focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: '关闭全部' }).click()
  await expect.poll(() => openTabs(page)).toEqual(['控制台'])
  expect(hash(page)).toBe('#/')
})

test('refreshing a tab starts its screen afresh and leaves the others', async () => {
  const { page } = await visit('/CallCentre/Desk', { as: 'operator' })
  await page.getByLabel('订单备注').fill('写错了')
  await open(page, '订单', '订单列表')
  await page.getByRole('textbox', { name: '关键字' }).fill('D26')
  await tabs(page).getByRole('tab', { name: '接单台' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '刷新' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '放弃修改' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: '关键字' }).inputValue()).toBe('D26')
  await tabs(page).getByRole('tab', { name: '接单台' }).click()
  await expect.poll(() => page.getByLabel('订单备注').inputValue()).toBe('')
})

test('a tab whose code does not arrive says so and can be tried again; the others go on', async () => {
  const { page, allow } = await visit('/CallCentre/Desk', { as: 'admin' })
  allow(/icon\.screen-.*|Failed to fetch dynamically imported module/)
  await page.getByLabel('订单备注').fill('还在')
  await page.route('**/assets/icon.screen-*.js', (route) => route.abort())
  await open(page, '系统管理', '图标')
  await shownPane(page).getByRole('heading', { name: '页面代码加载失败' }).waitFor()
  await tabs(page).getByRole('tab', { name: '接单台' }).click()
  expect(await page.getByLabel('订单备注').inputValue()).toBe('还在')
  await page.unroute('**/assets/icon.screen-*.js')
  await tabs(page).getByRole('tab', { name: '图标' }).click()
  await shownPane(page).getByRole('button', { name: '重试' }).click()
  await shownPane(page).getByRole('list', { name: '图标' }).waitFor()
})

test('a reload brings back tabs, folded menu and half-typed forms', async () => {
  const { page } = await visit('/CallCentre/Desk', { as: 'operator' })
  await page.getByLabel('订单备注').fill('等客户回电')
  await open(page, '订单', '订单列表')
  await page.getByRole('button', { name: '收起菜单' }).click()
  await page.reload()
  await page.getByRole('button', { name: '展开菜单' }).waitFor()
  expect(await openTabs(page)).toEqual(['控制台', '接单台', '订单列表'])
  expect(hash(page)).toBe('#/Order/List')
  await tabs(page).getByRole('tab', { name: '接单台' }).click()
  await expect.poll(() => page.getByLabel('订单备注').inputValue()).toBe('等客户回电')
  const saved = await page.evaluate(() => JSON.parse(sessionStorage.getItem('chauffeur.session') ?? '{}') as object)
  expect(Object.keys(saved)).toEqual(
    expect.arrayContaining([
      'collapse',
      'tenantId',
      'brandName',
      'theme',
      'tabs',
      'frames',
      'permissions',
      'deptType',
      'userId',
      'cooperationChannelId',
      'navigation',
    ]),
  )
})

/** A page of the console's own host that would read who is signed in here. */
const OUTSIDE = `<label>外部 <input></label><output></output><script>
  const tries = [() => document.cookie, () => parent.document.cookie, () => JSON.stringify(parent.sessionStorage)]
  const read = tries.map((read) => { try { return read() } catch { return 'refused' } })
  document.querySelector('output').textContent = read.join()
</script>`
test('a menu entry that is a web page opens in a frame of its own, which is kept too', async () => {
  const address = inject('address')
  const { page } = await visit('/login')
  let shown = 0
  await page.route('**/outside.html', (route) => {
    shown++
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: OUTSIDE })
  })
  await page.route('**/api/authority/getLeftMenu', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: object[] }
    answer.data.push({ id: '900', name: '外部报表', url: `iframe:${address}/outside.html`, icon: 'LinkOutlined', children: [] })
    return route.fulfill({ json: answer })
  })
  await page.getByLabel('用户名').fill('operator')
  await page.getByLabel('密码').fill('Daijia#2026')
  await page.keyboard.press('Enter')
  await open(page, '', '外部报表')
  const frame = page.frameLocator('iframe')
  await frame.getByLabel('外部').fill('半句话')
  expect(await frame.locator('output').innerText()).toBe('refused,refused,refused')
  await open(page, '订单', '订单列表')
  await tabs(page).getByRole('tab', { name: '外部报表' }).click()
  expect(await frame.getByLabel('外部').inputValue()).toBe('半句话')
  expect(shown).toBe(1)
})

test('a screen that is not built yet says so and leads home', async () => {
  const { page } = await visit('/YunYing/TenantDistributeType', { as: 'admin' })
  await shownPane(page).getByText('该页面尚未开通').waitFor()
  await shownPane(page).getByRole('link', { name: /首页/ }).click()
  await expect.poll(() => hash(page)).toBe('#/')
  await page.goto(`${inject('address')}/#/DriverAdd`)
  await page.getByRole('main', { name: '主要内容' }).getByRole('heading', { name: '新建司机' }).waitFor()
})
