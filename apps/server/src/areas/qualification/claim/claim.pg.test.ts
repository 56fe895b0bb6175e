import { type ClaimEvent, type ClaimRow, claimEvent, claimState, driverClaimCalls } from '@chauffeur/contract/qualification/claim'
import { driverClaimAppCalls, type OwnClaim } from '@chauffeur/contract/qualification/claim-app'
import { driverInsuranceCalls, type InsuranceRow } from '@chauffeur/contract/qualification/insurance'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inAppOf } from '#test/notices'
import { as, driverAt, type TestDriver } from '#test/drivers'
import { addOrder, makeWorld, type Person, type World } from '#test/world'
import { claimMachine } from './claim.rules.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const driverNoOf = async ({ driverId }: TestDriver) =>
  (await world.owner.query<{ driver_no: string }>('select driver_no from drivers where driver_id = $1', [driverId])).rows[0]!.driver_no
/** A driver with a policy that held from so many days ago until so many ahead. */
async function insured(from = 30, until = -30) {
  const driver = await driverAt(world, null, 'OFFLINE')
  const driverNo = await driverNoOf(driver)
  const policy = await world.send(driverInsuranceCalls.save, {
    ...{ driverNo, product: 'ACCIDENT', insurer: '平安产险', policyNo: `PA${driverNo}`, payer: 'PLATFORM' },
    ...{ from: daysAgo(from), until: daysAgo(until), coverageFen: 50_000_000, premiumFen: 12_000 },
  })
  return { driver, driverNo, insuranceId: (policy.data as InsuranceRow).insuranceId }
}
const report = (of: { driverNo: string; insuranceId: string }, more: object = {}, who: Person = 'hangzhou') =>
  world.send(
    driverClaimCalls.report,
    { driverNo: of.driverNo, insuranceId: of.insuranceId, lossAt: daysAgo(1), amountFen: 80_000, what: '路口追尾', ...more },
    who,
  )
const move = ({ driverClaimId, version }: ClaimRow, event: ClaimEvent, more: object = {}, who: Person = 'hangzhou') =>
  world.send(driverClaimCalls.move, { driverClaimId, version, event, ...more }, who)
const detail = async ({ driverClaimId }: ClaimRow, who: Person = 'hangzhou') => world.send(driverClaimCalls.claim, { driverClaimId }, who)
const stateOfPolicy = async (insuranceId: string) =>
  ((await world.send(driverInsuranceCalls.detail, { insuranceId })).data as InsuranceRow).state
const add = async ({ driverClaimId }: ClaimRow, bytes: Uint8Array) => {
  const form = new FormData()
  form.set('driverClaimId', driverClaimId)
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), '现场.jpg')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const answer = await world.app.http.inject({
    ...{ method: 'POST', url: driverClaimCalls.addPicture.path, payload: Buffer.from(await request.arrayBuffer()) },
    headers: { token: world.people.hangzhou.token, 'content-type': request.headers.get('content-type')! },
  })
  return answer.json<{ code: number; error?: string }>()
}

test('a claim goes from the report to what the insurer paid, and says who did what; meanwhile its policy is being claimed on', async () => {
  const of = await insured()
  const { orderId, orderNo } = await addOrder(world, { driverId: of.driver.driverId, status: 501 })
  const asked = await world.send(driverClaimCalls.covering, { driverNo: of.driverNo, orderNo, lossAt: daysAgo(1) })
  expect(asked.data).toMatchObject({ policies: [{ insuranceId: of.insuranceId, insurer: '平安产险' }] })
  const made = await report(of, { orderNo })
  expect(made).toMatchObject({
    code: 0,
    data: { state: 'REPORTED', orderId, orderNo, amountFen: 80_000, allowedActions: ['file', 'reject', 'picture'] },
  })
  expect(await stateOfPolicy(of.insuranceId)).toBe('CLAIMING')
  const policies = async (state: string) =>
    (await world.send(driverInsuranceCalls.list, { driverId: of.driver.driverId, state })).data as { rows: InsuranceRow[] }
  expect((await policies('CLAIMING')).rows).toHaveLength(1)
  expect((await policies('ACTIVE')).rows).toHaveLength(0)

  const filed = (await move(made.data as ClaimRow, 'file', { reportNo: 'BX2026' })).data as ClaimRow
  expect(filed).toMatchObject({ state: 'FILED', reportNo: 'BX2026', version: 2 })
  expect(await move(filed, 'pay')).toMatchObject({ error: 'driverClaim.paidMissing' })
  expect(await move(made.data as ClaimRow, 'pay', { paidFen: 1 })).toMatchObject({
    error: 'driverClaim.versionConflict',
    data: { current: { state: 'FILED' } },
  })
  const paid = (await move(filed, 'pay', { paidFen: 76_500 })).data as ClaimRow
  expect(paid).toMatchObject({ state: 'PAID', paidFen: 76_500, allowedActions: ['picture'] })
  expect(await move(paid, 'reject', { reason: '晚了' })).toMatchObject({ error: 'driverClaim.wrongState', data: { state: 'PAID' } })
  expect(await stateOfPolicy(of.insuranceId)).toBe('ACTIVE')
  expect(((await detail(paid)).data as { events: { event: string; by: string }[] }).events).toMatchObject([
    { event: 'report', by: 'hangzhou' },
    { event: 'file', by: 'hangzhou' },
    { event: 'pay', by: 'hangzhou' },
  ])
  const ofOrder = (await world.send(driverClaimCalls.claims, { orderId })).data as { rows: ClaimRow[] }
  expect(ofOrder.rows.map(({ driverClaimId }) => driverClaimId)).toEqual([paid.driverClaimId])
})

