import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { customerCalls } from '@chauffeur/contract/customer/profile'
import { orderCalls } from '@chauffeur/contract/order/list'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { ridesOf } from '../harness/ride.ts'
import { choose, drawerField, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const PANE = '.tab-pane[data-active="true"]'

const list = (page: Page) => shownPane(page).getByRole('grid', { name: '客户列表' })
const row = (page: Page, words: string | RegExp) => list(page).getByRole('row', { name: words })
/** Telephones of whom the list shows for what is typed. */
async function found(page: Page, typed: string, phones: readonly string[]) {
  await shownPane(page).getByRole('textbox', { name: '关键字' }).fill(typed)
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await list(page).getByRole('link').allInnerTexts()).map((one) => one.trim()).sort(), { message: typed })
    .toEqual([...phones].sort())
}
const toList = async (page: Page) => {
  await page.goto(`${address}/#/Customer/List`)
  await settled(page)
}
/** Says why in the dialog that is open, and saves. */
async function because(page: Page, name: RegExp, why: string, button: RegExp = /^保存/) {
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('textbox', { name: /^(原因|客户的要求及依据)/ }).fill(why)
  await dialog.getByRole('button', { name: button }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('customers come out of a sheet: columns, preview, a result for each row, what was repaired once more, and taken back', {
  timeout: 90_000,
}, async () => {
  const [known, repaired, telephone, gone] = ['13777001001', '13777001003', '13777001005', '13777001004']
  const { page } = await visit('/Customer/List', { as: 'admin' })
  await settled(page)
  const bring = async (content: string | Buffer, name: string) => {
    await shownPane(page).getByRole('button', { name: '批量导入' }).click()
    const dialog = page.getByRole('dialog', { name: '导入客户' })
    await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
    return dialog
  }
  const rows = [
    '联系方式,姓名,车主车牌,级别,城市',
    `${known},欧阳静怡,浙A9Q8W7,金卡,杭州`,
    `${repaired},马六甲,,钻石,杭州`,
    'abc,单于晚,,,杭州',
    `${known},欧阳静,,,杭州`,
    `${gone},=HYPERLINK("x"),浙A6T6T6,,杭州`,
  ]
  const dialog = await bring(rows.join('\n'), '老客户.csv')
  // Nothing says that 联系方式 is the telephone.
  await dialog.getByText('请选择对应的列：电话').waitFor()
  await dialog.getByRole('combobox', { name: '电话' }).click()
  await choose(page, '联系方式')
  await dialog.getByRole('combobox', { name: '车牌' }).click()
  await choose(page, '车主车牌')
  await dialog.getByText('可导入 2 行，不会导入 3 行').waitFor()
  await dialog.getByText('没有这个客户等级：1 行').waitFor()
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'customer-import-preview')
  await dialog.getByRole('button', { name: '导入 2 行' }).click()
  await dialog.getByText('已导入 2 行，未导入 3 行').waitFor({ timeout: 30_000 })
  await screenshot(page, 'customer-import-result')
  const arrived = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载未导入的行' }).click()
  const refused = (await readFile(await (await arrived).path())).toString()
  expect(refused).toContain('联系方式,姓名,车主车牌,级别,城市,未导入原因 Reason')
  await dialog.getByRole('button', { name: '完成' }).click()
  await found(page, '9q8w7', [known])
  await row(page, /欧阳静怡/)
    .getByText('金卡')
    .waitFor()

  // The rows come back in the file that was taken away, with two of the three repaired.
  const again = await bring(refused.replace('钻石', '银卡').replace('abc', telephone), '未导入的行.csv')
  await again.getByRole('combobox', { name: '电话' }).click()
  await choose(page, '联系方式')
  await again.getByText('可导入 2 行，不会导入 1 行').waitFor()
  await again.getByRole('button', { name: '导入 2 行' }).click()
  await again.getByText('已导入 2 行，未导入 1 行').waitFor({ timeout: 30_000 })
  // Somebody was changed meanwhile: they stay.
  const { page: other, token } = await visit('/Customer/List', { as: 'operator' })
  const { rows: brought } = await send(address, customerCalls.list, { keyword: telephone }, token)
  const { customerId, version } = brought[0]!
  await send(address, customerCalls.update, { customerId, version, remark: '已回访' }, token)
  await other.close()
  await again.getByRole('button', { name: '撤销导入' }).click()
  await again.getByRole('button', { name: '确认撤销' }).click()
  await again.getByText('已撤销 1 行').waitFor({ timeout: 30_000 })
  await again.getByRole('table', { name: '未撤销的行' }).getByText('单于晚').waitFor()
  await again.getByRole('button', { name: '完成' }).click()
  await found(page, repaired, [])
  await found(page, telephone, [telephone])
})

test('a customer is found by telephone, pinyin and plate; two who are one person are merged and parted; many are turned away and moved', {
  timeout: 90_000,
}, async () => {
  const [first, second] = ['13777002001', '13777002002']
  const { page, token } = await visit('/Customer/List', { as: 'admin' })
  const add = (phone: string, name: string, plate: string) =>
    send(address, customerCalls.update, { phone, name, cityId: '330100', plateNos: [plate], tags: ['晚宴'] }, token)
  const { customerId } = await add(first, '诸葛亮亮', '浙A7K7K1')
  await add(second, '诸葛亮', '浙A7K7K2')
  await toList(page)
  await found(page, '77002001', [first])
  await found(page, '诸葛', [first, second])
  await found(page, 'zhugeliangliang', [first])
  await found(page, 'zgll', [first])
  await found(page, '7k7k2', [second])

  await page.goto(`${address}/#/customers/user_info?customerId=${customerId}`)
  await settled(page)
  const pane = shownPane(page)
  await pane.getByRole('button', { name: '合并' }).click()
  const merging = page.getByRole('dialog', { name: /^把另一位客户并入/ })
  await merging.getByRole('combobox', { name: /^并入的客户/ }).fill(second)
  await page
    .getByRole('option', { name: /诸葛亮/ })
    .first()
    .waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'customer-merge')
  await because(page, /^把另一位客户并入/, '本人来电确认两个号码都是他的', /^合并/)
  await pane.getByText('浙A7K7K2').waitFor()
  expect(await barriers(page, PANE)).toEqual([])
  await screenshot(page, 'customer-merged')
  await toList(page)
  await found(page, second, [first])
  await page.goto(`${address}/#/customers/user_info?customerId=${customerId}`)
  await pane.getByRole('button', { name: '撤销合并' }).click()
  await page
    .getByRole('tooltip')
    .or(page.locator('.ant-popconfirm'))
    .getByRole('button', { name: /确\s?定|OK/ })
    .click()
  await pane.getByText('已撤销').waitFor()
  await toList(page)
  await found(page, '诸葛', [first, second])

  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  expect(await barriers(page, PANE)).toEqual([])
  await screenshot(page, 'customers-chosen')
  await pane.getByRole('button', { name: '加入黑名单' }).click()
  const turning = page.getByRole('dialog', { name: /加入黑名单/ })
  await turning.getByLabel('截止').fill('2032-01-01 08:00')
  await page.keyboard.press('Enter')
  await because(page, /加入黑名单/, '多次逃单', /^加入黑名单/)
  await expect.poll(() => list(page).getByText('多次逃单').count()).toBe(2)
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  expect(await barriers(page, PANE)).toEqual([])
  await screenshot(page, 'customers-turned-away')
  const { page: desk, token: operator } = await visit(`/400/home?telPhone=${first}`, { as: 'operator' })
  await desk.getByText('多次逃单').first().waitFor()
  const info = await send(address, callCentreCalls.customerInfo, { phone: first }, operator)
  expect(info.customer).toMatchObject({ blacklisted: true, blacklistReason: '多次逃单' })
  await pane.getByRole('button', { name: '移出黑名单' }).click()
  await because(page, /移出黑名单/, '已补缴', /^(保存|移出黑名单)/)
  await expect.poll(() => list(page).getByText('多次逃单').count()).toBe(0)

  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await pane.getByRole('button', { name: '变更城市' }).click()
  await drawerField(page, '新城市').click()
  await choose(page, '上海')
  await because(page, /的城市$/, '客户迁居上海')
  await expect.poll(() => list(page).getByText('上海').count()).toBe(2)
})

