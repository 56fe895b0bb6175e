import { numberProviderCalls } from '@chauffeur/contract/call-centre/number-provider'
import { privacyNumberCalls } from '@chauffeur/contract/call-centre/privacy-number'
import { dispatchCalls, OFFER_STREAM_PATH } from '@chauffeur/contract/driver/app'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { as, handedTo, placeCall, seenAt } from '#test/drivers'
import { type NumbersWorld, numbersWorld, turnNumbers, X } from '#test/numbers/number-service'
import type { World } from '#test/world'
import { keepPairs, sweepNumbers } from './index.ts'

let of: NumbersWorld
let world: World
let streamsAt: string | undefined
beforeAll(async () => {
  of = await numbersWorld()
  ;({ world } = of)
})
afterAll(() => of.close())
beforeEach(async () => {
  of.numbers.faults.rules = []
  await world.owner.query(
    `update orders set service_status = 403, cancelled_at = now(), status_since = now(), driver_id = null where service_status < 400 or service_status = 501`,
  )
  await rest()
  expect([...of.numbers.book.pairs.keys()], 'nothing is left over from before').toEqual([])
})

const round = () => keepPairs(world.app.platform)
/** What waits for its moment has come to it. */
const due = () => world.owner.query(`update privacy_bindings set next_at = now() where state <> 'RELEASED'`)
async function rest() {
  for (let n = 0; n < 4; n++) {
    await due()
    await round()
  }
}
const ofOrder = async (orderId: string) =>
  (await world.send(privacyNumberCalls.ofOrder, { orderId })).data as AnswerOf<typeof privacyNumberCalls.ofOrder>
const binding = async (orderId: string) => (await ofOrder(orderId)).binding
const pairs = () => [...of.numbers.book.pairs.values()]
const contactOf = async (orderId: string) =>
  (await world.owner.query<{ phone: string }>('select contact_phone as phone from orders where order_id = $1', [orderId])).rows[0]!.phone
async function handed() {
  const { orderId } = await placeCall(world)
  return { orderId, driver: await handedTo(world, orderId), contact: await contactOf(orderId) }
}
const shownTo = async (token: string) => ((await world.send(dispatchCalls.me, {}, token)).data as AnswerOf<typeof dispatchCalls.me>).order!
/** What the driver's stream says within a second. */
async function streamed(token: string): Promise<string> {
  streamsAt ??= await world.app.http.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`${streamsAt}${OFFER_STREAM_PATH}`, { headers: { token }, signal: AbortSignal.timeout(1_000) })
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const piece of answer.body!) text += decoder.decode(piece)
  } catch {
    // The second is over.
  }
  expect(text).toContain('event: offers')
  return text
}
const asked = (what: string) => of.numbers.asked.filter((one) => one.what === what).length

test('an order that is placed while its city has them off has none, nor is one bound for it later', async () => {
  await turnNumbers(world, false)
  const { orderId, driver, contact } = await handed()
  await round()
  expect(await binding(orderId)).toBeNull()
  expect(await shownTo(driver.token)).toMatchObject({ contactPhone: contact, privacyNumber: null })
  await turnNumbers(world, true)
  await round()
  expect(await binding(orderId)).toBeNull()
})

