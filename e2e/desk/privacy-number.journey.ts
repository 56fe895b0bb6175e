import { numberProviderCalls } from '@chauffeur/contract/call-centre/number-provider'
import { privacyNumberCalls } from '@chauffeur/contract/call-centre/privacy-number'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { citySwitchCalls } from '@chauffeur/contract/operations/city-switch'
import { orderCalls } from '@chauffeur/contract/order/list'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { demoCity, SHENZHEN } from '../../apps/server/demo/cities.ts'
import { type NumbersService, startNumbers } from '../../apps/numbers/src/numbers.ts'
import { signIn } from '../harness/account.ts'
import { driverIn } from '../harness/driver.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { screenshots, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
// No other journey drives in Shenzhen.
const city = demoCity(SHENZHEN)
const cityId = String(SHENZHEN)
const CONTACT = '13923456789'
const POOL = ['17000001001', '17000001002']
let numbers: NumbersService
let token = ''
beforeAll(async () => {
  token = (await signIn(address, 'admin')).token
  numbers = await startNumbers({
    key: { appKey: 'journey', appSecret: 'the secret of the journey' },
    pool: POOL,
    pushUrl: `${address}/privacy-numbers/huawei/1/push`,
  })
})
afterAll(() => numbers.stop())

async function turn(on: boolean): Promise<void> {
  const { rows } = await send(address, citySwitchCalls.view, { cityId }, token)
  const { version } = rows[0]!.switches.find(({ key }) => key === 'privacyNumber')!
  await send(address, citySwitchCalls.save, { cityId, key: 'privacyNumber', on, version, changeReason: '试用' }, token)
}

test('a number service is entered, a city has it on, its driver sees a number that is nobody’s, and a call over it is heard on the order’s page', {
  timeout: 180_000,
}, async () => {
  const { page } = await visit('/Sys/Numbers', { as: 'admin', width: 1280, height: 800 })
  const pane = shownPane(page)
  await pane.getByText('尚未填写服务商：没有号码可绑定').waitFor()
  await pane.getByRole('button', { name: '填写服务商' }).click()
  const form = page.getByRole('dialog', { name: '填写隐私号服务' })
  await form.getByLabel('APP 接入地址').fill(numbers.url)
  await form.getByLabel('APP Key').fill('journey')
  await form.getByLabel('APP Secret').fill('the secret of the journey')
  await form.getByRole('switch', { name: '通话录音' }).click()
  await form.getByLabel('录音提示音文件名').fill('recordHintTone.wav')
  await screenshot(page, 'number-provider-form')
  expect(await barriers(page)).toEqual([])
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'hidden' })
  await pane.getByRole('button', { name: '添加号码' }).click()
  const add = page.getByRole('dialog', { name: '添加隐私号码' })
  await add.getByLabel('号码', { exact: true }).fill(POOL.join('\n'))
  await add.getByRole('button', { name: '保存' }).click()
  await add.waitFor({ state: 'hidden' })
  await pane.getByRole('row').filter({ hasText: POOL[0]! }).getByRole('button', { name: '试一试' }).click()
  await pane.getByText(/连接正常/).waitFor()
  await turn(true)

  const { token: operator } = await signIn(address, 'operator')
  const driver = await driverIn(address, cityId, { lat: city.lat, lng: city.lng })
  const { orders } = await send(
    address,
    callCentreCalls.place,
    { cityId, pickupLat: city.lat, pickupLng: city.lng, pickupAddress: '市民中心', phone: CONTACT },
    operator,
  )
  const { orderId, orderNo } = orders[0]!
  const offer = await driver.offerOf(orderNo)
  await driver.accept(offer.offerId)

  const { page: phone } = await visit('/login', { width: 390, height: 844 })
  const session = { tenantId: '1', brandName: '归航代驾', token: driver.token, name: driver.name, driverNo: driver.driverNo }
  await phone.evaluate((kept) => localStorage.setItem('chauffeur.driver', kept), JSON.stringify(session))
  await phone.goto(`${address}/driver/`)
  const dial = phone.getByRole('link', { name: /致电客户 1700000100/ })
  await dial.waitFor()
  await phone.getByText('隐私号，请用本机号码拨打；通话会录音').waitFor()
  expect(await phone.content()).not.toContain(CONTACT)
  const number = /\d{11}/.exec((await dial.textContent()) ?? '')![0]
  await phone.screenshot({ path: join(screenshots, 'driver-page-privacy-number.png') })
  expect(await barriers(phone)).toEqual([])

  const { page: desk } = await visit(`/Order/Detail?orderId=${orderId}`, { as: 'admin', width: 1280, height: 800 })
  const block = shownPane(desk).locator('.ui-panel').filter({ hasText: '绑定于' })
  await block.getByText(number).waitFor()
  const { binding } = await send(address, privacyNumberCalls.ofOrder, { orderId }, token)
  const ring = await numbers.calls.play({ from: binding!.driverPhone, number, seconds: 12 })
  expect(ring.rang).toBe(CONTACT)
  await block.getByText('司机拨打').waitFor()
  await block.getByRole('button', { name: '收听录音' }).waitFor()
  await settled(desk)
  await screenshot(desk, 'order-privacy-number')
  expect(await barriers(desk)).toEqual([])
  await block.getByRole('button', { name: '收听录音' }).click()
  await expect.poll(() => desk.locator('audio').count()).toBeGreaterThan(0)
  await screenshot(desk, 'order-privacy-number-heard')

  const { page: list } = await visit('/CallCentre/PrivacyNumbers', { as: 'admin', locale: 'en', theme: 'light', width: 1280, height: 800 })
  await shownPane(list).getByRole('row').filter({ hasText: number }).getByText('Bound').first().waitFor()
  await settled(list)
  await screenshot(list, 'privacy-numbers-en-light')
  expect(await barriers(list)).toEqual([])
  const { page: wide } = await visit('/Sys/Numbers', { as: 'admin', locale: 'en', theme: 'light', width: 1920, height: 1080 })
  await shownPane(wide).getByText(POOL[1]!).waitFor()
  await settled(wide)
  await screenshot(wide, 'number-provider-en-light')
  expect(await barriers(wide)).toEqual([])

  await turn(false)
  const { provider } = await send(address, numberProviderCalls.show, {}, token)
  expect(provider).toMatchObject({ secretLast4: 'rney', records: true })
  await driver.arrive(orderId)
  await driver.depart(orderId)
  await driver.end(orderId)
  await driver.file(orderId)
  expect((await send(address, orderCalls.info, { orderId }, token)).serviceStatus).toBe(501)
  await driver.goHome()
})
