import { sessionCalls } from '@chauffeur/contract/access/session'
import { authorityCalls } from '@chauffeur/contract/access/authority'
import { mergeCalls } from '@chauffeur/contract/customer/merge'
import { customerCalls } from '@chauffeur/contract/customer/profile'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { agreementCalls, type AgreementKind, type AgreementView } from '@chauffeur/contract/privacy/agreement'
import { consentCalls, driverConsentCalls, ownConsentCalls } from '@chauffeur/contract/privacy/consent'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashToken, newToken } from '#platform/identity/session'
import { driverAt, handedTo, placeCall, type TestDriver } from '#test/drivers'
import { HANGZHOU, makeWorld, type Person, type World } from '#test/world'

let world: World
beforeAll(async () => (world = await makeWorld({ engine: false })))
afterAll(() => world.close())
beforeEach(async () => {
  await world.owner.query('delete from agreement_consents')
  await world.owner.query('delete from agreement_versions')
  forget()
})

/** Signs a person in once more; gives the token. */
async function signInAgain(who: Person): Promise<string> {
  const token = newToken()
  await world.owner.query(`insert into sessions (token_hash, tenant_id, kind, user_id) values ($1, $2, 'OPERATOR', $3)`, [
    hashToken(token),
    world.tenantA,
    world.people[who].userId,
  ])
  return token
}
const forget = () => world.app.platform.forgetSession()

async function publish(kind: AgreementKind, part: Partial<{ html: string; changeLevel: string; effectiveAt: string }> = {}) {
  const { version = 0 } = ((await world.send(agreementCalls.get, { kind })).data as AgreementView).draft ?? {}
  const saved = await world.send(agreementCalls.update, {
    kind,
    version,
    title: '隐私协议',
    html: '<p>好</p>',
    changeLevel: 'MATERIAL',
    ...part,
  })
  expect(saved).toMatchObject({ code: 0 })
  const published = await world.send(agreementCalls.publish, { kind, version: (saved.data as AgreementView).draft!.version })
  expect(published).toMatchObject({ code: 0 })
  forget()
  return published.data as AgreementView
}

test('before anything is published nobody is asked', async () => {
  const token = await signInAgain('all')
  expect((await world.send(sessionCalls.me, {}, token)).data).toMatchObject({ mustAgree: false })
  expect((await world.send(ownConsentCalls.own, {}, token)).data).toEqual({ agreement: null, due: false, said: null, agreed: null })
  expect((await world.send(agreementCalls.counts)).data).toMatchObject({ kinds: [{ asked: 0 }, { asked: 0 }, { asked: 0 }] })
})

test('a material change asks an operator at the next sign-in, and every other call waits; who is at work goes on', async () => {
  await publish('EMPLOYEE')
  expect((await world.send(authorityCalls.authorities, {}, 'hangzhou')).code).toBe(0)
  const token = await signInAgain('hangzhou')
  expect((await world.send(sessionCalls.me, {}, token)).data).toMatchObject({ mustAgree: true })
  for (const call of [authorityCalls.authorities, agreementCalls.counts, sessionCalls.sessions])
    expect(await world.send(call, {}, token)).toMatchObject({ code: 40305, error: 'privacy.mustAgree' })
  const stream = await world.app.http.inject({ method: 'GET', url: '/api/live/stream?topics=session', headers: { token } })
  expect(stream.json()).toMatchObject({ error: 'privacy.mustAgree' })
  expect((await world.send(ownConsentCalls.own, {}, token)).data).toMatchObject({ due: true, agreement: { number: 1, html: '<p>好</p>' } })
  const agreed = await world.send(ownConsentCalls.agree, { number: 1 }, token)
  expect(agreed.data).toMatchObject({ due: false, said: { number: 1, given: true } })
  expect((await world.send(authorityCalls.authorities, {}, token)).code).toBe(0)
  expect((await world.send(sessionCalls.me, {}, await signInAgain('hangzhou'))).data).toMatchObject({ mustAgree: false })
  const { rows } = await world.owner.query(`select kind, number, given, channel, ip, device <> '' as device from agreement_consents`)
  expect(rows).toEqual([{ kind: 'EMPLOYEE', number: 1, given: true, channel: 'CONSOLE', ip: '127.0.0.1', device: true }])
})

test('who sees nothing of the business has to agree all the same, and can', async () => {
  await publish('EMPLOYEE')
  for (const who of ['nowhere', 'partner'] as const) {
    const token = await signInAgain(who)
    expect((await world.send(ownConsentCalls.own, {}, token)).data).toMatchObject({ due: true, agreement: { title: '隐私协议' } })
    expect((await world.send(ownConsentCalls.agree, { number: 1 }, token)).code).toBe(0)
    expect((await world.send(authorityCalls.authorities, {}, token)).code).toBe(0)
  }
})

