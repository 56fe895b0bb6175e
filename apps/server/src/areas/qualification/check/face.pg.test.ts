import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import { driverFaceAppCalls, driverFaceCalls, FACE_CONSENT, type FaceWhiteRow } from '@chauffeur/contract/qualification/face'
import { withdrawalCalls } from '@chauffeur/contract/finance/withdrawal'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inAppOf } from '#test/notices'
import { as, driverAt, type TestDriver, until, workStatus } from '#test/drivers'
import { type ProviderServer, providerServer } from '#test/harness/provider-server'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'
import { openFaces } from './index.ts'

let world: World
let provider: ProviderServer
beforeAll(async () => {
  provider = await providerServer()
  world = await makeWorld({ settings: { onlineCheck: { url: provider.url, token: 'geheim' } } })
})
afterAll(async () => {
  await world.close()
  await provider.stop()
})
afterEach(async () => {
  await world.owner.query('delete from setting_versions')
  await world.owner.query('delete from driver_face_whites')
})

const answers = (...passed: boolean[]) =>
  provider.answers.splice(0, provider.answers.length, ...passed.map((one) => ({ body: { passed: one } })))
const asks = async (config: object, who: Person = 'hangzhou') =>
  world.send(driverFaceCalls.updateConfig, { cityId: HANGZHOU, version: 0, ...config }, who)
const noOf = async ({ driverId }: TestDriver) =>
  (await world.owner.query<{ driver_no: string }>('select driver_no from drivers where driver_id = $1', [driverId])).rows[0]!.driver_no
const found = async ({ driverId }: TestDriver) =>
  ((await world.send(driverFaceCalls.checks, { driverId }, 'hangzhou')).data as { rows: { trigger: string; result: string }[] }).rows.map(
    ({ trigger, result }) => `${trigger} ${result}`,
  )
const backdate = ({ driverId }: TestDriver, age: string) =>
  world.owner.query(`update driver_checks set at = at - $2::interval where driver_id = $1`, [driverId, age])
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('the calls of faces and the rules of duty are the same rules, seen and changed by either', async () => {
  expect((await asks({ triggers: ['ONLINE', 'RANDOM'], everyHours: 8 })).data).toMatchObject({
    ...{ cityId: HANGZHOU, version: 1, triggers: ['ONLINE', 'RANDOM'] },
    ...{ everyHours: 8, randomPercent: 5, maxFail: 3, lockMinutes: 30 },
  })
  const duty = { faceRequired: true, faceEveryHours: 8, insuranceRequired: true, insuranceEveryHours: 24, photosBeforeDepart: 2 }
  expect((await world.send(driverDutyCalls.save, { ...duty, cityId: HANGZHOU, version: 1 }, 'hangzhou')).data).toMatchObject({
    ...duty,
    faceRandomPercent: 5,
  })
  expect((await asks({ version: 1, maxFail: 5 })).error).toBe('driverDuty.versionConflict')
  expect((await asks({ version: 2, triggers: ['BEFORE_PAYOUT'], maxFail: 5 })).data).toMatchObject({
    triggers: ['BEFORE_PAYOUT'],
    maxFail: 5,
  })
  expect((await world.send(driverDutyCalls.list, {}, 'hangzhou')).data).toMatchObject({
    rows: [
      {
        cityId: HANGZHOU,
        version: 3,
        faceRequired: false,
        facePayout: true,
        faceMaxFail: 5,
        insuranceRequired: true,
        photosBeforeDepart: 2,
      },
    ],
  })
  expect((await world.send(driverFaceCalls.getConfig, { cityId: HANGZHOU }, 'hangzhou')).data).toMatchObject({
    rows: [{ version: 3, triggers: ['BEFORE_PAYOUT'], randomPercent: 0 }],
  })
  expect((await asks({ cityId: SHANGHAI, maxFail: 1 })).error).toBe('driverDuty.otherCity')
  expect((await asks({ cityId: undefined, maxFail: 1 })).error).toBe('driverDuty.otherCity')
})

