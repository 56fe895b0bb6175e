import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { driverLevelAppCalls } from '@chauffeur/contract/driver/level-driver'
import type { OrderFileKind } from '@chauffeur/contract/quality/photo-model'
import { messageLogCalls } from '@chauffeur/contract/message/log'
import { photoCalls } from '@chauffeur/contract/quality/photo'
import { photoRulesCalls, STANDARD_PHOTO_RULES } from '@chauffeur/contract/quality/photo-rules'
import { MOST_PICTURE_BYTES, orderUploadCalls } from '@chauffeur/contract/quality/upload'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import { signIn } from '../harness/account.ts'
import { driverIn } from '../harness/driver.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { ACROSS_HANGZHOU } from '../harness/ride.ts'
import { screenshots, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const { cityId, wulin, eastStation } = HANGZHOU
type Driver = Awaited<ReturnType<typeof driverIn>>

/** A car by night, from a side, in a colour. */
const car = (colour: string, x: number, plate: string) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
      <rect width="1600" height="1200" fill="#1d2636"/><rect y="820" width="1600" height="380" fill="#333a44"/>
      <rect x="${100 + x}" y="120" width="180" height="420" fill="#55606f"/><rect x="${1_150 - x}" y="60" width="260" height="520" fill="#46505e"/>
      <circle cx="${1_380 - x}" cy="180" r="60" fill="#f6e7b0"/>
      <rect x="${320 + x}" y="470" width="920" height="380" rx="90" fill="${colour}"/><rect x="${470 + x}" y="340" width="620" height="220" rx="90" fill="#7e93a8"/>
      <circle cx="${430 + x}" cy="690" r="58" fill="#f4f4ea"/><circle cx="${1_130 + x}" cy="690" r="58" fill="#f4f4ea"/>
      <rect x="${640 + x}" y="740" width="280" height="80" fill="#1c5bd8"/><text x="${660 + x}" y="800" font-size="56" fill="#fff" font-family="sans-serif">${plate}</text>
    </svg>`),
  )
    .jpeg({ quality: 88 })
    .toBuffer()

/** As an app does it: announced by its digest, then part by part. */
async function upload(driver: Driver, orderId: string, kind: OrderFileKind, bytes: Buffer, at: { lat: number; lng: number }) {
  const { uploadId, partBytes } = await driver.ask(orderUploadCalls.begin, {
    id: orderId,
    kind,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    takenAt: new Date().toISOString(),
    ...at,
  })
  for (let offset = 0; offset < bytes.length; offset += partBytes) {
    const form = new FormData()
    form.set('offset', String(offset))
    form.set('file', new Blob([new Uint8Array(bytes.subarray(offset, offset + partBytes))]), 'part')
    const path = orderUploadCalls.part.path.replace('{uploadId}', uploadId)
    const answer = (await (await fetch(address + path, { method: 'POST', headers: { token: driver.token }, body: form })).json()) as {
      code: number
    }
    expect(answer.code).toBe(0)
  }
}

let called = 0
/** Somebody new each time: who owes for a trip orders none. */
const caller = () => `138000073${String(++called).padStart(2, '0')}`
async function trip(before: Partial<Record<OrderFileKind, Buffer>>, after: Partial<Record<OrderFileKind, Buffer>>) {
  const { token } = await signIn(address, 'operator')
  const driver = await driverIn(address, cityId, wulin)
  const { orders } = await send(address, callCentreCalls.place, { ...ACROSS_HANGZHOU, phone: caller() }, token)
  const { orderId, offerId, orderNo } = await driver.offerOf(orders[0]!.orderNo)
  await driver.accept(offerId)
  await driver.arrive(orderId)
  for (const [kind, bytes] of Object.entries(before)) await upload(driver, orderId, kind as OrderFileKind, bytes, wulin)
  await driver.depart(orderId)
  await driver.goTo(eastStation)
  await driver.end(orderId)
  for (const [kind, bytes] of Object.entries(after)) await upload(driver, orderId, kind as OrderFileKind, bytes, eastStation)
  await driver.file(orderId)
  await driver.goHome()
  return { driver, orderId, orderNo }
}

let token = ''
beforeAll(async () => {
  token = (await signIn(address, 'admin')).token
  const { ownVersion } = await send(address, photoRulesCalls.rules, {}, token)
  await send(address, photoRulesCalls.save, { ...STANDARD_PHOTO_RULES, sampleBp: 0, newDriverDays: 0, version: ownVersion }, token)
})

test('a picture that was used before is found, its driver is marked with two keys, and their level counts it', async () => {
  const front = await car('#3b4f74', 0, '浙A·12345')
  const first = await trip({ BEFORE_FRONT: front, BEFORE_REAR: await car('#3b4f74', 40, '浙A·12345') }, {})
  const again = await sharp(front).resize(1_000).jpeg({ quality: 60 }).toBuffer()
  const second = await trip(
    { BEFORE_FRONT: again, BEFORE_LEFT: await car('#7a2323', 90, '浙A·99999') },
    { AFTER_FRONT: await car('#7a2323', -60, '浙A·99999') },
  )
  await vi.waitFor(
    async () => {
      const { rows } = await send(address, photoCalls.queue, { cityId }, token)
      expect(rows.map(({ orderNo }) => orderNo)).toContain(second.orderNo)
      // What is screened while somebody judges it has changed under their hands: they would be told, and press again.
      const { rows: seen } = await send(address, photoCalls.photoList, { orderId: second.orderId }, token)
      expect(seen.filter(({ screenedAt }) => screenedAt === null)).toEqual([])
    },
    { timeout: 60_000, interval: 1_000 },
  )
  const { page } = await visit('/Order/QualityQueue', { as: 'admin', width: 1280, height: 900 })
  const pane = shownPane(page)
  await pane.getByRole('list').getByRole('button').filter({ hasText: second.driver.name }).first().click()
  await pane.getByRole('img', { name: new RegExp(first.orderNo) }).waitFor()
  await pane.getByText('其他订单用过').first().waitFor()
  await settled(page)
  await screenshot(page, 'order-photos-reused')
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('r')
  await pane.getByRole('group', { name: '为什么不合格' }).waitFor()
  await screenshot(page, 'order-photos-reasons')
  await page.keyboard.press('1')
  await pane.getByText('接车车头 不合格，已计入司机等级').waitFor()
  await page.keyboard.press('a')
  await pane.getByText('接车左侧 合格').waitFor()
  await page.keyboard.press('a')
  await pane.getByText(`${second.orderNo} 已审核`).waitFor()

  const told = await second.driver.ask(orderUploadCalls.verdicts, {})
  expect(told.rows).toMatchObject([{ kind: 'BEFORE_FRONT', verdict: 'BAD', reason: 'REUSED', orderNo: second.orderNo }])
  await vi.waitFor(
    async () => {
      const { experience } = await second.driver.ask(driverLevelAppCalls.level, {})
      expect(experience).toContainEqual(expect.objectContaining({ event: 'PHOTO_BAD' }))
      expect(experience.find(({ event }) => event === 'PHOTO_BAD')?.delta).not.toBeNull()
    },
    { timeout: 60_000, interval: 1_000 },
  )
  const wall = await visit('/Order/QualityPhotos', { as: 'admin', width: 1920, height: 1080 })
  await shownPane(wall.page)
    .getByRole('button', { name: new RegExp(`接车车头.*${second.orderNo}`) })
    .click()
  const viewer = wall.page.getByRole('dialog')
  await viewer.getByText('使用旧照片').first().waitFor()
  await viewer.locator('.photo-map .maplibregl-canvas').waitFor()
  await settled(wall.page)
  await screenshot(wall.page, 'order-photos-viewer')
  await wall.page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'hidden' })
  await screenshot(wall.page, 'order-photos-wall')
  expect(await barriers(wall.page)).toEqual([])
})

test('a driver’s picture lies in the telephone while the network breaks and the page closes, goes on by itself, and is taken again when asked for', async () => {
  const { token: desk } = await signIn(address, 'operator')
  const driver = await driverIn(address, cityId, wulin)
  const { orders } = await send(address, callCentreCalls.place, { ...ACROSS_HANGZHOU, phone: caller() }, desk)
  const { orderId, offerId } = await driver.offerOf(orders[0]!.orderNo)
  await driver.accept(offerId)
  await driver.arrive(orderId)
  // Larger than the first part.
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 40 }
  const picture = await sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 70 })
    .toBuffer()
  expect(picture.length).toBeGreaterThan(130_000)

  const phone = await visit('/login', { width: 390, height: 844 })
  const { page, context } = phone
  phone.allow(/uploads|ERR_FAILED|Failed to load/)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: wulin.lat, longitude: wulin.lng, accuracy: 10 })
  const session = JSON.stringify({
    tenantId: '1',
    brandName: '归航代驾',
    token: driver.token,
    name: driver.name,
    driverNo: driver.driverNo,
  })
  await context.addInitScript((kept) => localStorage.setItem('chauffeur.driver', kept), session)
  // The network lets the first part through and no more.
  let parts = 0
  const isPart = /\/driver\/v1\/uploads\/.*\/parts/
  await context.route(isPart, (route) => (parts++ === 0 ? route.continue() : route.abort()))
  await page.goto(`${address}/driver/`)
  const file = { name: 'car.jpg', mimeType: 'image/jpeg', buffer: picture }
  await page.getByLabel(/拍下车辆外观（接车）/).setInputFiles(file)
  await page.getByText('网络不通或服务繁忙，照片已保存在手机里，稍后自动续传').waitFor()
  await page.screenshot({ path: join(screenshots, 'driver-page-upload.png') })
  await page.reload()
  await page.getByRole('progressbar', { name: '车辆外观（接车）' }).waitFor()
  const before = parts
  await context.unroute(isPart)
  const of = async () => (await send(address, photoCalls.photoList, { orderId }, token)).rows
  await expect.poll(async () => (await of()).length, { timeout: 60_000 }).toBe(1)
  expect(before).toBeGreaterThan(1)
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  const [photo] = await of()
  expect(photo).toMatchObject({ kind: 'VEHICLE_BEFORE', source: 'APP', place: { lat: wulin.lat } })

  await driver.depart(orderId)
  await driver.goTo(eastStation)
  await driver.end(orderId)
  await driver.file(orderId)
  const seen = (await of())[0]!
  // It may be screened in the moment in which somebody judges it.
  await vi.waitFor(
    async () => {
      const { fileId, version } = (await of())[0]!
      await send(address, photoCalls.verdict, { fileId, verdict: 'RETAKE', reason: 'DARK', note: '请开灯', version }, token)
    },
    { timeout: 20_000, interval: 500 },
  )
  await page.reload()
  // The driver is told, and the console's log says that it came and was read.
  const told = page.getByRole('region', { name: '订单照片需要重拍' })
  await told.getByText(/的照片“.+”需要重拍：光线太暗，请开灯。请在/).waitFor()
  await page.screenshot({ path: join(screenshots, 'driver-page-message.png') })
  expect(await barriers(page)).toEqual([])
  const where = async () => (await send(address, messageLogCalls.list, { way: 'APP', orderNo: orders[0]!.orderNo }, token)).rows
  await expect.poll(async () => (await where())[0]?.state).toBe('DELIVERED')
  await page.getByRole('button', { name: /^消息（\d 条未读）$/ }).click()
  await told.getByRole('heading', { name: /^新：/ }).waitFor()
  await expect.poll(async () => (await where()).filter(({ readAt }) => readAt !== null).length).toBe(1)
  await page.screenshot({ path: join(screenshots, 'driver-page-messages.png') })
  expect(await barriers(page)).toEqual([])
  await told.getByRole('button', { name: '去重拍' }).click()
  await page.getByText('没有需要处理的照片').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '返回' }).click()
  await page.getByRole('button', { name: '有 1 张照片需要重拍' }).click()
  await page.getByText('需要重拍：光线太暗 · 请开灯').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.screenshot({ path: join(screenshots, 'driver-page-retake.png') })
  // As large as some cameras': more than the server takes.
  const large = Buffer.concat([await car('#4f2f6f', 60, '浙A·66666'), Buffer.alloc(MOST_PICTURE_BYTES)])
  await page.getByLabel('重拍车辆外观（接车）').setInputFiles({ ...file, buffer: large })
  await page.getByText('没有需要处理的照片').waitFor()
  const [, retaken] = await of()
  expect(retaken).toMatchObject({ verdict: 'NONE', replaces: seen.fileId, source: 'APP' })

  // Said while the page is open it is there at once.
  await page.getByRole('button', { name: '返回' }).click()
  await page.getByRole('button', { name: /^消息/ }).waitFor()
  // Over plain http, where browsers make no digests, it goes up in one piece.
  await send(
    address,
    photoCalls.verdict,
    { fileId: retaken!.fileId, verdict: 'RETAKE', reason: 'BLURRED', version: retaken!.version },
    token,
  )
  await told.getByText(/照片模糊/).waitFor({ timeout: 20_000 })
  await told.getByRole('button', { name: '去重拍' }).waitFor()
  await told.getByRole('button', { name: '知道了' }).click()
  await told.waitFor({ state: 'detached' })
  await context.addInitScript(() => void Reflect.deleteProperty(Crypto.prototype, 'subtle'))
  await page.reload()
  await page.getByRole('button', { name: '有 1 张照片需要重拍' }).click()
  await page.getByLabel('重拍车辆外观（接车）').setInputFiles({ ...file, buffer: await car('#2f6f4f', 20, '浙A·77777') })
  await page.getByText('没有需要处理的照片').waitFor()
  const rows = await of()
  expect(rows.map(({ verdict, replaces }) => [verdict, replaces])).toEqual([
    ['RETAKEN', null],
    ['RETAKEN', seen.fileId],
    ['NONE', retaken!.fileId],
  ])
  await driver.goHome()

  const console = await visit(`/yunYing/messageLog?orderNo=${orders[0]!.orderNo}`, { as: 'admin', width: 1280, height: 800 })
  await settled(console.page)
  await shownPane(console.page).getByRole('row').filter({ hasText: '司机端消息' }).filter({ hasText: '已读' }).first().waitFor()
  await screenshot(console.page, 'message-log-app')
  expect(await barriers(console.page)).toEqual([])
})

for (const [path, name] of [
  ['QualityQueue', 'order-photos-queue-en'],
  ['QualityPhotos', 'order-photos-wall-en'],
  ['QualityRules', 'order-photos-rules-en'],
] as const)
  test(`${path} reads well in English and by light`, async () => {
    const { page } = await visit(`/Order/${path}`, { as: 'admin', theme: 'light', locale: 'en', width: 1280, height: 800 })
    await settled(page)
    if (path === 'QualityPhotos') await page.locator('[data-at="0"] img').waitFor()
    await screenshot(page, name)
    expect(await barriers(page)).toEqual([])
    if (path !== 'QualityRules') return
    await page.getByRole('button', { name: 'Change rules' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: 'Try on the trips of 30 days' }).click()
    await expect
      .poll(() => form.getByRole('status').allTextContents(), { timeout: 20_000 })
      .toContainEqual(expect.stringContaining('orders would be reviewed'))
    await screenshot(page, 'order-photos-rules-trial-en')
    expect(await barriers(page)).toEqual([])
  })
