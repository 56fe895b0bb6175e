import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverFileCalls, PAPERS_OVER } from '@chauffeur/contract/driver/file'
import { driverLevelCalls } from '@chauffeur/contract/driver/level'
import { STANDARD_DRIVER_LEVELS } from '@chauffeur/contract/driver/level-model'
import { driverStandingCalls } from '@chauffeur/contract/driver/level-driver'
import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import { examCalls } from '@chauffeur/contract/qualification/exam'
import { examAppCalls } from '@chauffeur/contract/qualification/exam-attempt'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { demoCity, SHENZHEN } from '../../apps/server/demo/cities.ts'
import { DatabaseClient } from '../../apps/server/src/platform/database/database-client.ts'
import { signIn } from '../harness/account.ts'
import { driverIn } from '../harness/driver.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { choose, drawerField, screenshots, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const cityId = String(SHENZHEN)
const { name: city, lat, lng } = demoCity(SHENZHEN)
const here = { lat, lng }
const destination = { lat: lat + 0.02, lng: lng + 0.02 }
const TOP = '王牌'

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

/** What only time does: the licence's last day is over, and the round that looks for such every five minutes comes. */
async function licenceEnds(driverId: string) {
  const client = new DatabaseClient({ connectionString: inject('ownerUrl') })
  await client.connect()
  try {
    await client.query(`update drivers set licence_expire = current_date - 2 where driver_id = ${driverId}`)
    await client.query(
      `update pgboss.job set start_after = now() where name = 'rounds' and singleton_key = 'driver.papers' and state = 'created'`,
    )
  } finally {
    await client.end()
  }
}
const inYears = (years: number) => new Date(Date.now() + years * 365 * 86_400_000).toISOString().slice(0, 10)
const picture = (page: Page, name: string) => page.screenshot({ path: join(screenshots, `driver-page-${name}.png`), fullPage: true })