test('so many failures in a row send a driver home and shut it for a while, whatever they try next; then they may try again', async () => {
  await asks({ triggers: ['ONLINE', 'FIRST_ORDER_DAY', 'BEFORE_PAYOUT'], maxFail: 2, lockMinutes: 10 })
  const driver = await driverAt(world, 100)
  const call = as(world, driver)
  answers(false)
  const before = provider.asked.length
  expect(await call(dispatchCalls.accept, { id: '999999999' })).toMatchObject({ error: 'driver.faceRequired', data: { triesLeft: 1 } })
  expect(await workStatus(world, driver)).toBe('ONLINE_IDLE')
  expect(await call(dispatchCalls.accept, { id: '999999999' })).toMatchObject({ error: 'driver.faceLocked' })
  expect(await workStatus(world, driver)).toBe('OFFLINE')
  answers(true)
  expect((await call(dispatchCalls.goOnline)).error).toBe('driver.faceLocked')
  expect((await call(withdrawalCalls.apply, { amountFen: 1_000, way: 'BANK' })).error).toBe('driver.faceLocked')
  expect(provider.asked).toHaveLength(before + 2)
  expect(provider.asked.at(-1)!.body).toMatchObject({ check: 'FACE', trigger: 'FIRST_ORDER_DAY', driverId: driver.driverId })
  await openFaces(world.app.platform)
  expect(await inAppOf(world, driver, /APP_FACE/)).toEqual([
    expect.stringMatching(/^APP_FACE_LOCKED 人脸核验连续未通过，已暂时锁定，\d+月\d+日 \d\d:\d\d后可以再试。$/),
  ])
  await backdate(driver, '10 minutes')
  await world.owner.query(`update driver_face_locks set locked_until = locked_until - interval '10 minutes' where driver_id = $1`, [
    driver.driverId,
  ])
  await Promise.all([openFaces(world.app.platform), openFaces(world.app.platform)])
  expect(await inAppOf(world, driver, /APP_FACE_OPEN/)).toEqual(['APP_FACE_OPEN 人脸核验已解除锁定，现在可以再试。'])
  expect((await call(dispatchCalls.goOnline)).code).toBe(0)
  expect(await found(driver)).toEqual(['ONLINE PASS', 'FIRST_ORDER_DAY FAIL', 'FIRST_ORDER_DAY FAIL'])
})

test('a face that was shown today is not asked for before the first order, one of yesterday is, and money asks for one of this moment', async () => {
  await asks({ triggers: ['FIRST_ORDER_DAY', 'BEFORE_PAYOUT'] })
  const driver = await driverAt(world, 100)
  const call = as(world, driver)
  answers(true)
  expect((await call(dispatchCalls.accept, { id: '999999999' })).error).toBe('driver.offerGone')
  expect((await call(dispatchCalls.accept, { id: '999999999' })).error).toBe('driver.offerGone')
  expect((await call(withdrawalCalls.apply, { amountFen: 1_000, way: 'BANK' })).error).toMatch(/^withdrawal\./)
  expect(await found(driver)).toEqual(['FIRST_ORDER_DAY PASS'])
  await backdate(driver, '24 hours')
  expect((await call(dispatchCalls.accept, { id: '999999999' })).error).toBe('driver.offerGone')
  await backdate(driver, '11 minutes')
  expect((await call(withdrawalCalls.apply, { amountFen: 1_000, way: 'BANK' })).error).toMatch(/^withdrawal\./)
  expect((await found(driver)).slice(0, 2)).toEqual(['BEFORE_PAYOUT PASS', 'FIRST_ORDER_DAY PASS'])
  provider.answers.splice(0, 1, { status: 500 })
  await backdate(driver, '11 minutes')
  expect((await call(withdrawalCalls.apply, { amountFen: 1_000, way: 'BANK' })).error).toBe('driver.checkUnavailable')
})

test('orders are drawn by chance, and the same ones when they are asked for once more', async () => {
  await asks({ triggers: ['RANDOM'], randomPercent: 50 })
  const driver = await driverAt(world, 100)
  const call = as(world, driver)
  answers(true)
  const drawn = async () => {
    const ids: number[] = []
    for (let id = 999_000_001; id <= 999_000_040; id++) {
      const before = provider.asked.length
      expect((await call(dispatchCalls.accept, { id: String(id) })).error).toBe('driver.offerGone')
      if (provider.asked.length > before) ids.push(id)
      await backdate(driver, '11 minutes')
    }
    return ids
  }
  const first = await drawn()
  expect(first.length).toBeGreaterThan(5)
  expect(first.length).toBeLessThan(35)
  expect(await drawn()).toEqual(first)
})

