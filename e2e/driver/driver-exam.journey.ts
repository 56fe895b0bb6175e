import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import { examCalls } from '@chauffeur/contract/qualification/exam'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { CHENGDU, demoCity } from '../../apps/server/demo/cities.ts'
import { signIn } from '../harness/account.ts'
import { driverIn } from '../harness/driver.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { choose, drawerField, screenshots, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const cityId = String(CHENGDU)
const place = { lat: demoCity(CHENGDU).lat, lng: demoCity(CHENGDU).lng }
let token = ''
beforeAll(async () => {
  token = (await signIn(address, 'admin')).token
})
/** Asks for these exams in the city, and leaves the rest of its rules as they are. */
async function ask(examGroups: string[]) {
  const { rows } = await send(address, driverDutyCalls.list, {}, token)
  const own = rows.find((row) => row.cityId === cityId)
  const held = own ?? rows.find((row) => row.cityId === null)
  const rules = {
    ...{ faceRequired: held?.faceRequired ?? false, faceEveryHours: held?.faceEveryHours ?? 24 },
    ...{ insuranceRequired: held?.insuranceRequired ?? false, insuranceEveryHours: held?.insuranceEveryHours ?? 24 },
    ...{ photosBeforeDepart: held?.photosBeforeDepart ?? 0, receiptFromFen: held?.receiptFromFen ?? undefined },
  }
  await send(address, driverDutyCalls.save, { ...rules, cityId, version: own?.version ?? 0, examGroups, excludeAll: true }, token)
}
afterAll(() => ask([]))

const picture = (page: Page, name: string) => page.screenshot({ path: join(screenshots, `driver-page-${name}.png`), fullPage: true })

test('an operator makes an exam out of a file and publishes it; a driver fails, reads why, passes and goes on duty', async () => {
  const name = `安全考试 ${Date.now()}`
  const driver = await driverIn(address, cityId, place)
  await driver.goHome()

  const { page } = await visit('/YunYing/DriverAnswerGroups', { as: 'admin', width: 1280, height: 800 })
  const pane = shownPane(page)
  await settled(page)
  await pane.getByRole('button', { name: '新建考试' }).click()
  const form = page.getByRole('dialog', { name: '新建考试' })
  await drawerField(page, '考试城市').click()
  await choose(page, '成都')
  await form.getByLabel('考试名称').fill(name)
  await form.getByLabel('抽题数').fill('2')
  await form.getByRole('button', { name: '增加一节' }).click()
  await form.getByLabel('资料标题').fill('出发前')
  await form.getByLabel('内容').fill('检查车辆外观并拍照，劝客户系好安全带。')
  await screenshot(page, 'exam-form')
  expect(await barriers(page)).toEqual([])
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'hidden' })
  await pane.getByRole('link', { name }).click()
  const detail = shownPane(page)
  await detail.getByText('还没有题目').waitFor()

  await detail.getByRole('button', { name: '批量导入' }).click()
  const dialog = page.getByRole('dialog', { name: /^导入考试题目/ })
  const sheet =
    '题型,题干,选项A,选项B,答案,分值,解析\n单选,行程中来电怎么办,停稳再接,边开边接,A,5,行车不接听电话\n判断,客户可以不系安全带Supercalifragilisticexpialidocious,,,错,5,全员系好再出发\n'
  await dialog.locator('input[type=file]').setInputFiles({ name: 'questions.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
  await dialog.getByRole('button', { name: '导入 2 行' }).click()
  await dialog.getByText('已导入 2 行').waitFor({ timeout: 30_000 })
  await dialog.getByRole('button', { name: '完成' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await detail.getByRole('button', { name: '发布考试' }).click()
  await detail.getByText('已发布').first().waitFor()
  await screenshot(page, 'exam-page')
  expect(await barriers(page)).toEqual([])

  const { rows } = await send(address, examCalls.groups, { keyword: name }, token)
  await ask([rows[0]!.examGroupId])
  await expect(driver.ask(dispatchCalls.goOnline, {})).rejects.toThrow()

  const phone = await visit('/login', { width: 390, height: 844 })
  const own = phone.page
  const session = { tenantId: '1', brandName: '夜归代驾', token: driver.token, name: driver.name, driverNo: driver.driverNo }
  await phone.context.grantPermissions(['geolocation'])
  await phone.context.setGeolocation({ latitude: place.lat, longitude: place.lng, accuracy: 10 })
  await own.emulateMedia({ colorScheme: 'light' })
  await own.evaluate((kept) => localStorage.setItem('chauffeur.driver', kept), JSON.stringify(session))
  await own.goto(`${address}/driver/`)
  await own.getByText(/未通过或已过有效期/).waitFor()
  await own.getByRole('button', { name: '考试（需通过才能上线）' }).click()
  await own.getByRole('button', { name }).click()
  await own.getByRole('button', { name: '我已读完' }).click()
  await picture(own, 'exam')
  expect(await barriers(own)).toEqual([])
  await own.getByRole('button', { name: '开始考试' }).click()
  const answer = async (call: string, belt: string) => {
    for (const option of [call, belt]) {
      await own.getByLabel(option, { exact: true }).click()
      await expect.poll(() => own.getByLabel(option, { exact: true }).isChecked()).toBe(true)
    }
  }
  await answer('边开边接', '错误')
  // By the keyboard too: an answer that is on its way takes nobody's place.
  await own.getByLabel('停稳再接', { exact: true }).focus()
  await own.keyboard.press('ArrowDown')
  expect(await own.evaluate(() => document.activeElement?.parentElement?.textContent)).toBe('边开边接')
  await picture(own, 'exam-paper')
  await own.setViewportSize({ width: 320, height: 500 })
  expect(await own.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await barriers(own)).toEqual([])
  await own.getByRole('button', { name: '交卷' }).click()
  await own.getByText('考试未通过').waitFor()
  // The result is read from its top, wherever the button was.
  await expect.poll(() => own.evaluate(() => scrollY)).toBe(0)
  await own.setViewportSize({ width: 390, height: 844 })
  await own.getByText('行车不接听电话').waitFor()
  await picture(own, 'exam-failed')
  expect(await barriers(own)).toEqual([])
  await own.getByRole('button', { name: '返回' }).click()
  await own.getByRole('button', { name: '开始考试' }).click()
  await answer('停稳再接', '错误')
  await own.getByRole('button', { name: '交卷' }).click()
  await own.getByText('考试通过').waitFor()
  await own.getByRole('button', { name: '返回' }).click()
  await own.getByText(/已通过，有效至/).waitFor()
  await own.getByRole('button', { name: '返回' }).click()
  await own.getByRole('button', { name: '返回' }).click()
  await own.getByRole('button', { name: '上线接单' }).click()
  await own.getByText('正在听单…').waitFor()
  await driver.goHome()
  await ask([])

  const { page: list } = await visit(`/YunYing/DriverAnswerAttempts?keyword=${driver.driverNo}`, {
    as: 'admin',
    width: 1280,
    height: 800,
  })
  const attempts = shownPane(list)
  await attempts.getByText('考试未通过').first().waitFor()
  await screenshot(list, 'exam-attempts')
  expect(await barriers(list)).toEqual([])
  await page.reload()
  await shownPane(page).getByText('B（1 次）').waitFor()
  await screenshot(page, 'exam-analysis')
})
