import { sessionCalls } from '@chauffeur/contract/access/session'
import { customerCalls } from '@chauffeur/contract/customer/profile'
import { agreementCalls } from '@chauffeur/contract/privacy/agreement'
import { consentCalls } from '@chauffeur/contract/privacy/consent'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PASSWORD } from '../harness/account.ts'
import { beginBusiness, registerDriver } from '../harness/first-run.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { menuOf } from '../harness/menu.ts'
import { type RunningPlatform, startPlatform } from '../harness/platform.ts'
import { screenshots, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

let platform: RunningPlatform
beforeEach(async () => {
  platform = await startPlatform(() => {}, { empty: true })
})
afterEach(() => platform.stop())
// Its pages are closed before the platform stops.
const visit = visitors()

/** On the sign-in page, as after signing out. */
async function comesAgain(page: Page) {
  await page.context().clearCookies()
  await page.goto(`${platform.address}/#/login`)
  await page.reload()
  await page.getByLabel('用户名').fill('boss')
  await page.getByLabel('密码').fill(PASSWORD)
  await page.keyboard.press('Enter')
}
const asked = (page: Page) => page.getByRole('dialog', { name: '员工隐私协议' })

test('a material change of the agreement asks an operator at the next sign-in, and a driver on the telephone', {
  timeout: 300_000,
}, async () => {
  const { page, token } = await beginBusiness(visit, platform)
  await menuOf(page).getByRole('button', { name: '运营' }).click()
  await menuOf(page).getByRole('link', { name: '隐私协议' }).click()
  const pane = shownPane(page)
  await pane.getByText('还没有发布客户隐私协议').waitFor()
  await screenshot(page, 'agreements-none')
  await pane.getByText('员工', { exact: true }).click()
  await pane.getByText('还没有发布员工隐私协议').waitFor()
  await pane.getByRole('button', { name: '编写新版本' }).click()
  const form = page.getByRole('dialog', { name: '编写员工隐私协议新版本' })
  const text = form.getByRole('textbox', { name: '正文' })
  await text.click()
  await form.getByRole('button', { name: '大标题' }).click()
  await page.keyboard.type('一、我们处理哪些信息')
  await page.keyboard.press('Enter')
  await page.keyboard.type('为安排工作，公司处理您的姓名、手机号和登录记录。')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: '项目列表' }).click()
  await page.keyboard.type('登录记录保存六个月。')
  await settled(page)
  await page.mouse.move(0, 0)
  await screenshot(page, 'agreement-form')
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await form.getByRole('button', { name: /^保存草稿/ }).click()
  await form.waitFor({ state: 'hidden' })
  await pane.getByRole('button', { name: '发布', exact: true }).click()
  const confirm = page.getByRole('dialog', { name: '发布员工隐私协议第 1 版' })
  await confirm.getByText(/下次登录时须重新同意/).waitFor()
  await screenshot(page, 'agreement-publish')
  await confirm.getByRole('button', { name: '发布', exact: true }).click()
  await pane.getByText('生效中').first().waitFor()
  // Who is at work goes on.
  await page.reload()
  await pane.getByText('生效中').first().waitFor()
  expect(await asked(page).count()).toBe(0)

  await comesAgain(page)
  // The screens behind wait for the answer.
  await asked(page).getByText('为安排工作，公司处理您的姓名').waitFor()
  await screenshot(page, 'agreement-asked')
  expect(await barriers(page)).toEqual([])
  // What was open stands behind, and nothing of it can be reached.
  expect(await page.locator('.shell').getAttribute('inert')).not.toBeNull()
  await asked(page).getByRole('button', { name: '不同意并退出' }).click()
  await page.getByLabel('用户名').waitFor()

  await comesAgain(page)
  await asked(page).getByRole('button', { name: '同意并继续' }).click()
  await menuOf(page).getByRole('button', { name: '运营' }).waitFor()
  expect(await asked(page).count()).toBe(0)

  // A minor change asks nobody again.
  await page.goto(`${platform.address}/#/yunYing/privacyAgreements`)
  await pane.getByText('员工', { exact: true }).click()
  await pane.getByRole('button', { name: '编写新版本' }).click()
  await text.getByText('登录记录保存六个月').click()
  await page.keyboard.press('End')
  await page.keyboard.type('到期自动删除。')
  await form.getByText('一般变更', { exact: true }).click()
  await form.getByRole('textbox', { name: '本次变更' }).fill('说明登录记录到期如何处理')
  await form.getByRole('button', { name: /^保存草稿/ }).click()
  await form.waitFor({ state: 'hidden' })
  await pane.locator('ins', { hasText: '到期自动删除' }).waitFor()
  await settled(page)
  await screenshot(page, 'agreement-difference')
  expect(await barriers(page)).toEqual([])
  await pane.getByText('预览', { exact: true }).click()
  await pane.getByRole('region', { name: '员工看到的样子' }).getByText('说明登录记录到期如何处理').waitFor()
  await pane.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('dialog', { name: '发布员工隐私协议第 2 版' }).getByRole('button', { name: '发布', exact: true }).click()
  await pane.getByText('第 2 版').first().waitFor()
  await comesAgain(page)
  await menuOf(page).getByRole('button', { name: '运营' }).waitFor()

  // What was agreed to is read again, beside what is in force.
  const userMenu = page.locator('.user-button')
  await userMenu.click()
  await page.getByRole('menuitem', { name: '隐私协议' }).click()
  await asked(page).getByText('到期自动删除').waitFor()
  await asked(page).getByText('您同意的第 1 版').click()
  await expect.poll(() => asked(page).getByText('到期自动删除').count()).toBe(0)
  await asked(page).getByText('登录记录保存六个月').waitFor()
  await screenshot(page, 'agreement-own')
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await page.keyboard.press('Escape')
  await asked(page).waitFor({ state: 'hidden' })
  await expect.poll(() => userMenu.evaluate((button) => button === document.activeElement)).toBe(true)

  // Drivers, on their telephones.
  const boss = (await page.context().cookies()).find(({ name }) => name === 'token')!.value
  const written = {
    kind: 'DRIVER',
    title: '司机隐私协议',
    html: '<h2>位置</h2><p>接单时，公司记录您的位置。</p>',
    changeLevel: 'MATERIAL',
  } as const
  const { draft } = await send(platform.address, agreementCalls.update, { ...written, version: 0 }, decodeURIComponent(boss))
  await send(platform.address, agreementCalls.publish, { kind: 'DRIVER', version: draft!.version }, decodeURIComponent(boss))
  const link = await registerDriver(page, platform.address)
  const { page: phone } = await visit('/login', { address: platform.address, width: 390, height: 844 })
  await phone.goto(link)
  await phone.getByRole('button', { name: /开始使用/ }).click()
  await phone.getByText('接单时，公司记录您的位置').waitFor()
  await phone.screenshot({ path: join(screenshots, 'driver-page-agreement.png') })
  expect(await barriers(phone)).toEqual([])
  await phone.getByRole('button', { name: '同意并继续' }).click()
  await phone.getByRole('button', { name: '上线接单' }).waitFor()

  const { rows } = await send(platform.address, consentCalls.list, {}, decodeURIComponent(boss))
  expect(rows.map(({ kind, given, number }) => [kind, given, number])).toEqual([
    ['DRIVER', true, 1],
    ['EMPLOYEE', true, 1],
    ['EMPLOYEE', false, 1],
  ])
  await page.goto(`${platform.address}/#/yunYing/privacyConsents`)
  await pane.getByRole('row', { name: /王大力/ }).waitFor()
  await settled(page)
  await screenshot(page, 'consents')
  expect(await barriers(page)).toEqual([])
  // What is held is corrected as a customer asks on the telephone.
  await send(platform.address, customerCalls.update, { phone: '13700001111', name: '陈小明' }, decodeURIComponent(boss))
  await page.goto(`${platform.address}/#/yunYing/privacyRequests`)
  await pane.getByRole('button', { name: '登记请求' }).click()
  const entered = page.getByRole('dialog', { name: '登记请求' })
  await entered.getByLabel('登记的手机号').fill('13700001111')
  await entered.getByText('更正', { exact: true }).click()
  await entered.getByLabel('姓名更正为').fill('陈晓明')
  await entered.getByLabel('诉求').fill('名字写错了')
  await page.mouse.move(0, 0)
  await screenshot(page, 'privacy-request-form')
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await entered.getByRole('button', { name: /^登记/ }).click()
  await entered.waitFor({ state: 'hidden' })
  await pane.getByRole('row', { name: /陈小明/ }).waitFor()
  await settled(page)
  await screenshot(page, 'privacy-requests')
  expect(await barriers(page)).toEqual([])
  await pane.getByRole('button', { name: '陈小明' }).first().click()
  const drawer = page.getByRole('dialog').filter({ hasText: '名字写错了' })
  await drawer.getByRole('button', { name: '领取' }).click()
  await drawer.getByRole('button', { name: '登记身份核实' }).click()
  const check = page.getByRole('dialog', { name: /^登记身份核实/ })
  await check.getByRole('button', { name: /^保存/ }).click()
  await check.waitFor({ state: 'hidden' })
  await drawer.getByRole('button', { name: '更正', exact: true }).click()
  const correction = page.getByRole('dialog', { name: /^更正客户信息/ })
  await correction.getByRole('button', { name: /^更正/ }).click()
  await correction.waitFor({ state: 'hidden' })
  await drawer.getByRole('cell', { name: '陈晓明' }).waitFor()
  await settled(page)
  await screenshot(page, 'privacy-request')
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await page.keyboard.press('Escape')
  await send(platform.address, sessionCalls.savePreferences, { locale: 'en', theme: 'light' }, decodeURIComponent(boss))
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.reload()
  await page.goto(`${platform.address}/#/yunYing/privacyAgreements`)
  await pane.getByText('Staff', { exact: true }).click()
  await settled(page)
  await screenshot(page, 'agreements-english')
  expect(await barriers(page)).toEqual([])
  expect(token).not.toBe('')
})
