import { citySwitchCalls } from '@chauffeur/contract/operations/city-switch'
import { privacyNumberCalls } from '@chauffeur/contract/call-centre/privacy-number'
import { orderSoundCalls } from '@chauffeur/contract/order/sound'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handedTo, placeCall, type TestDriver } from '#test/drivers'
import { headersOf, type NumbersWorld, numbersWorld, pushTo } from '#test/numbers/number-service'
import { HANGZHOU, type Person, type World } from '#test/world'
import { fetchRecordings, keepPairs } from './index.ts'

let of: NumbersWorld
let world: World
let order: { orderId: string; orderNo: string; driver: TestDriver; contact: string; number: string }
beforeAll(async () => {
  of = await numbersWorld()
  ;({ world } = of)
  await pushTo(of)
})
afterAll(() => of.close())
beforeEach(async () => {
  of.numbers.faults.rules = []
  of.numbers.calls.againMs = []
  await fetchAll()
  const { orderId, orderNo } = await placeCall(world)
  const driver = await handedTo(world, orderId)
  await keepPairs(world.app.platform)
  const { rows } = await world.owner.query<{ phone: string }>('select contact_phone as phone from orders where order_id = $1', [orderId])
  const { binding } = await block(orderId)
  order = { orderId, orderNo, driver, contact: rows[0]!.phone, number: binding!.number }
})

const block = async (orderId: string, as: Person = 'all') =>
  (await world.send(privacyNumberCalls.ofOrder, { orderId }, as)).data as AnswerOf<typeof privacyNumberCalls.ofOrder>
const sounds = async (orderId: string) =>
  ((await world.send(orderSoundCalls.recordList, { orderId })).data as AnswerOf<typeof orderSoundCalls.recordList>).rows
const fetchAll = async () => {
  await world.owner.query(`update privacy_calls set record_next_at = now() where record_state = 'WAITING'`)
  return fetchRecordings(world.app.platform)
}
const rings = (from: string, more: object = {}) => of.numbers.calls.play({ from, number: order.number, ...more })
const pushed = () => of.numbers.calls.pushed.slice(-5).map(({ status }) => status)

describe('a call over the number of an order', () => {
  test('reaches the other one, stands with the order, and its sound is fetched and kept as the order’s recording', async () => {
    const { rang } = await rings(order.driver.phone, { seconds: 42 })
    expect(rang).toBe(order.contact)
    expect(pushed()).toEqual([200, 200, 200, 200, 200])
    const before = await block(order.orderId)
    expect(before).toMatchObject({ on: true, recorded: true })
    expect(before.calls).toMatchObject([{ way: 'PRIVACY_NUMBER', from: 'DRIVER', seconds: 42, recording: 'WAITING', soundId: null }])
    expect(before.calls[0]!.fromMasked).toBe(`${order.driver.phone.slice(0, 3)}****${order.driver.phone.slice(-4)}`)

    expect(await fetchAll()).toBe(1)
    const [call] = (await block(order.orderId)).calls
    expect(call).toMatchObject({ recording: 'STORED', soundId: expect.any(String) })
    const [sound] = await sounds(order.orderId)
    expect(sound).toMatchObject({ recordId: call!.soundId, source: 'PRIVACY_CALL', seconds: 42, storage: 'STORED' })
    expect(sound!.orders).toMatchObject([{ orderNo: order.orderNo }])
    expect(JSON.stringify(sound)).not.toMatch(new RegExp(`${order.driver.phone}|${order.contact}`))
    const url = (await world.send(orderSoundCalls.fileUrl, { recordId: sound!.recordId })).data as { url: string }
    expect(url.url).toContain('/')
    const log = (await world.send(orderSoundCalls.log, { recordId: sound!.recordId })).data as AnswerOf<typeof orderSoundCalls.log>
    expect(log.rows.map(({ action }) => action)).toEqual(['PLAY', 'STORE'])
    expect(await fetchAll(), 'once').toBe(0)
  })

  test('of the customer is theirs; one that nobody answers, and a short one, leave no recording', async () => {
    await rings(order.contact, { unanswered: true })
    await rings(order.contact, { seconds: 2 })
    // Which of the two began first is the provider's to say: its calls last some seconds that nobody waited for here.
    expect((await block(order.orderId)).calls.toSorted((a, b) => Number(a.callId) - Number(b.callId))).toMatchObject([
      { from: 'CONTACT', answeredAt: null, seconds: null, recording: 'NONE' },
      { from: 'CONTACT', seconds: 2, recording: 'NONE' },
    ])
  })

  test.each([
    ['twice', { twice: true }],
    ['in disorder', { shuffled: true }],
    ['late', { delayMs: 30 }],
  ])('that is told %s is one call, whole', async (_, fault) => {
    of.numbers.faults.rules = [{ what: 'push', times: 1, ...fault }]
    await rings(order.driver.phone, { seconds: 30 })
    const { calls: told } = await block(order.orderId)
    expect(told).toMatchObject([{ from: 'DRIVER', seconds: 30, recording: 'WAITING' }])
    expect(Date.parse(told[0]!.answeredAt!) - Date.parse(told[0]!.startedAt)).toBe(8_000)
    await fetchAll()
    expect((await sounds(order.orderId)).length).toBe(1)
  })

  test('that is told after the release still comes to its order', async () => {
    await world.owner.query(`update orders set service_status = 403, status_since = now() where order_id = $1`, [order.orderId])
    const pair = of.numbers.book.of(`+86${order.number}`).find(({ callerNum }) => callerNum === `+86${order.driver.phone}`)!
    await keepPairs(world.app.platform)
    expect((await block(order.orderId)).binding!.state).toBe('RELEASED')
    of.numbers.book.pairs.set(pair.subscriptionId, pair)
    await rings(order.driver.phone)
    of.numbers.book.pairs.delete(pair.subscriptionId)
    expect((await block(order.orderId)).calls).toMatchObject([{ from: 'DRIVER' }])
  })

  test('by somebody who is not bound reaches nobody and stands nowhere', async () => {
    expect((await rings('13999998888')).rang).toBeNull()
    expect((await block(order.orderId)).calls).toEqual([])
    expect(pushed().at(-1), 'and is not told again').toBe(200)
  })

  test('that comes before its pair is known is told again, and is heard then', async () => {
    await world.owner.query(`update orders set service_status = 403, status_since = now() where order_id = $1`, [order.orderId])
    of.numbers.faults.rules = [{ what: 'bind', times: 1, lost: true }]
    const { orderId } = await placeCall(world)
    const driver = await handedTo(world, orderId)
    await keepPairs(world.app.platform)
    const [pair] = [...of.numbers.book.pairs.values()].filter(({ callerNum }) => callerNum === `+86${driver.phone}`)
    of.numbers.calls.againMs = [300, 300]
    await of.numbers.calls.play({ from: driver.phone, number: pair!.relationNum.slice(3) })
    expect(pushed().at(-1)).toBe(503)
    await world.owner.query(`update privacy_bindings set next_at = now() where state = 'ASKED'`)
    await keepPairs(world.app.platform)
    await expect.poll(async () => (await block(orderId)).calls[0]?.recording, { timeout: 5_000 }).toBe('WAITING')
  })
})