test('a minor change asks nobody who agreed before, and whoever did not is asked for the newest', async () => {
  await publish('EMPLOYEE')
  const first = await signInAgain('hangzhou')
  await world.send(ownConsentCalls.agree, { number: 1 }, first)
  await publish('EMPLOYEE', { html: '<p>好的</p>', changeLevel: 'MINOR' })
  expect((await world.send(sessionCalls.me, {}, await signInAgain('hangzhou'))).data).toMatchObject({ mustAgree: false })
  // They can read again what they agreed to, beside what is in force.
  expect((await world.send(ownConsentCalls.own, {}, first)).data).toMatchObject({
    agreement: { number: 2, html: '<p>好的</p>' },
    agreed: { number: 1, html: '<p>好</p>' },
  })
  const late = await signInAgain('company')
  expect(await world.send(ownConsentCalls.agree, { number: 1 }, late)).toMatchObject({
    error: 'privacy.replaced',
    data: { current: { number: 2 } },
  })
  expect((await world.send(ownConsentCalls.agree, { number: 2 }, late)).code).toBe(0)
  await publish('EMPLOYEE', { html: '<p>另一个</p>' })
  expect((await world.send(sessionCalls.me, {}, await signInAgain('hangzhou'))).data).toMatchObject({ mustAgree: true })
})

test('a version holds from its time on, and what comes later and begins earlier replaces it', async () => {
  await publish('EMPLOYEE')
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const coming = await publish('EMPLOYEE', { html: '<p>下周</p>', effectiveAt: inAWeek })
  expect(coming).toMatchObject({ inForce: { number: 1 }, coming: { number: 2, state: 'COMING', effectiveAt: inAWeek } })
  const token = await signInAgain('hangzhou')
  expect((await world.send(ownConsentCalls.own, {}, token)).data).toMatchObject({ agreement: { number: 1 } })
  await world.send(ownConsentCalls.agree, { number: 1 }, token)
  // A week on.
  await world.owner.query(`update agreement_versions set effective_at = now() where number = 2`)
  expect((await world.send(sessionCalls.me, {}, await signInAgain('hangzhou'))).data).toMatchObject({ mustAgree: true })
  const log = (await world.send(agreementCalls.log, { kind: 'EMPLOYEE' })).data as { rows: { number: number; state: string }[] }
  expect(log.rows.map(({ number, state }) => [number, state])).toEqual([
    [2, 'IN_FORCE'],
    [1, 'REPLACED'],
  ])
})

test('who declines is signed out, may come again and is asked again', async () => {
  await publish('EMPLOYEE')
  const token = await signInAgain('hangzhou')
  expect((await world.send(ownConsentCalls.decline, { number: 1 }, token)).code).toBe(0)
  expect((await world.send(sessionCalls.me, {}, token)).code).toBe(401)
  const again = await signInAgain('hangzhou')
  expect((await world.send(ownConsentCalls.own, {}, again)).data).toMatchObject({ due: true, said: { given: false } })
  expect((await world.send(agreementCalls.counts)).data).toMatchObject({
    kinds: [{}, {}, { kind: 'EMPLOYEE', asked: 1, agreed: 0, declined: 1 }],
  })
  expect((await world.send(ownConsentCalls.agree, { number: 1 }, again)).code).toBe(0)
  const { data } = await world.send(consentCalls.list, { kind: 'EMPLOYEE' })
  expect((data as { rows: { given: boolean; personId: string }[] }).rows).toMatchObject([
    { given: true, personId: world.people.hangzhou.userId },
    { given: false },
  ])
})

const driverAsks =
  (driver: TestDriver) =>
  (call: Parameters<World['send']>[0], input: object = {}) =>
    world.send(call, input as Record<string, unknown>, driver.token)

test('a driver off duty is asked before anything else, and says yes on the telephone', async () => {
  await publish('DRIVER')
  const ask = driverAsks(await driverAt(world, null, 'OFFLINE'))
  expect(await ask(dispatchCalls.me)).toMatchObject({ code: 40306, error: 'driver.mustAgree' })
  expect(await ask(dispatchCalls.goOnline)).toMatchObject({ error: 'driver.mustAgree' })
  expect((await ask(driverConsentCalls.agreement)).data).toMatchObject({ due: true, agreement: { number: 1 } })
  expect((await ask(driverConsentCalls.agree, { number: 1 })).data).toMatchObject({ due: false })
  expect((await ask(dispatchCalls.me)).code).toBe(0)
})