test('who is on the whitelist is not asked until its end, which is noted once a day; then they are asked again', async () => {
  await asks({ triggers: ['ONLINE', 'BEFORE_PAYOUT'] })
  const driver = await driverAt(world, null, 'OFFLINE')
  const call = as(world, driver)
  answers(false)
  const driverNo = await noOf(driver)
  const save = (more: object = {}, who: Person = 'hangzhou') =>
    world.send(driverFaceCalls.whiteSave, { driverNo, until: inDays(2), reason: '面部受伤', ...more }, who)
  expect((await save({ until: inDays(-1) })).error).toBe('driverFace.periodInvalid')
  expect(await save({ driverNo: 'NOBODY' })).toMatchObject({ error: 'driverFace.driverUnknown', data: { fields: [{ path: 'driverNo' }] } })
  const made = (await save()).data as FaceWhiteRow
  expect(made).toMatchObject({
    driverId: driver.driverId,
    state: 'CURRENT',
    reason: '面部受伤',
    version: 1,
    allowedActions: ['edit', 'delete'],
  })
  expect((await save()).error).toBe('driverFace.whiteOverlap')
  const before = provider.asked.length
  expect((await call(dispatchCalls.goOnline)).code).toBe(0)
  await call(dispatchCalls.goOffline)
  expect((await call(dispatchCalls.goOnline)).code).toBe(0)
  expect((await call(withdrawalCalls.apply, { amountFen: 1_000, way: 'BANK' })).error).toMatch(/^withdrawal\./)
  expect(provider.asked).toHaveLength(before)
  expect(await found(driver)).toEqual(['ONLINE SKIPPED'])
  const { whiteId } = made
  expect((await save({ whiteId, version: 2 })).error).toBe('driverFace.versionConflict')
  expect((await save({ whiteId, version: 1, until: inDays(3) })).data).toMatchObject({ version: 2, from: made.from })
  expect((await world.send(driverFaceCalls.whiteDel, { whiteId, version: 2 }, 'hangzhou')).code).toBe(0)
  expect((await world.send(driverFaceCalls.whiteDetail, { whiteId }, 'hangzhou')).data).toMatchObject({ state: 'OVER', allowedActions: [] })
  await call(dispatchCalls.goOffline)
  expect((await call(dispatchCalls.goOnline)).error).toBe('driver.faceRequired')
  const { rows: noted } = await world.owner.query(
    `select count(*)::int as n from operation_logs where object = 'driverFaceWhite' and object_id = $1`,
    [whiteId],
  )
  expect(noted).toEqual([{ n: 3 }])
})

