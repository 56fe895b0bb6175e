import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import { rateCalls } from '@chauffeur/contract/pricing/rate'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { typeTrip } from '../harness/desk.ts'
import { screenshot } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const hash = (page: Page) => new URL(page.url()).hash
const form = (page: Page) => page.getByRole('dialog', { name: '修改企业' })
const question = (page: Page) => page.getByRole('alertdialog', { name: '放弃未保存的修改？' })

async function openEnterprise() {
  const { page, token, allow } = await visit('/', { as: 'admin' })
  const { rows } = await send(address, enterpriseCalls.enterprises, {}, token)
  const { enterpriseId } = rows[0]!
  await page.goto(`${address}/#/Customer/Enterprise?enterpriseId=${enterpriseId}`)
  await shownPane(page).getByRole('button', { name: '修改', exact: true }).click()
  await form(page).getByLabel('备注').waitFor()
  return { page, token, allow, read: () => send(address, enterpriseCalls.enterprise, { enterpriseId }, token) }
}

test('two editors of an enterprise: the second sees what the first saved, and nothing is overwritten unseen', async () => {
  const { page: first } = await openEnterprise()
  const { page: second, read } = await openEnterprise()
  await first.bringToFront()
  await form(first).getByLabel('每单最多支付').fill('321')
  await first.keyboard.press('Control+Enter')
  await form(first).waitFor({ state: 'hidden' })
  await expect.poll(async () => (await read()).perOrderLimitFen).toBe(32_100)

  await form(second).getByLabel('备注').fill('月底对账')
  await form(second).getByRole('button', { name: '保存' }).click()
  const differences = form(second).getByRole('region', { name: '两个版本的差异' })
  await differences.getByText('321').waitFor()
  expect((await read()).remark).not.toBe('月底对账')
  await screenshot(second, 'two-editors')
  await differences.getByRole('button', { name: '载入最新内容，保留我的修改' }).click()
  await form(second).getByRole('button', { name: '保存' }).click()
  await form(second).waitFor({ state: 'hidden' })
  expect(await read()).toMatchObject({ remark: '月底对账', perOrderLimitFen: 32_100 })
})

test('what is typed is asked for once before it goes: by Escape, by closing the tab, by leaving the page', async () => {
  const { page } = await openEnterprise()
  const remark = form(page).getByLabel('备注')
  await remark.fill('还没写完')
  for (const key of ['Escape', 'Alt+w', 'Alt+r']) {
    await page.keyboard.press(key)
    await question(page).waitFor()
    if (key === 'Escape') await screenshot(page, 'discard-question')
    // The answer that loses nothing is the one at hand, and the focus is back where it was.
    await page.keyboard.press(key === 'Alt+w' ? 'Enter' : 'Escape')
    await question(page).waitFor({ state: 'detached' })
    await expect.poll(() => remark.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await remark.inputValue()).toBe('还没写完')
  }
  const asked = new Promise<string>((resolve) => {
    page.once('dialog', async (dialog) => {
      await dialog.dismiss()
      resolve(dialog.type())
    })
  })
  await page.evaluate(() => setTimeout(() => location.reload(), 0))
  expect(await asked).toBe('beforeunload')
  expect(await remark.inputValue()).toBe('还没写完')

  await page.keyboard.press('Alt+w')
  await question(page).getByRole('button', { name: '放弃修改' }).click()
  await expect.poll(() => hash(page)).toBe('#/')
})

test('two amounts typed at once both filter, and one that cannot be read filters nothing and is no ground for bulk work', async () => {
  const { page } = await visit('/Order/List', { as: 'admin' })
  const pane = shownPane(page)
  await pane.getByRole('grid', { name: '订单列表' }).getByRole('row').nth(3).waitFor()
  await pane.getByRole('button', { name: '+ 筛选' }).click()
  await pane.getByRole('menuitem', { name: '金额' }).click()
  await pane.getByLabel('金额最低（元）').fill('10')
  await pane.getByLabel('金额最高（元）').fill('500')
  await expect.poll(() => hash(page)).toContain('totalFenFrom=10&totalFenTo=500')

  await pane.getByRole('checkbox').nth(1).check()
  const everything = pane.getByRole('button', { name: '处理全部符合条件的' })
  await everything.waitFor()
  await pane.getByLabel('金额最低（元）').fill('100元')
  await pane.getByText('不是金额，未按此筛选').waitFor()
  await screenshot(page, 'unreadable-amount')
  expect(await everything.isDisabled()).toBe(true)
  expect(hash(page)).toContain('totalFenFrom=10&totalFenTo=500')
})

test('a time typed far away is the clock of the city', async () => {
  const { page, token } = await visit('/Pricing/Rates', { as: 'admin', timezoneId: 'Europe/Berlin' })
  const pane = shownPane(page)
  await pane.getByText('恶劣天气费').click()
  await pane.getByRole('button', { name: '新建天气费' }).click()
  const dialog = page.getByRole('dialog', { name: '新建天气费' })
  await dialog.getByLabel('名称').fill('柏林所见')
  await dialog.getByRole('combobox', { name: /^城市/ }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('杭州', { exact: true }).click()
  await dialog.getByText('城市当地时间（UTC+08:00），不是本机时间').first().waitFor()
  await dialog.getByLabel('每单加收').fill('5')
  await dialog.getByLabel('开始').fill('2027-01-01 08:00')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('结束').fill('2027-01-01 20:00')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const { rows } = await send(address, rateCalls.weatherList, { cityId: HANGZHOU.cityId, pageSize: 200 }, token)
  expect(rows.find(({ name }) => name === '柏林所见')).toMatchObject({
    activeFrom: '2027-01-01T00:00:00.000Z',
    activeTo: '2027-01-01T12:00:00.000Z',
  })
})

test('the focus never falls out of the desk: not with the key map, an inline panel, or the button that placed the order', async () => {
  const { page } = await visit('/400/home?telPhone=13900007701', { as: 'operator' })
  const pickup = page.getByRole('combobox', { name: '上车点' })
  const hasFocus = () => pickup.evaluate((field) => field === document.activeElement)
  await expect.poll(hasFocus).toBe(true)
  await page.keyboard.press('F1')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect.poll(hasFocus).toBe(true)

  const onTheDesk = () => page.evaluate(() => document.activeElement !== document.body && document.activeElement?.closest('.desk') !== null)
  await typeTrip(page, HANGZHOU.wulin.name, HANGZHOU.eastStation.name)
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: '订单时间线' }).waitFor()
  await expect.poll(onTheDesk).toBe(true)
  const judgement = page.locator('.order-judgement dl')
  await page.keyboard.press('Alt+c')
  await judgement.waitFor()
  await page.keyboard.press('Escape')
  await judgement.waitFor({ state: 'detached' })
  await expect.poll(onTheDesk).toBe(true)
  await page.keyboard.press('Alt+c')
  await judgement.waitFor()
  await page.keyboard.type('客户改坐地铁')
  await page.keyboard.press('Enter')
  await page.getByText(/^订单已取消/).waitFor()
  await expect.poll(onTheDesk).toBe(true)
})