test('a city’s levels are changed after a dry run; a driver rises and reads why, finishes a trip during which the licence ended, passes an exam and drives again', async () => {
  const driver = await driverIn(address, cityId, here)
  const { driverId } = driver
  const trip = {
    cityId,
    pickupLat: here.lat,
    pickupLng: here.lng,
    pickupAddress: '深圳北站',
    dropoffLat: destination.lat,
    dropoffLng: destination.lng,
  }
  const drive = async (phone: string, onTheWay?: (orderId: string) => Promise<void>) => {
    await driver.goTo(here)
    const { orders } = await send(address, callCentreCalls.place, { ...trip, phone }, token)
    const { orderId, offerId } = await driver.offerOf(orders[0]!.orderNo)
    await driver.accept(offerId)
    await driver.arrive(orderId)
    await driver.depart(orderId)
    await onTheWay?.(orderId)
    await driver.goTo(destination)
    await driver.end(orderId)
    await driver.file(orderId)
    return send(address, callCentreCalls.orderStatus, { orderId }, token)
  }

  // A level above all others, for one more trip than the driver has done this month.
  const before = await send(address, driverStandingCalls.driver, { driverId }, token)
  const nothing = { minExp: 0, minOrders: 0, minRatingX100: null, maxCancelBp: null }
  const top = {
    ...STANDARD_DRIVER_LEVELS.at(-1)!,
    ...nothing,
    level: 6,
    name: TOP,
    colour: '#cf1322',
    minOrders: before.figures.orders + 1,
  }
  const levels = [...STANDARD_DRIVER_LEVELS.map((level) => ({ ...level, ...nothing })), top]
  const known = (await send(address, driverLevelCalls.basic, {}, token)).rows.find((row) => row.cityId === cityId)
  await send(
    address,
    driverLevelCalls.basicSave,
    { ...(known ? { settingId: known.settingId, version: known.version } : { cityId }), levels },
    token,
  )

  const { page } = await visit('/DriverConfig/DriverLevelBase', { as: 'admin', width: 1280, height: 800 })
  await settled(page)
  // A journey that goes once more finds what it saved before.
  const there = (await send(address, driverLevelCalls.global, {}, token)).rows.some((row) => row.cityId === cityId)
  const change = there ? new RegExp(`修改.*升降级规则：${city}`) : '新增城市设置：升降级规则'
  await shownPane(page).getByRole('button', { name: change }).click()
  const form = page.getByRole('dialog', { name: /升降级规则/ })
  if (!there) {
    await drawerField(page, '城市').click()
    await choose(page, city)
  }
  const moves = form.getByRole('switch', { name: '自动升降级' })
  if ((await moves.getAttribute('aria-checked')) !== 'true') await moves.click()
  await form.getByRole('button', { name: '试算对司机的影响' }).click()
  await form.getByText(/立即升级 \d+ 人/).waitFor()
  await screenshot(page, 'driver-season-trial')
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'hidden' })

  await drive('13800007171')
  const standing = () => send(address, driverStandingCalls.driver, { driverId }, token)
  await expect.poll(async () => (await standing()).name, { timeout: 30_000 }).toBe(TOP)

  const { page: own } = await visit('/login', { width: 390, height: 844 })
  const session = { tenantId: '1', brandName: '归航代驾', token: driver.token, name: driver.name, driverNo: driver.driverNo }
  await own.emulateMedia({ colorScheme: 'light' })
  await own.evaluate((kept) => localStorage.setItem('chauffeur.driver', kept), JSON.stringify(session))
  await own.goto(`${address}/driver/`)
  // What the page learns as it opens moves its buttons: one that was missed is pressed again.
  const opened = async () => {
    await own.getByRole('button', { name: '我的等级' }).click({ timeout: 2_000 })
    await own.getByText(`已达到${TOP}的全部要求，即时升级。`).waitFor({ timeout: 5_000 })
  }
  await vi.waitFor(opened, { timeout: 30_000 })
  await picture(own, 'season-level')
  expect(await barriers(own)).toEqual([])
  await own.getByRole('button', { name: '返回' }).click()

  const file = () => send(address, driverFileCalls.info, { driverId }, token)
  const ended = await drive('13800007172', async (orderId) => {
    await licenceEnds(driverId)
    await expect.poll(async () => (await file()).qualification, { timeout: 30_000 }).toBe(PAPERS_OVER)
    const { serviceStatus } = await send(address, callCentreCalls.orderStatus, { orderId }, token)
    expect(serviceStatus).toBe(SERVICE_STATUS.driving)
    expect((await file()).workStatus).toBe('DRIVING')
  })
  expect(ended.serviceStatus).toBe(SERVICE_STATUS.billFiled)
  expect(ended.bill?.totalFen).toBeGreaterThan(0)
  expect((await file()).workStatus).toBe('OFFLINE')
  await own
    .getByRole('region', { name: '上线条件' })
    .getByText(/驾驶证 已于 .* 过期/)
    .waitFor()
  await picture(own, 'season-papers')
  expect(await barriers(own)).toEqual([])
  await expect(driver.ask(dispatchCalls.goOnline, here)).rejects.toThrow('driver.papersOver')

  // The renewed licence is checked; meanwhile the city asks for an exam.
  const exam = { name: `安全考试 ${Date.now()}`, cityIds: [cityId], passPercent: 100, drawn: 2, minutes: 20, attemptsADay: 5 }
  const sections = [{ title: '行程中', text: '不超速，不接听电话。' }]
  const made = await send(address, examCalls.saveGroup, { ...exam, sections }, token)
  const { examGroupId } = made
  for (const [n, text] of ['来电话时怎么办', '客户没系安全带怎么办'].entries()) {
    const question = { kind: 'SINGLE' as const, text, options: ['停稳再说', '不管'], answer: [n], score: 5 }
    await send(address, examCalls.saveQuestion, { examGroupId, ...question }, token)
  }
  await send(address, examCalls.publish, { examGroupId, version: made.version, published: true }, token)
  await ask([examGroupId])
  const papers = await file()
  const kept = {
    name: papers.name,
    cityId,
    orgId: papers.orgId ?? undefined,
    serviceTypes: papers.serviceTypes,
    listenRadiusM: papers.listenRadiusM,
  }
  const licence = { licenceClass: papers.licenceClass!, licenceFirstIssue: papers.licenceFirstIssue!, licenceExpire: inYears(6) }
  await send(address, driverFileCalls.save, { driverId, version: papers.version, ...kept, ...licence, verified: true }, token)
  // The page that is open hears of both.
  await own.getByRole('region', { name: '上线条件' }).getByText(`考试 未通过或已过有效期：${exam.name}`).waitFor()
  await own.getByText(/驾驶证 已于/).waitFor({ state: 'detached' })
  await expect(driver.ask(dispatchCalls.goOnline, here)).rejects.toThrow('考试')

  const { rows: exams } = await driver.ask(examAppCalls.exams, {})
  const [section] = exams.find((one) => one.examGroupId === examGroupId)!.sections
  await driver.ask(examAppCalls.readSection, { examGroupId, mark: section!.mark })
  const { examAttemptId, questions } = await driver.ask(examAppCalls.startExam, { examGroupId })
  for (const { position, text } of questions)
    await driver.ask(examAppCalls.saveAnswer, { examAttemptId, position, chosen: [text.startsWith('来电话') ? 0 : 1] })
  expect(await driver.ask(examAppCalls.submitExam, { examAttemptId })).toMatchObject({ state: 'PASSED' })
  await driver.ask(dispatchCalls.goOnline, here)
  expect((await file()).workStatus).toBe('ONLINE_IDLE')
  await own.getByText('正在听单…').waitFor()
  const detail = await visit(`/yunYing/driverDetail?driverId=${driverId}`, { as: 'admin', width: 1280, height: 800 })
  await shownPane(detail.page).getByText('可以上线').waitFor()
  await driver.goHome()
})