describe('an order in a city that has privacy numbers on', () => {
  test('is bound when its driver accepts: the driver sees the number between them and never the customer’s, the customer is told the same', async () => {
    const { orderId, driver, contact } = await handed()
    const call = as(world, driver)
    seenAt(world, driver.driverId, 0)
    expect(await shownTo(driver.token), 'until it is bound they call the business').toMatchObject({ contactPhone: '', privacyNumber: null })
    await round()
    const bound = (await binding(orderId))!
    expect(bound).toMatchObject({ state: 'BOUND', contactPhone: contact, driverPhone: driver.phone, failure: '' })
    expect(X).toContain(bound.number)
    expect(await shownTo(driver.token)).toMatchObject({ contactPhone: bound.number, privacyNumber: { recorded: true } })
    expect(pairs()).toMatchObject([
      { callerNum: `+86${driver.phone}`, calleeNum: `+86${contact}`, recordFlag: true, recordHintTone: 'recorded.wav' },
    ])

    const sent = await world.send(orderEditCalls.sendMessage, { orderId, kind: 'DRIVER', way: 'TEXT' })
    const { body } = sent.data as { body: string }
    expect(body).toContain(bound.number)
    expect(body).not.toContain(driver.phone)

    // Whatever a driver is answered, at every step and by every call that they can make of it.
    const answers: unknown[] = []
    for (const one of [dispatchCalls.arrive, dispatchCalls.depart, dispatchCalls.end, dispatchCalls.file])
      answers.push(
        await call(one, { id: orderId, reason: '到达' }),
        await call(dispatchCalls.me),
        await call(dispatchCalls.offers, { waitS: 0 }),
      )
    for (const one of Object.values(dispatchCalls).filter(({ method, access }) => method === 'GET' && access === 'driver'))
      answers.push(await call(one, { id: orderId, waitS: 0, pageNum: 1, pageSize: 10 }))
    answers.push(await streamed(driver.token))
    expect(answers.length).toBeGreaterThan(12)
    expect(JSON.stringify(answers)).not.toContain(contact)
    expect(JSON.stringify(answers)).toContain(bound.number)
  })

  test('binds once, however often and by however many processes it is looked at', async () => {
    const before = asked('bind')
    await handed()
    const beside = await world.beside()
    await Promise.all([round(), keepPairs(beside.platform), round(), keepPairs(beside.platform)])
    await rest()
    expect([pairs().length, asked('bind') - before]).toEqual([1, 1])
  })

  test('goes on without a number where there is none: the driver calls the business, and one that comes free serves', async () => {
    // The same customer with four drivers: a telephone is behind a number once.
    const orders = [await handed(), await handed(), await handed(), await handed()]
    for (const { orderId } of orders)
      await world.owner.query(`update orders set contact_phone = '13512340000' where order_id = $1`, [orderId])
    await round()
    const numbers = await Promise.all(orders.map(async ({ orderId }) => (await binding(orderId))!))
    expect(new Set(numbers.filter(({ state }) => state === 'BOUND').map(({ number }) => number)).size).toBe(3)
    const without = orders[numbers.findIndex(({ state }) => state === 'FAILED')]!
    expect(await binding(without.orderId)).toMatchObject({ state: 'FAILED', failure: 'POOL_EMPTY', number: '', allowedActions: ['retry'] })
    expect((await shownTo(without.driver.token)).contactPhone).toBe('')
    const failed = (await world.send(privacyNumberCalls.list, { wrong: true })).data as AnswerOf<typeof privacyNumberCalls.list>
    expect(failed.rows.map(({ orderId }) => orderId)).toContain(without.orderId)

    const free = orders.find(({ orderId }) => orderId !== without.orderId)!
    await world.owner.query('update orders set service_status = 405, status_since = now() where order_id = $1', [free.orderId])
    await round()
    const { bindingId } = (await binding(without.orderId))!
    expect((await world.send(privacyNumberCalls.retry, { bindingId })).code).toBe(0)
    await round()
    expect((await binding(without.orderId))!.state).toBe('BOUND')
    expect((await world.send(privacyNumberCalls.retry, { bindingId })).error).toBe('privacyNumber.notFailed')
  })

  test('keeps its number when the contact is another one, and over what is bound for others nobody is reached', async () => {
    const { orderId, driver } = await handed()
    await round()
    const before = (await binding(orderId))!
    const { rows } = await world.owner.query<{ version: number }>('select version from orders where order_id = $1', [orderId])
    const changed = await world.send(orderEditCalls.changeContact, { orderId, contactPhone: '13599990001', version: rows[0]!.version })
    expect(changed.code, changed.message).toBe(0)
    expect((await shownTo(driver.token)).contactPhone).toBe('')
    await round()
    expect(await binding(orderId)).toMatchObject({ state: 'BOUND', number: before.number, contactPhone: '13599990001' })
    expect(pairs()).toMatchObject([{ calleeNum: '+8613599990001' }])
    expect((await shownTo(driver.token)).contactPhone).toBe(before.number)
  })

  test('is bound anew for another driver, and the one before reaches nobody', async () => {
    const { orderId } = await handed()
    await round()
    const other = await handedTo(world, orderId)
    await round()
    expect(await binding(orderId)).toMatchObject({ state: 'BOUND', driverPhone: other.phone })
    expect(pairs().map(({ callerNum }) => callerNum)).toEqual([`+86${other.phone}`])
  })

  test('gives its number back when it is cancelled, and half an hour after the trip', async () => {
    const cancelled = await handed()
    const { orderId: driven } = await handed()
    const ended = `update orders set service_status = 501, ended_at = now(), filed_at = now() where order_id = $1`
    await world.owner.query(ended, [driven])
    await round()
    expect(pairs().length, 'a trip that is over asks for none').toBe(1)
    await world.owner.query(`update orders set service_status = 304 where order_id = $1`, [driven])
    await round()
    await world.owner.query(ended, [driven])
    await world.owner.query(`update orders set service_status = 403, status_since = now() where order_id = $1`, [cancelled.orderId])
    await round()
    expect([(await binding(cancelled.orderId))!.state, (await binding(driven))!.state]).toEqual(['RELEASED', 'BOUND'])
    await world.owner.query(`update orders set ended_at = ended_at - interval '31 minutes' where order_id = $1`, [driven])
    await round()
    expect([(await binding(driven))!.state, pairs().length]).toEqual(['RELEASED', 0])
    const { rows } = await world.owner.query('select 1 from privacy_number_uses')
    expect(rows).toEqual([])
  })

  test('is extended while the trip lasts', async () => {
    const { orderId } = await handed()
    await round()
    await world.owner.query(`update privacy_bindings set until = now() + interval '1 hour' where order_id = $1`, [orderId])
    const before = pairs()[0]!.endsAt!
    await round()
    expect(Date.parse((await binding(orderId))!.until!)).toBeGreaterThan(Date.now() + 11 * 3_600_000)
    expect(pairs()[0]!.endsAt!).toBeGreaterThanOrEqual(before)
  })
})