async function show(driver: TestDriver, bytes: Buffer, trigger = 'ONLINE') {
  const form = new FormData()
  form.set('trigger', trigger)
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'face.jpg')
  const request = new Request('http://test', { method: 'POST', body: form })
  const answer = await world.app.http.inject({
    method: 'POST',
    url: driverFaceAppCalls.facePicture.path,
    headers: { token: driver.token, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json<{ code: number; error?: string; data: Record<string, unknown> }>()
}
const selfie = () =>
  sharp({ create: { width: 640, height: 800, channels: 3, background: { r: 180, g: 140, b: 120 } } })
    .withExif({ IFD0: { ImageDescription: 'secret place' } })
    .jpeg()
    .toBuffer()
const pictures = async ({ driverId }: TestDriver) =>
  (
    await world.owner.query<{ check_id: string; sealed: string }>(
      'select check_id, sealed from driver_face_pictures where driver_id = $1',
      [driverId],
    )
  ).rows

test('a picture is taken of who agreed to it, judged with whether it was taken live, sealed, seen by who may, and gone when consent is', async () => {
  await asks({ triggers: ['ONLINE'], picture: true, maxFail: 3 })
  const driver = await driverAt(world, null, 'OFFLINE')
  const call = as(world, driver)
  const before = provider.asked.length
  expect(await call(dispatchCalls.goOnline)).toMatchObject({
    error: 'driver.faceRequired',
    data: { picture: true, trigger: 'ONLINE', triesLeft: 3 },
  })
  expect((await show(driver, await selfie())).error).toBe('driver.faceNoConsent')
  const consent = (agree: boolean, version: number = FACE_CONSENT.version) => call(driverFaceAppCalls.faceConsent, { agree, version })
  expect((await consent(true, FACE_CONSENT.version + 1)).error).toBe('driver.faceNoConsent')
  expect((await consent(true)).data).toMatchObject({ picture: true, consent: { given: true } })
  expect((await show(driver, Buffer.from('<svg/>'))).error).toBe('driver.badPicture')
  expect(provider.asked).toHaveLength(before)

  // Like it, but nobody was there: a picture of a picture.
  provider.answers.splice(0, provider.answers.length, { body: { passed: true, live: false, scoreBp: 9_700, reason: '疑似翻拍' } })
  expect(await show(driver, await selfie())).toMatchObject({ error: 'driver.faceRequired', data: { reason: '疑似翻拍', triesLeft: 2 } })
  provider.answers.splice(0, 1, { body: { passed: true, live: true, scoreBp: 9_800 } })
  expect(await show(driver, await selfie())).toMatchObject({ code: 0, data: { triesLeft: 3 } })
  const { picture } = provider.asked.at(-1)!.body as { picture: string }
  const { format, exif } = await sharp(Buffer.from(picture, 'base64')).metadata()
  expect({ format, exif }).toEqual({ format: 'jpeg', exif: undefined })
  expect((await call(dispatchCalls.goOnline)).code).toBe(0)

  const kept = await pictures(driver)
  expect(kept).toHaveLength(2)
  expect(kept.some(({ sealed }) => sealed.includes(picture.slice(0, 40)))).toBe(false)
  const checkId = kept.at(-1)!.check_id
  const look = (who: Person) => world.send(driverFaceCalls.picture, { checkId }, who)
  const offered = async (who: Person) =>
    (
      (await world.send(driverFaceCalls.checks, { driverId: driver.driverId }, who)).data as { rows: { allowedActions: string[] }[] }
    ).rows.map(({ allowedActions }) => allowedActions)
  expect(await offered('all')).toEqual([['picture'], ['picture']])
  expect((await look('weak')).code).toBe(403)
  expect((await look('other')).error).toBe('driverFace.pictureGone')
  expect((await look('all')).data).toMatchObject({ dataUrl: `data:image/jpeg;base64,${picture}` })
  const { rows: looks } = await world.owner.query(
    `select after from operation_logs where object = 'driverFacePicture' and object_id = $1`,
    [checkId],
  )
  expect(looks).toEqual([{ after: { driverId: driver.driverId } }])

  expect((await consent(false)).data).toMatchObject({ consent: { given: false, at: null } })
  expect(await pictures(driver)).toEqual([])
  expect(await offered('all')).toEqual([[], []])
  expect((await look('all')).error).toBe('driverFace.pictureGone')
  expect((await show(driver, await selfie())).error).toBe('driver.faceNoConsent')
  const { rows: agreed } = await world.owner.query(
    'select words_version, withdrawn_at is not null as withdrawn from driver_face_consents where driver_id = $1',
    [driver.driverId],
  )
  expect(agreed).toEqual([{ words_version: FACE_CONSENT.version, withdrawn: true }])
})

test('two who list one driver at once make one entry, and another city sees nothing of it', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  const driverNo = await noOf(driver)
  const save = (who: Person) => world.send(driverFaceCalls.whiteSave, { driverNo, until: inDays(1), reason: '试' }, who)
  const both = await Promise.all([save('hangzhou'), save('all'), save('hangzhou')])
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 409301, 409301])
  const rows = async (who: Person) =>
    ((await world.send(driverFaceCalls.whiteList, { driverId: driver.driverId }, who)).data as { total: number }).total
  expect(await rows('hangzhou')).toBe(1)
  expect(await rows('other')).toBe(0)
})

