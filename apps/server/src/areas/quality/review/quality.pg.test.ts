import { createHash } from 'node:crypto'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverFileCalls, PAPERS_OVER, QUALIFICATION_LEFT } from '@chauffeur/contract/driver/file'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { driverMessageCalls } from '@chauffeur/contract/message/inbox'
import { type PhotoRow, photoCalls } from '@chauffeur/contract/quality/photo'
import { photoRulesCalls, photoTrialCalls, STANDARD_PHOTO_RULES } from '@chauffeur/contract/quality/photo-rules'
import { orderUploadCalls } from '@chauffeur/contract/quality/upload'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { THUMB_BYTES } from '#platform/pictures/photos'
import { as, north, onTheWay } from '#test/drivers'
import { photoWorld, scene, taken } from '#test/photos'
import { HANGZHOU, type Person, SHANGHAI } from '#test/world'
import { chooseOrders, endPhotoClaims, followComplaints, screenPhotos } from '../photo/index.ts'
import { endRetakes } from './review.rounds.ts'

let { world, sends, close } = {} as Awaited<ReturnType<typeof photoWorld>>
beforeAll(async () => {
  ;({ world, sends, close } = await photoWorld())
})
afterAll(() => close())
const rules = async (change: Partial<typeof STANDARD_PHOTO_RULES>) => {
  await world.owner.query(`delete from setting_versions where kind = 'photoRules'`)
  const saved = await world.send(photoRulesCalls.save, { ...STANDARD_PHOTO_RULES, sampleBp: 0, newDriverDays: 0, ...change, version: 0 })
  expect(saved.code, saved.message).toBe(0)
}
beforeEach(async () => {
  await rules({})
  await world.owner.query(
    `update order_photo_cases set state = 'DONE', claimed_by = null, claimed_until = null where state in ('OPEN', 'WAITING', 'IN_REVIEW')`,
  )
})

const look = async () => {
  await screenPhotos(world.app.platform)
  await chooseOrders(world.app.platform)
}
const orderOf = async (orderId: string, person: Person = 'all') =>
  (await world.send(photoCalls.order, { orderId }, person)).data as AnswerOf<typeof photoCalls.order>
const photoOf = async (orderId: string, fileId: string) => (await orderOf(orderId)).photos.find((one) => one.fileId === fileId)!
const queue = async (person: Person = 'all') =>
  ((await world.send(photoCalls.queue, {}, person)).data as AnswerOf<typeof photoCalls.queue>).rows
const judge = async (fileId: string, verdict: string, more: object = {}, person: Person = 'all') => {
  const { rows } = await world.owner.query<{ version: number }>('select version from order_files where file_id = $1', [fileId])
  return world.send(photoCalls.verdict, { fileId, verdict, version: rows[0]!.version, ...more }, person)
}
const experience = async (driverId: string) =>
  (
    await world.owner.query<{ event: string; ref: string }>(
      'select event, ref from driver_experience where driver_id = $1 order by experience_id',
      [driverId],
    )
  ).rows