test('a policy that did not hold at the moment, a driver’s who did not drive the order, and a loss to come are refused at their field', async () => {
  const of = await insured(10)
  expect(await report(of, { lossAt: daysAgo(11) })).toMatchObject({ error: 'driverClaim.notCovered', data: { policies: [] } })
  expect((await report(of, { lossAt: daysAgo(-1) })).error).toBe('driverClaim.lossInFuture')
  expect((await report(of, { orderNo: (await addOrder(world)).orderNo })).error).toBe('driverClaim.orderUnknown')
  expect((await report(of, { insuranceId: (await insured()).insuranceId })).error).toBe('driverClaim.policyUnknown')
  // One that was cancelled since held until then.
  const { version } = (await world.send(driverInsuranceCalls.detail, { insuranceId: of.insuranceId })).data as InsuranceRow
  await world.send(driverInsuranceCalls.cancel, { insuranceId: of.insuranceId, version, reason: '换保' })
  expect((await report(of)).code).toBe(0)
  expect((await report(of, { lossAt: new Date().toISOString() })).error).toBe('driverClaim.notCovered')
})

test('pictures are kept with the claim for who may see it, at most twenty, and nothing else is taken for one', async () => {
  const of = await insured()
  const claim = (await report(of)).data as ClaimRow
  expect(await add(claim, Buffer.from('no picture'))).toMatchObject({ error: 'driverClaim.badPicture' })
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#aa5500' } })
    .jpeg()
    .toBuffer()
  expect((await add(claim, photo)).code).toBe(0)
  const picture = (who: Person) => world.send(driverClaimCalls.picture, { driverClaimId: claim.driverClaimId, number: 1 }, who)
  expect((await picture('hangzhou')).data).toMatchObject({ dataUrl: expect.stringMatching(/^data:image\/jpeg;base64,/) as string })
  expect((await picture('other')).error).toBe('driverClaim.notFound')
  const next = await world.send(driverClaimCalls.picture, { driverClaimId: claim.driverClaimId, number: 2 }, 'hangzhou')
  expect(next.error).toBe('driverClaim.noPicture')
  expect((await detail(claim)).data).toMatchObject({ pictures: 1, files: [{ by: 'hangzhou' }] })
  await world.owner.query(
    `insert into driver_claim_files (tenant_id, driver_claim_id, number, file_id, added_by_name) select tenant_id, driver_claim_id, n, file_id, '' from driver_claim_files, generate_series(2, 20) n where driver_claim_id = $1`,
    [claim.driverClaimId],
  )
  expect((await add(claim, photo)).error).toBe('driverClaim.tooManyPictures')
})

test('nobody of another city or business sees a claim, and who may only look changes none', async () => {
  const of = await insured()
  const claim = (await report(of)).data as ClaimRow
  expect((await detail(claim, 'other')).error).toBe('driverClaim.notFound')
  expect((await move(claim, 'file', {}, 'other')).error).toBe('driverClaim.notFound')
  expect((await report(of, {}, 'nowhere')).code).toBe(404)
})

test('whatever is sent to a claim, it stands in one of its states and only a reopened one leaves where it rested', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...claimEvent.options), { maxLength: 20 }), (events) => {
      let state: (typeof claimState.options)[number] = 'REPORTED'
      for (const event of events) {
        const next = claimMachine.next(state, event, 'OPERATOR')
        if (next !== null && claimMachine.rests.includes(state)) expect(event).toBe('reopen')
        state = next ?? state
        expect(claimState.options).toContain(state)
      }
    }),
  )
})