test('a person who asks to be forgotten goes; the order, its money and the books stay', { timeout: 90_000 }, async () => {
  const phone = '13777003001'
  const { page, token } = await visit('/Customer/List', { as: 'admin' })
  const { customerId } = await send(address, customerCalls.update, { phone, name: '司徒忘忧', cityId: '330100' }, token)
  const [ride] = await ridesOf(address, [{ phone }])
  const { orderId, orderNo } = ride!
  const before = await send(address, orderCalls.info, { orderId }, token)
  expect(before.totalFen).toBeGreaterThan(0)

  await page.goto(`${address}/#/customers/user_info?customerId=${customerId}`)
  await settled(page)
  await shownPane(page).getByRole('link', { name: orderNo }).waitFor()
  await screenshot(page, 'customer-page')
  await shownPane(page).getByRole('button', { name: '抹除' }).click()
  await page.getByRole('dialog', { name: /^抹除/ }).waitFor()
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'customer-erase')
  await because(page, /^抹除/, '客户 11 月 23 日来信要求删除', /^永久抹除/)
  await toList(page)
  await found(page, phone, [])
  await found(page, '司徒忘忧', [])
  const after = await send(address, orderCalls.info, { orderId }, token)
  expect(after).toMatchObject({ customerName: '', contactPhone: '', totalFen: before.totalFen, payStatus: before.payStatus })
  await page.goto(`${address}/#/Order/Detail?orderId=${orderId}`)
  await settled(page)
  expect(await shownPane(page).getByText(phone).count()).toBe(0)
  await screenshot(page, 'order-of-nobody')
  // `npm run ledger:check` beside the running server.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../../scripts/bootstrap.mjs'), 'ledger-check'],
    {
      env: { ...process.env, DATABASE_URL: inject('ownerUrl') },
    },
  )
  expect(stdout).toMatch(/sound/i)
})