test('a picture is kept small for the wall, shown without what the camera wrote, and sealed as it came for those who say what for', async () => {
  const trip = await onTheWay(world)
  await trip.call(dispatchCalls.arrive, { id: trip.orderId })
  const bytes = await sharp(await scene())
    .withExif({
      IFD0: { Make: 'Kamera' },
      IFD2: { DateTimeOriginal: '2026:03:01 20:15:00' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 16/1 12/1', GPSLongitudeRef: 'E', GPSLongitude: '120/1 9/1 0/1' },
    })
    .jpeg()
    .toBuffer()
  const fileId = await sends.upload(trip.driver, trip.orderId, 'BEFORE_FRONT', bytes, {})
  await look()
  const photo = await photoOf(trip.orderId, fileId)
  // By the clock of the city: eight hours before UTC.
  expect(photo).toMatchObject({
    takenAt: '2026-03-01T12:15:00.000Z',
    source: 'CAMERA',
    place: { lat: 30.27, lng: 120.15 },
    hasOriginal: true,
  })
  const get = (url: string) => world.app.http.inject({ method: 'GET', url })
  const thumb = await get(photo.thumbUrl!)
  expect(thumb.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, max-age=3600' })
  expect(thumb.rawPayload.length).toBeLessThanOrEqual(THUMB_BYTES)
  expect((await sharp((await get(photo.pictureUrl!)).rawPayload).metadata()).exif).toBeUndefined()

  const { rows } = await world.owner.query<{ bytes: Buffer }>(
    `select p.bytes from order_files f join file_pieces p on p.file_id = f.original_id where f.file_id = $1 order by seq`,
    [fileId],
  )
  expect(Buffer.concat(rows.map((row) => row.bytes)).includes('Kamera')).toBe(false)
  expect((await world.send(photoCalls.original, { fileId, purpose: '' })).code).toBe(400)
  const opened = (await world.send(photoCalls.original, { fileId, purpose: '交警取证' })).data as AnswerOf<typeof photoCalls.original>
  expect(opened).toMatchObject({ proven: true, sha256: createHash('sha256').update(bytes).digest('hex') })
  expect(Buffer.from(opened.dataUrl.split(',')[1]!, 'base64').equals(bytes)).toBe(true)
  const log = (await world.send(photoCalls.log, { fileId })).data as AnswerOf<typeof photoCalls.log>
  expect(log.rows.map(({ event, reason }) => `${event} ${reason}`)).toContain('original 交警取证')
  expect((await world.send(photoCalls.original, { fileId, purpose: 'x' }, 'other')).error).toBe('photo.notFound')
})

test('a picture that was used for another order is found, packed anew and made smaller, and both stand side by side', async () => {
  const picture = await scene()
  const before = await sends.over(picture)
  const again = await sends.over(await sharp(picture).resize(900).modulate({ brightness: 1.1 }).jpeg({ quality: 50 }).toBuffer())
  const fresh = await sends.over(await scene())
  await look()
  expect((await photoOf(before.orderId, before.files[0]!)).flags).toEqual([])
  expect((await photoOf(fresh.orderId, fresh.files[0]!)).flags).toEqual([])
  const found = await orderOf(again.orderId)
  expect(found.photos[0]).toMatchObject({ flags: ['REUSED'] })
  expect(found.matches).toMatchObject([
    {
      fileId: again.files[0],
      otherId: before.files[0],
      sameBytes: false,
      sameDriver: false,
      earlier: true,
      other: { orderNo: before.orderNo },
    },
  ])
  expect((await orderOf(before.orderId)).matches).toMatchObject([{ otherId: again.files[0], earlier: false }])
  expect((await queue()).map(({ orderId }) => orderId)).toEqual([again.orderId])

  // Its driver is marked, and their level counts it once.
  expect((await judge(again.files[0]!, 'BAD')).error).toBe('photo.reasonMissing')
  expect((await judge(again.files[0]!, 'BAD', { reason: 'REUSED' })).code).toBe(0)
  expect(await experience(again.driver.driverId)).toEqual([
    { event: 'ORDER_DONE', ref: again.orderId },
    { event: 'PHOTO_BAD', ref: `photo/${again.files[0]}/1` },
  ])
  const { rows: remarks } = await world.owner.query('select type, text, order_no from driver_remarks where driver_id = $1', [
    again.driver.driverId,
  ])
  expect(remarks).toEqual([{ type: 'WARN', text: '订单照片使用旧照片', order_no: again.orderNo }])
  expect(await queue()).toEqual([])
  const told = (await as(world, again.driver)(orderUploadCalls.verdicts)).data as AnswerOf<typeof orderUploadCalls.verdicts>
  expect(told.rows).toMatchObject([{ fileId: again.files[0], verdict: 'BAD', reason: 'REUSED', orderNo: again.orderNo }])
})

test('where and when a picture was taken is held against the trip, and what is missing is said', async () => {
  await rules({ flags: ['OFF_PLACE', 'OFF_TIME'] })
  const trip = await onTheWay(world)
  await trip.call(dispatchCalls.arrive, { id: trip.orderId })
  const add = async (kind: string, more: object) => sends.upload(trip.driver, trip.orderId, kind, await scene(), more)
  const [here, far, old, nothing, blank] = [
    await add('BEFORE_FRONT', taken()),
    await add('BEFORE_REAR', taken({ ...north(3_000) })),
    await add('BEFORE_LEFT', taken({ takenAt: '2026-01-01T00:00:00Z' })),
    await add('INTERIOR', {}),
    await sends.upload(
      trip.driver,
      trip.orderId,
      'ODOMETER',
      await sharp({ create: { width: 400, height: 300, channels: 3, background: '#050505' } })
        .jpeg()
        .toBuffer(),
    ),
  ]
  await look()
  const { photos } = await orderOf(trip.orderId)
  const of = (fileId: string) => photos.find((one) => one.fileId === fileId)!
  expect(of(here)).toMatchObject({ flags: [], awayM: 0 })
  expect(of(far)).toMatchObject({ flags: ['OFF_PLACE'] })
  expect(of(far).awayM).toBeGreaterThan(2_500)
  expect(of(old).flags).toEqual(['OFF_TIME'])
  expect(of(nothing).flags).toEqual(['NO_PLACE', 'NO_TIME'])
  expect(of(blank).flags).toEqual(['BLANK'])
  // Before the trip is over: it is looked at at once.
  expect(await queue()).toMatchObject([{ orderId: trip.orderId, why: ['FLAGGED'], photos: 5, judged: 0 }])
  await judge(far, 'OK')
  expect((await queue())[0]).toMatchObject({ state: 'IN_REVIEW', judged: 1 })
  for (const fileId of [here, old, nothing, blank]) await judge(fileId, 'OK')
  expect(await queue()).toEqual([])
})

test('reviewers see what the rules choose: new drivers, complaints, a share by chance, and nothing else', async () => {
  const plain = await sends.over(await scene())
  await look()
  expect(await queue()).toEqual([])
  expect((await orderOf(plain.orderId)).case).toMatchObject({ state: 'CLEAR' })
  const remark = await world.send(driverFileCalls.remark, {
    driverId: plain.driver.driverId,
    type: 'COMPLAINT',
    text: '客户投诉划痕',
    orderNo: plain.orderNo,
  })
  expect(remark.code, remark.message).toBe(0)
  await followComplaints(world.app.platform)
  expect(await queue()).toMatchObject([{ orderId: plain.orderId, why: ['COMPLAINT'] }])
  await judge(plain.files[0]!, 'OK')

  await rules({ sampleBp: 10_000 })
  const drawn = await sends.over(await scene())
  await look()
  expect(await queue()).toMatchObject([{ orderId: drawn.orderId, why: ['SAMPLED'] }])
  await judge(drawn.files[0]!, 'OK')
  await rules({ newDriverDays: 30 })
  const fresh = await sends.over(await scene())
  await world.owner.query('update drivers set joined_at = current_date where driver_id = $1', [fresh.driver.driverId])
  await look()
  expect(await queue()).toMatchObject([{ orderId: fresh.orderId, why: ['NEW_DRIVER'] }])
  await judge(fresh.files[0]!, 'OK')
})

test('rules are tried on past orders before they are saved: what they would bring to reviewers, and nothing changes', async () => {
  await world.owner.query(`update order_photo_cases set created_at = created_at - interval '60 days'`)
  await sends.over(await scene())
  const away = await onTheWay(world)
  await away.call(dispatchCalls.arrive, { id: away.orderId })
  await sends.upload(away.driver, away.orderId, 'BEFORE_FRONT', await scene(), taken(north(600)))
  await look()
  // The trip goes on: it is nobody's work yet.
  const { sampleBp: _s, newDriverDays: _d, retakeHours: _h, originalDays: _o, ...standard } = STANDARD_PHOTO_RULES
  const tried = async (change: object, person: Person = 'all') =>
    (await world.send(photoTrialCalls.try, { ...standard, sampleBp: 0, newDriverDays: 0, ...change }, person)).data
  expect(await tried({ sampleBp: 10_000 })).toEqual({ orders: 1, certain: 0, sampled: 1, photos: 1, byWhy: [], byFlag: [], cut: false })
  for (const step of [dispatchCalls.depart, dispatchCalls.end]) expect((await away.call(step, { id: away.orderId })).code).toBe(0)
  expect((await away.call(dispatchCalls.file, { id: away.orderId })).code).toBe(0)
  expect(await tried({})).toMatchObject({ orders: 2, certain: 0 })
  expect(await tried({ offPlaceM: 400 })).toMatchObject({
    orders: 2,
    certain: 1,
    byWhy: [{ why: 'FLAGGED', orders: 1 }],
    byFlag: [{ flag: 'OFF_PLACE', orders: 1 }],
  })
  expect(await tried({ offPlaceM: 400, flags: [] })).toMatchObject({ certain: 0, byFlag: [] })
  expect(await tried({ newDriverDays: 365 })).toMatchObject({ certain: 2, sampled: 0, byWhy: [{ why: 'NEW_DRIVER', orders: 2 }] })
  expect(await tried({ newDriverDays: 365, cityId: SHANGHAI })).toMatchObject({ orders: 0 })
  expect([await tried({}, 'nowhere'), await tried({}, 'other')]).toMatchObject([{ orders: 0 }, { orders: 0 }])
  expect((await photoOf(away.orderId, (await orderOf(away.orderId)).photos[0]!.fileId)).flags).toEqual([])
})

test('of two reviewers one has an order, the other is told who; a claim lapses, and a verdict on what was judged meanwhile is refused', async () => {
  await rules({ sampleBp: 10_000 })
  const trip = await sends.over(await scene(), await scene())
  await look()
  const hold = (action: string, person: Person) => world.send(photoCalls.hold, { orderId: trip.orderId, action }, person)
  expect((await hold('CLAIM', 'all')).data).toMatchObject({ state: 'IN_REVIEW', claimed: { mine: true } })
  expect((await hold('CLAIM', 'hangzhou')).error).toBe('photo.claimed')
  expect((await judge(trip.files[0]!, 'OK', {}, 'hangzhou')).error).toBe('photo.claimed')
  expect(await queue('hangzhou')).toEqual([])
  await world.owner.query(`update order_photo_cases set claimed_until = now() - interval '1 second' where order_id = $1`, [trip.orderId])
  await endPhotoClaims(world.app.platform)
  const version = (await photoOf(trip.orderId, trip.files[0]!)).version
  expect((await judge(trip.files[0]!, 'OK', {}, 'hangzhou')).code).toBe(0)
  expect((await hold('RELEASE', 'hangzhou')).code).toBe(0)
  expect((await world.send(photoCalls.verdict, { fileId: trip.files[0], verdict: 'BAD', reason: 'DARK', version })).error).toBe(
    'photo.otherState',
  )
  expect((await hold('SKIP', 'all')).error).toBe('photo.notYours')
  await judge(trip.files[1]!, 'OK')
})

test('a picture is taken again by its driver after the trip, comes back to reviewers, and one that is not counts as what it was', async () => {
  const trip = await sends.over(await scene(), await scene())
  await look()
  const [dark, late] = trip.files as [string, string]
  expect((await judge(dark, 'RETAKE', { reason: 'DARK', note: '请开灯' })).code).toBe(0)
  // Sent twice it is said once.
  const { rows: again } = await world.owner.query<{ version: number }>(
    'select version - 1 as version from order_files where file_id = $1',
    [dark],
  )
  const verdict = { fileId: dark, verdict: 'RETAKE', reason: 'DARK', note: '请开灯', version: again[0]!.version }
  expect((await world.send(photoCalls.verdict, verdict)).error).toBe('photo.otherState')
  const inbox = (await as(world, trip.driver)(driverMessageCalls.messages)).data as AnswerOf<typeof driverMessageCalls.messages>
  expect(inbox.rows.map(({ event, text }) => `${event} ${text}`)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^APP_PHOTO_RETAKE 订单（尾号${trip.orderNo.slice(-6)}）的照片“.+”需要重拍：光线太暗，请开灯。请在\\d+月\\d+日 \\d\\d:\\d\\d前重拍`,
      ),
    ),
  ])
  expect((await judge(late, 'RETAKE', { reason: 'OTHER' })).error).toBe('photo.noteMissing')
  await judge(late, 'RETAKE', { reason: 'BLURRED' })
  const told = async () =>
    ((await as(world, trip.driver)(orderUploadCalls.verdicts)).data as AnswerOf<typeof orderUploadCalls.verdicts>).rows.map(
      ({ fileId, verdict }) => `${fileId} ${verdict}`,
    )
  expect(await told()).toEqual([`${dark} RETAKE`, `${late} RETAKE`])
  const send = async (more: object) =>
    sends.multipart(
      dispatchCalls.uploadFile.path.replace('{id}', trip.orderId),
      trip.driver.token,
      { kind: 'BEFORE_FRONT', ...more },
      await scene(),
    )
  // The order is over: only what was asked for is taken.
  expect((await send({})).error).toBe('driver.wrongState')
  expect((await send({ replaces: '999999' })).error).toBe('driver.noRetake')
  const retaken = (await send({ replaces: dark })).data.fileId
  await look()
  expect(await photoOf(trip.orderId, dark)).toMatchObject({ verdict: 'RETAKEN' })
  expect(await photoOf(trip.orderId, retaken)).toMatchObject({ replaces: dark, flags: [] })
  expect(await queue()).toMatchObject([{ orderId: trip.orderId, why: ['RETAKEN'] }])
  expect((await judge(dark, 'OK')).error).toBe('photo.replaced')
  await judge(retaken, 'OK')
  await world.owner.query(`update order_files set retake_until = now() - interval '1 second' where file_id = $1`, [late])
  await endRetakes(world.app.platform)
  expect(await photoOf(trip.orderId, late)).toMatchObject({ verdict: 'BAD', reason: 'RETAKE_MISSED' })
  expect((await experience(trip.driver.driverId)).map(({ event }) => event)).toEqual(['ORDER_DONE', 'PHOTO_OK', 'PHOTO_BAD'])
  // Judged otherwise: what was taken is given back, and what it is now counts once more.
  await judge(late, 'OK')
  await judge(late, 'BAD', { reason: 'BLURRED' })
  expect((await experience(trip.driver.driverId)).map(({ event, ref }) => `${event} ${ref.split('/')[2] ?? ''}`)).toEqual([
    'ORDER_DONE ',
    'PHOTO_OK 1',
    'PHOTO_BAD 1',
    'PHOTO_REVISED 1',
    'PHOTO_OK 2',
    'PHOTO_REVISED 2',
    'PHOTO_BAD 3',
  ])
})

test('a narrow account sees and judges its own alone, the wall filters, and rules are kept by those who run the city', async () => {
  const trip = await sends.over(await scene())
  await look()
  const wall = async (input: object, person: Person = 'all') =>
    ((await world.send(photoCalls.photoList, { orderId: trip.orderId, ...input }, person)).data as { rows: PhotoRow[] }).rows.length
  expect([await wall({}), await wall({ stage: 'BEFORE' }), await wall({ stage: 'AFTER' }), await wall({ flag: 'REUSED' })]).toEqual([
    1, 1, 0, 0,
  ])
  expect([await wall({}, 'hangzhou'), await wall({}, 'nowhere'), await wall({}, 'other')]).toEqual([1, 0, 0])
  expect((await world.send(photoCalls.order, { orderId: trip.orderId }, 'nowhere')).error).toBe('photo.orderNotFound')
  expect((await judge(trip.files[0]!, 'OK', {}, 'nowhere')).error).toBe('photo.notFound')
  const save = (cityId: string | undefined, person: Person) =>
    world.send(photoRulesCalls.save, { ...STANDARD_PHOTO_RULES, ...(cityId && { cityId }), version: 0 }, person)
  expect((await save(undefined, 'hangzhou')).error).toBe('photoRules.otherCity')
  expect((await save(SHANGHAI, 'hangzhou')).error).toBe('photoRules.otherCity')
  expect((await save(HANGZHOU, 'hangzhou')).code).toBe(0)
  expect((await save(HANGZHOU, 'hangzhou')).error).toBe('photoRules.versionConflict')
})

test('pictures of before are made small and known again, and are nobody’s work', async () => {
  await rules({ sampleBp: 10_000 })
  const picture = await scene()
  const trip = await sends.over(picture)
  await world.owner.query(
    `update order_files set screened_at = null, thumb_id = null, original_id = null, original_name = '', print = null where order_id = $1`,
    [trip.orderId],
  )
  await world.owner.query('delete from order_photo_bands where file_id = $1', [trip.files[0]])
  await look()
  const photo = await photoOf(trip.orderId, trip.files[0]!)
  expect(photo).toMatchObject({ flags: [], hasOriginal: false })
  expect(photo.thumbUrl).not.toBeNull()
  expect(await queue()).toEqual([])
  const again = await sends.over(picture)
  await look()
  expect((await photoOf(again.orderId, again.files[0]!)).flags).toEqual(['REUSED'])
})

test('nobody who left is asked for another picture, and an original that is gone by the city’s rules is said to be', async () => {
  const trip = await sends.over(await scene())
  await look()
  const fileId = trip.files[0]!
  const stands = (qualification: number) =>
    world.owner.query('update drivers set qualification = $2 where driver_id = $1', [trip.driver.driverId, qualification])
  await stands(QUALIFICATION_LEFT)
  const { version } = await photoOf(trip.orderId, fileId)
  expect((await judge(fileId, 'RETAKE', { reason: 'DARK' })).error).toBe('photo.noDriver')
  expect(await photoOf(trip.orderId, fileId)).toMatchObject({ version, retakeUntil: null })
  // Whose papers are over comes back, and has the app meanwhile.
  await stands(PAPERS_OVER)
  expect((await judge(fileId, 'RETAKE', { reason: 'DARK' })).code).toBe(0)
  // What it was is judged all the same.
  expect((await judge(fileId, 'BAD', { reason: 'DARK' })).code).toBe(0)
  await world.owner.query('update order_files set original_id = null where file_id = $1', [fileId])
  expect((await world.send(photoCalls.original, { fileId, purpose: '交警取证' })).error).toBe('photo.originalGone')
})