test('a driver reports what happened, once however often it is sent; the company sees who did, and the driver what becomes of it', async () => {
  const of = await insured()
  const other = await insured()
  const { orderNo } = await addOrder(world, { driverId: of.driver.driverId, status: 501 })
  const call = as(world, of.driver)
  const lossAt = daysAgo(1)
  expect((await call(driverClaimAppCalls.ownCovering, { lossAt })).data).toMatchObject({ policies: [{ insuranceId: of.insuranceId }] })
  const said = { insuranceId: of.insuranceId, lossAt, amountFen: 60_000, what: '倒车碰到立柱', orderNo }
  const key = { 'idempotency-key': 'accident-1' }
  const first = await world.send(driverClaimAppCalls.reportOwn, said, of.driver.token, key)
  expect(first).toMatchObject({ code: 0, data: { state: 'REPORTED', orderNo, pictures: 0, mayAddPicture: true } })
  expect((await world.send(driverClaimAppCalls.reportOwn, said, of.driver.token, key)).data).toEqual(first.data)
  const own = async (driver = of.driver) => ((await as(world, driver)(driverClaimAppCalls.ownClaims)).data as { rows: OwnClaim[] }).rows
  expect(await own()).toHaveLength(1)
  const { driverClaimId } = first.data as OwnClaim

  // Nothing of another driver's: neither policy, order nor claim.
  const refused = async (more: object) => (await call(driverClaimAppCalls.reportOwn, { ...said, ...more })).error
  expect(await refused({ insuranceId: other.insuranceId })).toBe('driverClaim.policyUnknown')
  expect(await refused({ orderNo: (await addOrder(world, { driverId: other.driver.driverId, status: 501 })).orderNo })).toBe(
    'driverClaim.orderUnknown',
  )
  expect(await refused({ lossAt: daysAgo(60) })).toBe('driverClaim.notCovered')
  expect(await refused({ lossAt: daysAgo(-1) })).toBe('driverClaim.lossInFuture')
  expect(await own(other.driver)).toEqual([])

  const drawn = (background: string) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .jpeg()
      .toBuffer()
  const addOwn = async (driver: TestDriver, background = '#a33') => {
    const bytes = await drawn(background)
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), '现场.jpg')
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const answer = await world.app.http.inject({
      ...{ method: 'POST', url: driverClaimAppCalls.addOwnPicture.path.replace('{driverClaimId}', driverClaimId) },
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { token: driver.token, 'content-type': request.headers.get('content-type')! },
    })
    return answer.json<{ code: number; error?: string; data: { fileId: string; pictures: number } }>()
  }
  const picture = await addOwn(of.driver)
  expect(picture).toMatchObject({ code: 0, data: { pictures: 1 } })
  // The answer was lost, and it is sent again.
  expect((await addOwn(of.driver)).data).toEqual(picture.data)
  expect(await addOwn(other.driver)).toMatchObject({ error: 'driverClaim.notFound' })

  const seen = (await world.send(driverClaimCalls.claim, { driverClaimId }, 'hangzhou')).data as ClaimRow & {
    events: { event: string }[]
    files: object[]
  }
  expect(seen).toMatchObject({ byDriver: true, state: 'REPORTED', what: '倒车碰到立柱', files: [{ fileId: picture.data.fileId }] })
  expect(seen.events.map(({ event }) => event)).toEqual(['report', 'picture'])
  const filed = (await move(seen, 'file', { reportNo: 'RPT-1' })).data as ClaimRow
  expect((await move(filed, 'reject', { reason: '未及时报案' })).code).toBe(0)
  expect(await own()).toMatchObject([{ state: 'REJECTED', reportNo: 'RPT-1', reason: '未及时报案', pictures: 1, mayAddPicture: false }])
  expect(await addOwn(of.driver, '#3a3')).toMatchObject({ error: 'driverClaim.wrongState' })
  expect((await addOwn(of.driver)).data, 'what came up before is not refused when the telephone says it once more').toEqual(picture.data)
  expect(await addOwn(other.driver)).toMatchObject({ error: 'driverClaim.notFound' })
  expect(await inAppOf(world, of.driver, /APP_CLAIM/)).toEqual([
    expect.stringMatching(/^APP_CLAIM_FILED 您报告的出险（保单.+）已报保险公司。$/),
    expect.stringMatching(/^APP_CLAIM_REFUSED 您报告的出险（保单.+）未获赔付，原因：未及时报案$/),
  ])

  for (let n = 0; n < 10; n++) expect(await refused({})).toBeUndefined()
  expect(await refused({})).toBe('driverClaim.tooManyOpen')
})

test('a refusal, and taking a claim up again, say why; of a driver that nobody knows nothing is taken down', async () => {
  const of = await insured()
  const claim = (await report(of)).data as ClaimRow
  expect((await move(claim, 'reject')).error).toBe('driverClaim.reasonMissing')
  const rejected = (await move(claim, 'reject', { reason: '未及时报案' })).data as ClaimRow
  expect(rejected.state).toBe('REJECTED')
  expect((await move(rejected, 'reopen')).error).toBe('driverClaim.reasonMissing')
  expect(((await detail(claim)).data as ClaimRow).version).toBe(rejected.version)
  expect((await move(rejected, 'reopen', { reason: '补充了材料' })).code).toBe(0)
  expect((await report({ driverNo: 'NOBODY', insuranceId: of.insuranceId })).error).toBe('driverClaim.driverUnknown')
})