test('a lock holds for duty too where none is asked for before it, and lets who is on the whitelist through', async () => {
  await asks({ triggers: ['BEFORE_PAYOUT'], maxFail: 1, lockMinutes: 10 })
  const driver = await driverAt(world, 100)
  const call = as(world, driver)
  answers(false)
  expect((await call(withdrawalCalls.apply, { amountFen: 1_000, way: 'BANK' })).error).toBe('driver.faceLocked')
  expect((await call(dispatchCalls.goOnline)).error).toBe('driver.faceLocked')
  expect(await workStatus(world, driver)).toBe('OFFLINE')
  const entry = { driverNo: await noOf(driver), until: inDays(1), reason: '核验故障' }
  expect((await world.send(driverFaceCalls.whiteSave, entry, 'hangzhou')).code).toBe(0)
  expect((await call(dispatchCalls.goOnline)).code).toBe(0)
})

test('who goes on duty in the moment that a lock falls does not stay on duty', async () => {
  await asks({ triggers: ['BEFORE_PAYOUT'], maxFail: 1, lockMinutes: 10 })
  answers(false)
  const driver = await driverAt(world, null, 'OFFLINE')
  const call = as(world, driver)
  // Somebody else holds their row meanwhile, so that what was looked at before is not true any more.
  await world.owner.query('begin')
  await world.owner.query('select from drivers where driver_id = $1 for update', [driver.driverId])
  const going = call(dispatchCalls.goOnline)
  await until(
    async () =>
      (await world.owner.query('select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))')).rowCount === 1,
    'somebody who waits for the row',
  )
  const paid = call(withdrawalCalls.apply, { amountFen: 1_000, way: 'BANK' })
  await until(async () => (await found(driver)).length > 0, 'what was found of the face')
  await world.owner.query('commit')
  expect([(await going).error, (await paid).error]).toEqual(['driver.faceLocked', 'driver.faceLocked'])
  expect(await workStatus(world, driver)).toBe('OFFLINE')
})

test('what a service says is kept without signs that no text of the database may hold', async () => {
  await asks({ triggers: ['ONLINE'] })
  const driver = await driverAt(world, null, 'OFFLINE')
  provider.answers.splice(0, provider.answers.length, { body: { passed: false, reason: 'a\u0000b\ud800' } })
  expect(await as(world, driver)(dispatchCalls.goOnline)).toMatchObject({ error: 'driver.faceRequired', data: { triesLeft: 2 } })
})

test('of faces asked side by side one that is passed after the others shut it lets nobody in', async () => {
  await asks({ triggers: ['BEFORE_PAYOUT'], maxFail: 2, lockMinutes: 10 })
  const driver = await driverAt(world, 100)
  const withdraw = () => as(world, driver)(withdrawalCalls.apply, { amountFen: 1_000, way: 'BANK' })
  const { promise: after, resolve: judge } = Promise.withResolvers<void>()
  const before = provider.asked.length
  provider.answers.splice(0, provider.answers.length, { body: { passed: true }, after }, { body: { passed: false } })
  const first = withdraw()
  await until(async () => provider.asked.length > before, 'the first face')
  expect([(await withdraw()).error, (await withdraw()).error]).toEqual(['driver.faceRequired', 'driver.faceLocked'])
  judge()
  expect((await first).error).toBe('driver.faceLocked')
  expect((await withdraw()).error).toBe('driver.faceLocked')
  expect(await found(driver)).toEqual(Array.from({ length: 3 }, () => 'BEFORE_PAYOUT FAIL'))
})

test('what was agreed to words that have changed since is taken back too, and its pictures go', async () => {
  await asks({ triggers: ['ONLINE'], picture: true })
  const driver = await driverAt(world, null, 'OFFLINE')
  const consent = (agree: boolean) => as(world, driver)(driverFaceAppCalls.faceConsent, { agree, version: FACE_CONSENT.version })
  expect((await consent(true)).code).toBe(0)
  provider.answers.splice(0, provider.answers.length, { body: { passed: true, live: true, scoreBp: 9_800 } })
  expect((await show(driver, await selfie())).code).toBe(0)
  await world.owner.query('update driver_face_consents set words_version = 999 where driver_id = $1', [driver.driverId])
  expect((await consent(false)).data).toMatchObject({ consent: { given: false, at: null } })
  expect(await pictures(driver)).toEqual([])
})