describe('what goes wrong', () => {
  test('an answer that is lost after it was bound makes no second pair: the first one is found', async () => {
    of.numbers.faults.rules = [{ what: 'bind', times: 1, lost: true }]
    const { orderId, driver } = await handed()
    await round()
    expect(await binding(orderId)).toMatchObject({ state: 'ASKED', failure: 'UNREACHABLE' })
    expect(pairs().length).toBe(1)
    expect((await shownTo(driver.token)).contactPhone).toBe('')
    const before = asked('bind')
    await rest()
    expect(await binding(orderId)).toMatchObject({ state: 'BOUND', failure: '' })
    expect([pairs().length, asked('bind') - before]).toEqual([1, 0])
  })

  test('one that was bound while its order was cancelled is released all the same', async () => {
    of.numbers.faults.rules = [{ what: 'bind', times: 1, lost: true }]
    const { orderId } = await handed()
    await round()
    await world.owner.query(`update orders set service_status = 403, status_since = now() where order_id = $1`, [orderId])
    await rest()
    expect([(await binding(orderId))!.state, pairs().length]).toEqual(['RELEASED', 0])
  })

  test.each([
    ['that is ill', { status: 500 }, { state: 'ASKED', failure: 'FAULT' }],
    ['that has none left', { code: '1012008' }, { state: 'FAILED', failure: 'POOL_EMPTY', failureCode: '1012008' }],
    ['that knows another key', { code: '1020150' }, { state: 'FAILED', failure: 'KEY_WRONG' }],
    ['whose account is frozen', { code: '1010029' }, { state: 'FAILED', failure: 'ACCOUNT_FROZEN' }],
    ['that is asked too often', { code: '1010010' }, { state: 'ASKED', failure: 'TOO_MANY' }],
  ])('a provider %s is asked again, the trip does not wait, and the customer’s own number is never shown', async (_, fault, stands) => {
    of.numbers.faults.rules = [{ what: 'bind', times: 2, ...fault }]
    const { orderId, driver } = await handed()
    await round()
    expect(await binding(orderId)).toMatchObject(stands)
    expect((await shownTo(driver.token)).contactPhone).toBe('')
    await rest()
    expect((await binding(orderId))!.state).toBe('BOUND')
  })

  test('a number that somebody else bound to the same telephone there is left, and another one serves', async () => {
    const { orderId, contact } = await handed()
    for (const number of X.slice(0, 2))
      of.numbers.book.bind({
        relationNum: `+86${number}`,
        callerNum: `+86${contact}`,
        calleeNum: '+8613800001111',
        callDirection: 0,
        duration: 0,
        recordFlag: false,
        recordHintTone: '',
        userData: 'another system',
      })
    await rest()
    expect(await binding(orderId)).toMatchObject({ state: 'BOUND', number: X[2] })
    for (const pair of pairs().filter(({ userData }) => userData === 'another system')) of.numbers.book.pairs.delete(pair.subscriptionId)
  })

  test('a release that is not taken is asked for until it is, and what is gone there is released', async () => {
    of.numbers.faults.rules = [{ what: 'release', times: 2, status: 503 }]
    const { orderId } = await handed()
    await round()
    await world.owner.query(`update orders set service_status = 404, status_since = now() where order_id = $1`, [orderId])
    await round()
    expect(await binding(orderId)).toMatchObject({ state: 'RELEASING', failure: 'FAULT' })
    of.numbers.book.pairs.clear()
    await rest()
    expect((await binding(orderId))!.state).toBe('RELEASED')
  })

  test('what the provider has bound that nobody needs is found and released; what is not ours is left', async () => {
    const { orderId } = await handed()
    await round()
    const [own] = pairs()
    const copy = { ...own!, callerNum: '+8613300000001', calleeNum: '+8613300000002' }
    const stray = of.numbers.book.bind(copy)
    const foreign = of.numbers.book.bind({ ...copy, callerNum: '+8613300000003', calleeNum: '+8613300000004', userData: 'cf:other:1:1' })
    expect(await sweepNumbers(world.app.platform, 0)).toBe(1)
    expect(
      pairs()
        .map(({ subscriptionId }) => subscriptionId)
        .sort(),
    ).toEqual([own!.subscriptionId, foreign.subscriptionId].sort())
    expect(stray.subscriptionId).not.toBe(own!.subscriptionId)
    expect((await binding(orderId))!.state).toBe('BOUND')
    of.numbers.book.pairs.delete(foreign.subscriptionId)
  })

  test('a service that is switched off binds nobody, and nobody’s number is shown for it', async () => {
    const shown = (await world.send(numberProviderCalls.show)).data as AnswerOf<typeof numberProviderCalls.show>
    const { secretLast4: _s, updatedAt: _a, updatedBy: _b, ...present } = shown.provider!
    const save = async (enabled: boolean, version: number) =>
      (await world.send(numberProviderCalls.save, { ...present, enabled, version })).data as { version: number }
    const { version } = await save(false, present.version)
    const { driver, orderId } = await handed()
    await rest()
    expect([pairs().length, (await shownTo(driver.token)).contactPhone]).toEqual([0, ''])
    // The desk is told that nobody will bind one, and not to wait for it.
    expect(await ofOrder(orderId)).toMatchObject({ on: true, provided: false, binding: null })
    await save(true, version)
  })
})

test('who runs another city sees none of it; the number tells the desk who is behind it', async () => {
  const { orderId } = await handed()
  await round()
  const { number } = (await binding(orderId))!
  const found = (await world.send(privacyNumberCalls.list, { number, state: 'BOUND' })).data as AnswerOf<typeof privacyNumberCalls.list>
  expect(found.rows).toMatchObject([{ orderId, number }])
  const list = async (as: 'hangzhou' | 'nowhere' | 'other' | 'partner') =>
    ((await world.send(privacyNumberCalls.list, {}, as)).data as { rows: unknown[] } | null)?.rows.length ?? 0
  expect(await list('hangzhou')).toBeGreaterThan(0)
  expect([await list('nowhere'), await list('other'), await list('partner')]).toEqual([0, 0, 0])
  expect((await world.send(privacyNumberCalls.ofOrder, { orderId }, 'other')).code).toBe(404)
})