describe('what is forged', () => {
  test('is not believed', async () => {
    of.numbers.faults.rules = [{ what: 'push', forged: true }]
    await rings(order.driver.phone)
    expect(new Set(pushed())).toEqual(new Set([401]))
    expect((await block(order.orderId)).calls).toEqual([])
  })

  test('is not believed either with a signature that was used for other words, unsigned, or at another business’s door', async () => {
    const push = (headers: Record<string, string>, body: object, tenantId = world.tenantA) =>
      world.app.http.inject({ method: 'POST', url: `/privacy-numbers/huawei/${tenantId}/push`, headers, payload: body })
    const signed = headersOf(of.numbers.calls.key)
    const event = (sessionId: string) => ({
      eventType: 'callin',
      statusInfo: { sessionId, timestamp: '', caller: '', called: '', subscriptionId: 'none' },
    })
    const codes = [
      await push(signed, event('one')),
      await push(signed, event('one')),
      await push(signed, event('another')),
      await push({}, event('one')),
      await push(headersOf(of.numbers.calls.key), event('one'), world.tenantB),
      await push(headersOf(of.numbers.calls.key), { what: 'ever' }),
      await push(headersOf(of.numbers.calls.key), event('one'), '999999'),
    ].map(({ statusCode }) => statusCode)
    expect(codes).toEqual([200, 200, 401, 401, 401, 401, 401])
  })
})

describe('a recording', () => {
  test('that is not there yet is fetched when it is', async () => {
    of.numbers.faults.rules = [
      { what: 'record', times: 1, code: '1012007' },
      { what: 'file', times: 1, status: 404 },
    ]
    await rings(order.contact)
    await fetchAll()
    expect((await block(order.orderId)).calls[0]!.recording).toBe('WAITING')
    await fetchAll()
    expect((await block(order.orderId)).calls[0]!.recording).toBe('WAITING')
    await fetchAll()
    expect((await block(order.orderId)).calls[0]!.recording).toBe('STORED')
  })

  test('that never came is missing after seven days, and operations see it', async () => {
    of.numbers.faults.rules = [{ what: 'record', code: '1012007' }]
    await rings(order.contact)
    await world.owner.query(`update privacy_calls set record_told_at = now() - interval '8 days' where order_id = $1`, [order.orderId])
    await fetchAll()
    expect((await block(order.orderId)).calls[0]!.recording).toBe('MISSING')
    const wrong = (await world.send(privacyNumberCalls.list, { wrong: true })).data as AnswerOf<typeof privacyNumberCalls.list>
    expect(wrong.rows.find(({ orderId }) => orderId === order.orderId)).toMatchObject({ missingRecordings: 1 })
  })

  test('is no link for somebody who may not see recordings', async () => {
    await rings(order.contact)
    await fetchAll()
    await world.owner.query(`delete from role_functions where function_code = 'sound.view' and tenant_id = $1`, [world.tenantA])
    const [call] = (await block(order.orderId, 'hangzhou')).calls
    await world.owner.query(
      `insert into role_functions (tenant_id, role_id, function_code) select tenant_id, role_id, 'sound.view' from roles where tenant_id = $1 and name = '全部'`,
      [world.tenantA],
    )
    expect(call === undefined || call.soundId === null).toBe(true)
  })

  // The last: of a call that began while the city kept none, its length ago, nothing would be kept in the tests that followed.
  test('is not kept in a city that keeps none', async () => {
    const turn = async (on: boolean) => {
      const { rows } = (await world.send(citySwitchCalls.view, { cityId: HANGZHOU })).data as AnswerOf<typeof citySwitchCalls.view>
      const { version } = rows[0]!.switches.find(({ key }) => key === 'soundRecord')!
      expect((await world.send(citySwitchCalls.save, { cityId: HANGZHOU, key: 'soundRecord', on, version })).code).toBe(0)
    }
    await turn(false)
    // It began before the service had answered for it.
    await rings(order.driver.phone, { seconds: 42 })
    await world.owner.query(`update privacy_calls set started_at = now(), answered_at = now() where order_id = $1`, [order.orderId])
    await fetchAll()
    expect((await block(order.orderId)).calls).toMatchObject([{ recording: 'NONE', soundId: null }])
    expect(await sounds(order.orderId)).toEqual([])
    await turn(true)
  })
})
