import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import { orderFileCalls } from '@chauffeur/contract/order/file'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Dispatcher } from '#areas/dispatch/engine'
import { fileOverdue } from '#areas/order/bill'
import { flushPositions } from '../state/index.ts'
import type { DriverSession } from '#platform/identity/session'
import { engineOf } from '#test/dispatchers'
import { as, driverAt, north, offersOf, onTheWay, placeCall, seenAt, signInByCode, type TestDriver, until, workStatus } from '#test/drivers'
import { HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'
import { receiveFixes } from '../state/index.ts'

let world: World
let engine: Dispatcher
let provider: Server
/** What the provider of checks answers, and what it was asked. */
let verdict: { status: number; body: unknown } = { status: 200, body: { passed: true } }
const asked: { check: string; driverId: string; authorization: string | undefined }[] = []
const row = async (text: string, values: unknown[]) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]!

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const { check, driverId } = JSON.parse(text) as { check: string; driverId: string }
    asked.push({ check, driverId, authorization: request.headers.authorization })
    response.writeHead(verdict.status, { 'content-type': 'application/json' }).end(JSON.stringify(verdict.body))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/check`
  world = await makeWorld({ settings: { onlineCheck: { url, token: 'geheim' } } })
  engine = engineOf(world, 100)
})
afterAll(async () => {
  await engine.stop()
  await world.close()
  provider.close()
})

const rule = (rules: Record<string, unknown>, version: number, as?: string) =>
  world.send(
    driverDutyCalls.save,
    {
      faceRequired: false,
      faceEveryHours: 24,
      insuranceRequired: false,
      insuranceEveryHours: 24,
      photosBeforeDepart: 0,
      version,
      ...rules,
    },
    as,
  )
afterEach(() => world.owner.query('delete from setting_versions'))

async function upload(driver: TestDriver, orderId: string, kind: string, bytes: Buffer, type = 'image/png') {
  const form = new FormData()
  form.set('kind', kind)
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), 'a.png')
  const request = new Request('http://test', { method: 'POST', body: form })
  const answer = await world.app.http.inject({
    method: 'POST',
    url: dispatchCalls.uploadFile.path.replace('{id}', orderId),
    headers: { token: driver.token, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json<{ code: number; error?: string; data: { fileId: string; width: number; height: number } }>()
}
const picture = (shade: number) =>
  sharp({ create: { width: 2_400, height: 1_200, channels: 3, background: { r: shade, g: 20, b: 20 } } })
    .withExif({ IFD0: { ImageDescription: 'secret place' } })
    .png()
    .toBuffer()

test('a city asks for face and insurance: each is refused in words, what was passed is not asked again, and without an answer nobody goes on duty', async () => {
  expect((await rule({ cityId: HANGZHOU, faceRequired: true, insuranceRequired: true }, 0)).code).toBe(0)
  const driver = await driverAt(world, null, 'OFFLINE')
  const call = as(world, driver)
  verdict = { status: 200, body: { passed: false, reason: '光线太暗' } }
  expect(await call(dispatchCalls.goOnline)).toMatchObject({ error: 'driver.faceRequired', data: { check: 'FACE', reason: '光线太暗' } })
  expect(await workStatus(world, driver)).toBe('OFFLINE')
  verdict = { status: 500, body: {} }
  expect((await call(dispatchCalls.goOnline)).error).toBe('driver.checkUnavailable')
  verdict = { status: 200, body: { passed: 'yes' } }
  expect((await call(dispatchCalls.goOnline)).error).toBe('driver.checkUnavailable')
  asked.length = 0
  verdict = { status: 200, body: { passed: true } }
  expect((await call(dispatchCalls.goOnline)).data).toEqual({ workStatus: 'ONLINE_IDLE' })
  expect(asked).toEqual(['FACE', 'INSURANCE'].map((check) => ({ check, driverId: driver.driverId, authorization: 'Bearer geheim' })))
  await call(dispatchCalls.goOffline)
  expect((await call(dispatchCalls.goOnline)).code).toBe(0)
  expect(asked).toHaveLength(2)
  // What was found stays on record, also where the driver was refused.
  const { rows } = await world.owner.query('select kind, result from driver_checks where driver_id = $1 order by check_id', [
    driver.driverId,
  ])
  expect(rows.map(({ kind, result }) => `${kind} ${result}`)).toEqual([
    'FACE FAIL',
    'FACE ERROR',
    'FACE ERROR',
    'FACE PASS',
    'INSURANCE PASS',
  ])
  await world.owner.query(`update driver_checks set at = now() - interval '25 hours' where driver_id = $1 and kind = 'FACE'`, [
    driver.driverId,
  ])
  await call(dispatchCalls.goOffline)
  await call(dispatchCalls.goOnline)
  expect(asked.map(({ check }) => check)).toEqual(['FACE', 'INSURANCE', 'FACE'])
})

test('rules are kept per city, by those who see it, and two editors see each other', async () => {
  expect((await rule({ photosBeforeDepart: 2 }, 0)).data).toMatchObject({ cityId: null, version: 1, photosBeforeDepart: 2 })
  expect((await rule({ photosBeforeDepart: 3 }, 0)).error).toBe('driverDuty.versionConflict')
  expect((await rule({ photosBeforeDepart: 3 }, 1)).data).toMatchObject({ version: 2 })
  expect((await rule({ cityId: SHANGHAI }, 0, 'hangzhou')).error).toBe('driverDuty.otherCity')
  expect((await rule({}, 2, 'hangzhou')).error).toBe('driverDuty.otherCity')
  expect((await rule({ cityId: HANGZHOU, receiptFromFen: 3_000 }, 0, 'hangzhou')).code).toBe(0)
  expect((await world.send(driverDutyCalls.list)).data).toMatchObject({
    rows: [
      { cityId: null, photosBeforeDepart: 3, receiptFromFen: null },
      { cityId: HANGZHOU, cityName: '杭州市', photosBeforeDepart: 0, receiptFromFen: 3_000 },
    ],
  })
})

test('a trip begins with the photographs the city asks for; a picture is known by its content, made small and rid of what the camera wrote', async () => {
  await rule({ cityId: HANGZHOU, photosBeforeDepart: 1 }, 0)
  const { driver, orderId, call } = await onTheWay(world)
  await call(dispatchCalls.arrive, { id: orderId })
  expect(await call(dispatchCalls.depart, { id: orderId })).toMatchObject({
    error: 'driver.photosMissing',
    data: { photos: 0, photosBeforeDepart: 1 },
  })
  expect((await upload(driver, orderId, 'VEHICLE_BEFORE', Buffer.from('<svg onload="alert(1)"/>'))).error).toBe('driver.badPicture')
  expect((await upload(driver, orderId, 'SELFIE', await picture(1))).code).toBe(400)
  const bytes = await picture(1)
  const kept = await upload(driver, orderId, 'VEHICLE_BEFORE', bytes)
  expect(kept).toMatchObject({ code: 0, data: { width: 1_600, height: 800 } })
  expect((await upload(driver, orderId, 'VEHICLE_BEFORE', bytes)).data.fileId).toBe(kept.data.fileId)
  const stranger = await driverAt(world, null, 'OFFLINE')
  expect((await upload(stranger, orderId, 'VEHICLE_BEFORE', bytes)).error).toBe('driver.orderNotFound')
  expect((await call(dispatchCalls.depart, { id: orderId })).code).toBe(0)

  expect((await world.send(orderFileCalls.list, { orderId })).data).toMatchObject({
    rows: [{ fileId: kept.data.fileId, kind: 'VEHICLE_BEFORE', extraType: null }],
  })
  const { dataUrl } = (await world.send(orderFileCalls.picture, { fileId: kept.data.fileId })).data as { dataUrl: string }
  const jpeg = Buffer.from(dataUrl.replace('data:image/jpeg;base64,', ''), 'base64')
  const { format, width, exif } = await sharp(jpeg).metadata()
  expect({ format, width, exif }).toEqual({ format: 'jpeg', width: 1_600, exif: undefined })
  expect((await world.send(orderFileCalls.picture, { fileId: kept.data.fileId }, 'other')).error).toBe('orderFile.notFound')
})

test('an extra is billed with its receipt, each receipt once, and shown with the line it belongs to', async () => {
  await rule({ cityId: HANGZHOU, receiptFromFen: 3_000 }, 0)
  const { driver, orderId, call } = await onTheWay(world)
  for (const step of [dispatchCalls.arrive, dispatchCalls.depart, dispatchCalls.end])
    expect((await call(step, { id: orderId })).code).toBe(0)
  const file = (extras: object[]) => call(dispatchCalls.file, { id: orderId, extras })
  expect(await file([{ type: 'TOLL', amountFen: 3_000 }])).toMatchObject({
    error: 'driver.receiptMissing',
    data: { type: 'TOLL', receiptFromFen: 3_000 },
  })
  const { fileId } = (await upload(driver, orderId, 'RECEIPT', await picture(2))).data
  const car = (await upload(driver, orderId, 'VEHICLE_AFTER', await picture(3))).data
  expect((await file([{ type: 'TOLL', amountFen: 3_000, receiptIds: [car.fileId] }])).error).toBe('driver.receiptUnknown')
  const twice = { amountFen: 3_000, receiptIds: [fileId] }
  expect(
    (
      await file([
        { type: 'TOLL', ...twice },
        { type: 'PARKING', ...twice },
      ])
    ).error,
  ).toBe('driver.receiptUnknown')
  const bill = [
    { type: 'TOLL', ...twice },
    { type: 'PARKING', amountFen: 2_999, note: '万象城地库' },
    { type: 'TIP', amountFen: 5_000 },
  ]
  const filed = await file(bill)
  expect(filed.code).toBe(0)
  expect(await row(`select reason from order_events where order_id = $1 and event = 'file'`, [orderId])).toEqual({ reason: '万象城地库' })
  expect((await file(bill)).data).toEqual(filed.data)
  expect((await world.send(orderFileCalls.list, { orderId })).data).toMatchObject({
    rows: [{ fileId, kind: 'RECEIPT', extraType: 'TOLL' }, { kind: 'VEHICLE_AFTER' }],
  })
  expect((await upload(driver, orderId, 'RECEIPT', await picture(4))).error).toBe('driver.wrongState')
})

test('a bill the driver does not file is filed for them after the time set, once, unpaid, and the driver is free again', async () => {
  const { driver, orderId, call } = await onTheWay(world)
  for (const step of [dispatchCalls.arrive, dispatchCalls.depart, dispatchCalls.end])
    expect((await call(step, { id: orderId })).code).toBe(0)
  expect(await fileOverdue(world.app.platform)).toBe(0)
  await world.owner.query(
    `update orders set ended_at = now() - interval '31 minutes', depart_at = depart_at - interval '50 minutes' where order_id = $1`,
    [orderId],
  )
  const filed = await Promise.all([fileOverdue(world.app.platform), fileOverdue(world.app.platform)])
  expect(filed.toSorted((a, b) => a - b)).toEqual([0, 1])
  expect(await row('select service_status, pay_status, total_fen > 0 as billed from orders where order_id = $1', [orderId])).toEqual({
    service_status: 501,
    pay_status: 10,
    billed: true,
  })
  expect(await row(`select actor_type, reason from order_events where order_id = $1 and event = 'file'`, [orderId])).toEqual({
    actor_type: 'TIMER',
    reason: '司机未按时报单，系统自动报单',
  })
  expect(await workStatus(world, driver)).toBe('ONLINE_IDLE')
  // The driver's own bill comes too late, and changes nothing.
  expect((await call(dispatchCalls.file, { id: orderId, cashCollected: true })).code).toBe(0)
  expect(await row('select pay_status from orders where order_id = $1', [orderId])).toEqual({ pay_status: 10 })
})

test('offers come as a stream: the open ones at once, a new one within a moment, none once it was taken back; it ends with the session', {
  timeout: 30_000,
}, async () => {
  await world.owner.query(`update drivers set work_status = 'OFFLINE'`)
  const address = await world.app.http.listen({ port: 0, host: '127.0.0.1' })
  const driver = await driverAt(world, 100)
  expect(
    ((await (await fetch(`${address}/driver/v1/offers/stream`, { headers: { token: world.people.all.token } })).json()) as { code: number })
      .code,
  ).toBe(401)
  const stream = await fetch(`${address}/driver/v1/offers/stream`, { headers: { token: driver.token } })
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const events: { offers: { offerId: string; orderId: string; pickup: object }[] }[] = []
  let ended = false
  void (async () => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream()))
      for (const line of chunk.split('\n')) if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)))
    ended = true
  })()
  await until(async () => events.length, 'first event')
  expect(events).toEqual([{ offers: [] }])
  const { orderId } = await placeCall(world)
  await until(async () => events.length > 1, 'offer on the stream')
  expect(events[1]!.offers).toMatchObject([{ orderId, pickup: { address: '武林广场' } }])
  expect((await as(world, driver)(dispatchCalls.reject, { id: events[1]!.offers[0]!.offerId, reason: '正在吃饭' })).code).toBe(0)
  await until(async () => events.length > 2, 'offer gone from the stream')
  expect(events[2]).toEqual({ offers: [] })
  expect((await as(world, driver)(dispatchCalls.answers)).data).toEqual({
    days: 7,
    offers: 1,
    accepted: 0,
    rejected: 1,
    expired: 0,
    rejectReasons: [{ reason: '正在吃饭', count: 1 }],
  })
  // Of many streams of one driver the newest three stay.
  const own = { headers: { token: (await driverAt(world, null, 'OFFLINE')).token } }
  const ends: number[] = []
  for (let n = 0; n < 4; n++) {
    const { body } = await fetch(`${address}/driver/v1/offers/stream`, own)
    void body!.pipeTo(new WritableStream()).then(() => ends.push(n))
  }
  await until(async () => ends.length, 'end of the oldest')
  expect(ends).toEqual([0])
  await engine.stop()
  await until(async () => ended && ends.length === 4, 'end of the streams')
  engine = engineOf(world, 100)
})

test('an offer is taken once: not twice, not from a second telephone, not after its time, not by a driver of another city', async () => {
  await world.owner.query(`update drivers set work_status = 'OFFLINE'`)
  const { driver, orderId, offerId, call } = await onTheWay(world)
  const taken = await row('select version, accepted_at from orders where order_id = $1', [orderId])
  expect((await call(dispatchCalls.accept, { id: offerId })).code).toBe(0)
  // The same driver signed in on a second telephone, both at once.
  const second = { ...driver, token: await signInByCode(world, driver.phone) }
  const both = await Promise.all([call(dispatchCalls.accept, { id: offerId }), as(world, second)(dispatchCalls.accept, { id: offerId })])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(await row('select version, accepted_at from orders where order_id = $1', [orderId])).toEqual(taken)
  expect((await as(world, await driverAt(world, 100, 'OFFLINE'))(dispatchCalls.accept, { id: offerId })).error).toBe('driver.offerGone')

  await world.owner.query(`update drivers set work_status = 'OFFLINE' where work_status = 'ONLINE_IDLE'`)
  const late = await driverAt(world, 100)
  const elsewhere = await driverAt(world, 120)
  await world.owner.query('update drivers set city_id = $2 where driver_id = $1', [elsewhere.driverId, SHANGHAI])
  world.app.platform.positions.put([{ ...world.app.platform.positions.get(elsewhere.driverId)!, cityId: SHANGHAI, receivedAt: Date.now() }])
  const next = await placeCall(world)
  const open = await until(async () => (await offersOf(world, late)).find((one) => one.orderId === next.orderId), 'offer')
  expect(await offersOf(world, elsewhere)).toEqual([])
  expect((await as(world, elsewhere)(dispatchCalls.accept, { id: open.offerId })).error).toBe('driver.offerGone')
  await engine.stop()
  await world.owner.query(`update offers set expires_at = now() - interval '1 second' where offer_id = $1`, [open.offerId])
  expect(await as(world, late)(dispatchCalls.accept, { id: open.offerId })).toMatchObject({
    error: 'driver.offerExpired',
    data: { serviceStatus: 180 },
  })
  engine = engineOf(world, 100)
})

test('a device a day ahead, a place 3 000 km away and a batch sent again change neither where the driver is nor how far the trip was', async () => {
  const { driver, orderId, call } = await onTheWay(world)
  seenAt(world, driver.driverId, 0)
  await call(dispatchCalls.arrive, { id: orderId })
  await call(dispatchCalls.depart, { id: orderId })
  await world.owner.query(
    `update orders set depart_at = now() - interval '10 minutes', arrived_at = now() - interval '10 minutes', accepted_at = now() - interval '11 minutes' where order_id = $1`,
    [orderId],
  )
  await world.owner.query('delete from track_points where order_id = $1', [orderId])
  const ahead = Date.now() + 86_400_000
  const positions = Array.from({ length: 31 }, (_, i) => ({
    ...north(i * 100),
    at: new Date(ahead - (30 - i) * 20_000).toISOString(),
    accuracyM: 10,
  }))
  const far = { lat: 3.139, lng: 101.687, at: new Date(ahead - 1_000).toISOString() }
  expect((await call(dispatchCalls.positions, { positions: [...positions.slice(0, 30), far, positions[30]!] })).data).toEqual({
    accepted: 31,
    rejected: 1,
  })
  await flushPositions(world.app.platform)
  // The answer was lost on the way, so the telephone sends the batch again a minute later.
  await world.owner.query(
    `update orders set depart_at = depart_at - interval '1 minute', accepted_at = accepted_at - interval '1 minute' where order_id = $1`,
    [orderId],
  )
  await world.owner.query(`update track_points set at = at - interval '1 minute' where order_id = $1`, [orderId])
  expect((await call(dispatchCalls.positions, { positions })).data).toEqual({ accepted: 31, rejected: 0 })
  await flushPositions(world.app.platform)
  const here = world.app.platform.positions.get(driver.driverId)!
  expect(here.lat).toBeCloseTo(north(3_000).lat, 6)
  expect(Math.abs(Date.now() - here.receivedAt)).toBeLessThan(5_000)
  expect((await call(dispatchCalls.end, { id: orderId })).code).toBe(0)
  const { distance_m } = await row('select distance_m from orders where order_id = $1', [orderId])
  expect(Math.abs(Number(distance_m) - 3_000)).toBeLessThan(60)
})

test('a telephone whose clock jumps over thousands of years and whose speed is next to nothing stops nobody’s positions and nobody’s trip', async () => {
  const { driver, orderId, call } = await onTheWay(world)
  await call(dispatchCalls.arrive, { id: orderId })
  await call(dispatchCalls.depart, { id: orderId })
  const answer = await call(dispatchCalls.positions, {
    positions: [
      { ...north(10), at: '0001-01-01T00:00:00Z', speedMps: 1e-50 },
      { ...north(20), at: '9999-12-31T23:59:59Z', speedMps: 1e-50 },
    ],
  })
  expect(answer.data).toEqual({ accepted: 2, rejected: 0 })
  // One that the database refuses for a reason nobody thought of keeps none of the others back.
  const other = await driverAt(world, 100)
  const session = { tenantId: world.tenantA, driverId: other.driverId, cityId: HANGZHOU } as DriverSession
  receiveFixes(world.app.platform, session, [{ ...north(110), accuracyM: 5e9 }])
  await flushPositions(world.app.platform)
  expect(await row('select lat, speed_mps from driver_positions where driver_id = $1', [driver.driverId])).toEqual({
    lat: north(20).lat,
    speed_mps: 0,
  })
  expect((await call(dispatchCalls.end, { id: orderId })).code).toBe(0)
})

test('who has a face and no insurance is told that it is the insurance, and stays off duty', async () => {
  expect((await rule({ cityId: HANGZHOU, insuranceRequired: true }, 0)).code).toBe(0)
  const driver = await driverAt(world, null, 'OFFLINE')
  verdict = { status: 200, body: { passed: false, reason: '保单已过期' } }
  expect(await as(world, driver)(dispatchCalls.goOnline)).toMatchObject({
    error: 'driver.insuranceRequired',
    data: { check: 'INSURANCE', reason: '保单已过期' },
  })
  expect(await workStatus(world, driver)).toBe('OFFLINE')
  verdict = { status: 200, body: { passed: true } }
})