test('a driver on duty is asked once they go off it; one who declines is signed out', async () => {
  const driver = await driverAt(world, 0)
  await world.owner.query(`update sessions set signed_in_at = now() - interval '1 hour' where driver_id = $1`, [driver.driverId])
  await publish('DRIVER')
  const ask = driverAsks(driver)
  expect((await ask(dispatchCalls.me)).code).toBe(0)
  expect((await ask(dispatchCalls.goOffline)).code).toBe(0)
  forget()
  expect(await ask(dispatchCalls.goOnline)).toMatchObject({ error: 'driver.mustAgree' })
  expect((await ask(driverConsentCalls.decline, { number: 1 })).code).toBe(0)
  expect((await ask(dispatchCalls.me)).code).toBe(401)
})

test('a driver who signs in with an order in hand finishes it first', async () => {
  const { orderId } = await placeCall(world)
  const driver = await handedTo(world, orderId)
  await publish('DRIVER')
  const ask = driverAsks(driver)
  expect((await ask(dispatchCalls.me)).data).toMatchObject({ order: { orderId } })
  expect((await ask(dispatchCalls.arrive, { id: orderId })).code).toBe(0)
  expect(await ask(driverConsentCalls.decline, { number: 1 })).toMatchObject({ error: 'driver.onOrder' })
  // Signed in anew and free: off duty, and asked.
  const free = await driverAt(world, 0)
  expect(await driverAsks(free)(dispatchCalls.me)).toMatchObject({ error: 'driver.mustAgree' })
  const { rows } = await world.owner.query('select work_status from drivers where driver_id = $1', [free.driverId])
  expect(rows).toEqual([{ work_status: 'OFFLINE' }])
})

test('what somebody said is found by their name or the end of their telephone, also where they went into another customer', async () => {
  await publish('CUSTOMER')
  const known = async (phone: string, name: string) => {
    const { data } = await world.send(customerCalls.update, { phone, name, cityId: HANGZHOU })
    const { customerId } = data as { customerId: string }
    expect((await world.send(customerCalls.consent, { customerId, kind: 'PRIVACY', given: true, source: '电话' })).code).toBe(0)
    return customerId
  }
  const [keptId, goneId] = [await known('13655551111', '欧阳一'), await known('13655552222', '司徒二')]
  await known('13655553333', '欧阳三')
  const found = async (keyword: string) =>
    ((await world.send(consentCalls.list, { keyword })).data as { rows: { personId: string }[] }).rows.map(({ personId }) => personId)
  expect(await found('欧阳一')).toEqual([keptId])
  expect(await found('欧阳')).toHaveLength(2)
  expect(await found('52222')).toEqual([goneId])
  expect(await found('没有此人')).toEqual([])
  const merged = await world.send(mergeCalls.merge, { customerId: keptId, version: 1, goneId, reason: '同一人' })
  expect(merged.code, merged.message).toBe(0)
  expect((await found('欧阳一')).toSorted()).toEqual([keptId, goneId].toSorted())
})

test('a customer who agreed and went into another agreed for both: they count once, by what either said last, not by one alone', async () => {
  await publish('CUSTOMER')
  const counted = async () =>
    ((await world.send(agreementCalls.counts)).data as AnswerOf<typeof agreementCalls.counts>).kinds.find(
      ({ kind }) => kind === 'CUSTOMER',
    )!
  const before = await counted()
  const known = async (phone: string, name: string) =>
    ((await world.send(customerCalls.update, { phone, name, cityId: HANGZHOU })).data as { customerId: string }).customerId
  const say = async (customerId: string, given: boolean) =>
    expect((await world.send(customerCalls.consent, { customerId, kind: 'PRIVACY', given, source: '电话' })).code).toBe(0)
  const [keptId, goneId] = [await known('13655554444', '上官四'), await known('13655555555', '上官五')]
  await say(goneId, true)
  const plus = (people: number, agreed: number, declined: number) => ({
    people: before.people + people,
    agreed: before.agreed + agreed,
    declined: before.declined + declined,
  })
  expect(await counted()).toMatchObject(plus(2, 1, 0))
  expect((await world.send(mergeCalls.merge, { customerId: keptId, version: 1, goneId, reason: '同一人' })).code).toBe(0)
  expect(await counted()).toMatchObject(plus(1, 1, 0))
  await say(keptId, false)
  expect(await counted()).toMatchObject(plus(1, 0, 1))
})
