import { messageLimitCalls as calls, type MessageLimits } from '@chauffeur/contract/message/limits'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { remindUnpaid } from '#areas/order/bill'
import { hhmmOf, localMinute } from '#platform/values/local-clock'
import { messagesIn } from '#test/harness/messages'
import { addOrder, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  // The test runs at any hour.
  world = await makeWorld({ settings: { unpaidReminder: { afterS: 1_800, fromMinute: 0, toMinute: 1_440 } } })
})
afterAll(() => world.close())
beforeEach(() => world.owner.query(`delete from setting_versions where kind = 'messageLimits'`))

const CHINA = 480
/** The clock of the cities, so many minutes from now. */
const clock = (minutes: number) => hhmmOf(localMinute(Date.now() + minutes * 60_000, CHINA))
const quietNow = () => ({ quietFrom: clock(-60), quietTo: clock(60) })
const quietLater = () => ({ quietFrom: clock(60), quietTo: clock(120) })
const set = (input: Record<string, unknown>, as: Person = 'all') => world.send(calls.update, input, as)
const row = async (answer: ReturnType<typeof set>) => {
  const { code, data, message } = await answer
  expect(code, message).toBe(0)
  return data as MessageLimits & { settingId: string; version: number }
}
let made = 0
const newPhone = () => `1386666${String(++made).padStart(4, '0')}`
/** Billed half an hour ago, and not paid. */
const unpaid = async (phone = newPhone(), cityId = HANGZHOU) => {
  const { orderId } = await addOrder(world, { status: 501, payStatus: 10, phone, cityId })
  await world.owner.query(
    `update orders set total_fen = 3500, subtotal_fen = 3500, personal_fen = 3500, filed_at = now() - interval '31 minutes' where order_id = $1`,
    [orderId],
  )
  return { orderId, phone }
}
const say = (orderId: string, kind: string, more: object = {}) =>
  world.send(orderEditCalls.sendMessage, { orderId, kind, way: 'TEXT', ...more })
const told = async (phone: string) => (await messagesIn(world, phone)).length

describe('quiet hours of a city', () => {
  test('hold back the clock and operators there alone, until they end; a bill and an operator’s own words go out', async () => {
    const [here, there] = [await unpaid(), await unpaid(newPhone(), SHANGHAI)]
    const { settingId, version } = await row(set({ cityId: HANGZHOU, ...quietNow() }))
    await remindUnpaid(world.app.platform)
    expect([await told(here.phone), await told(there.phone)]).toEqual([0, 1])
    expect(await say(here.orderId, 'UNPAID')).toMatchObject({ error: 'order.messageQuiet', data: { retryAfterS: expect.any(Number) } })
    expect((await say(here.orderId, 'BILL')).code).toBe(0)
    expect((await say(here.orderId, 'CUSTOM', { body: '您的伞在车上' })).code).toBe(0)
    expect(await told(here.phone)).toBe(2)
    await row(set({ settingId, version, ...quietLater() }))
    await remindUnpaid(world.app.platform)
    expect(await told(here.phone)).toBe(3)
  })

  test('hold back a voice as they do a text, and for a partner’s people what they hold back for the business', async () => {
    const { orderId } = await addOrder(world, { status: 501, payStatus: 10, phone: newPhone(), channelId: world.channel })
    await world.owner.query('update orders set total_fen = 3500, subtotal_fen = 3500, personal_fen = 3500 where order_id = $1', [orderId])
    await row(set(quietNow()))
    expect((await say(orderId, 'UNPAID', { way: 'VOICE' })).error).toBe('order.messageQuiet')
    expect((await world.send(orderEditCalls.sendMessage, { orderId, kind: 'UNPAID', way: 'TEXT' }, 'partner')).error).toBe(
      'order.messageQuiet',
    )
  })
})

test('one telephone is reminded so often in a day, whatever the order, by however many at once', async () => {
  const phone = newPhone()
  const orders = [await unpaid(phone), await unpaid(phone), await unpaid(phone)]
  await row(set({ remindersPerDay: 2 }))
  const answers = await Promise.all(orders.map(({ orderId }) => say(orderId, 'UNPAID')))
  expect(answers.map(({ code, error }) => error ?? `${code}`).sort((one, other) => one.localeCompare(other))).toEqual([
    '0',
    '0',
    'order.messageCapped',
  ])
  await remindUnpaid(world.app.platform)
  expect(await told(phone)).toBe(2)
  // Of yesterday they count no more.
  await world.owner.query(`update sms_outbox set created_at = created_at - interval '1 day' where event like 'UNPAID%'`)
  await remindUnpaid(world.app.platform)
  expect(await told(phone)).toBe(3)
})

describe('limits', () => {
  test('of a city are set by who runs it, those of all by who runs all; each change is a version', async () => {
    const { settingId, version } = await row(set({ remindersPerDay: 3, quietFrom: '22:00', quietTo: '08:00' }))
    expect((await set({ settingId, version, remindersPerDay: 9 }, 'hangzhou')).code).toBe(404)
    expect((await set({ cityId: SHANGHAI, remindersPerDay: 9 }, 'hangzhou')).code).toBe(404)
    expect((await set({ cityId: HANGZHOU, remindersPerDay: 9 }, 'company')).code).toBe(404)
    expect((await set({ remindersPerDay: 9 }, 'hangzhou')).code).toBe(404)
    await row(set({ cityId: HANGZHOU, remindersPerDay: 1 }, 'hangzhou'))
    expect((await set({ cityId: HANGZHOU, remindersPerDay: 5 })).error).toBe('messageLimit.cityTaken')
    expect((await set({ settingId, version: version + 1, remindersPerDay: 5 })).error).toBe('messageLimit.versionConflict')
    expect(await row(set({ settingId, version, remindersPerDay: 5 }))).toMatchObject({ quietFrom: null, quietTo: null, remindersPerDay: 5 })
    const { rows } = (await world.send(calls.history, { settingId })).data as { rows: MessageLimits[] }
    expect(rows.map(({ remindersPerDay }) => remindersPerDay)).toEqual([5, 3])
  })

  test('name what is wrong with them', async () => {
    for (const hours of [{ quietFrom: '22:00' }, { quietTo: '08:00' }, { quietFrom: '08:00', quietTo: '08:00' }])
      expect(await set(hours)).toMatchObject({ error: 'messageLimit.hoursInvalid', data: { fields: [{ path: 'quietTo' }] } })
    expect((await set({ quietFrom: '25:00', quietTo: '08:00' })).code).toBe(400)
    expect((await set({ remindersPerDay: 0 })).code).toBe(400)
  })
})

test('limits of a city are for who runs it, and those of all cities for who runs them all; what is not there is refused', async () => {
  const said = async (input: Record<string, unknown>, as: Person = 'all') => (await set(input, as)).error
  expect(await said({ cityId: SHANGHAI, remindersPerDay: 2 }, 'hangzhou')).toBe('messageLimit.cityUnknown')
  expect(await said({ remindersPerDay: 2 }, 'hangzhou')).toBe('messageLimit.cityUnknown')
  expect(await said({ cityId: '999999', remindersPerDay: 2 })).toBe('messageLimit.cityUnknown')
  expect(await said({ settingId: '999999999', version: 1, remindersPerDay: 2 })).toBe('messageLimit.notFound')
  const there = await row(set({ cityId: SHANGHAI, remindersPerDay: 2 }))
  expect(await said({ settingId: there.settingId, version: there.version, remindersPerDay: 9 }, 'hangzhou')).toBe('messageLimit.notFound')
  expect(await said({ settingId: there.settingId, version: there.version, remindersPerDay: 9 }, 'other')).toBe('messageLimit.notFound')
  expect((await world.owner.query(`select content from setting_versions where kind = 'messageLimits'`)).rows).toMatchObject([
    { content: { remindersPerDay: 2 } },
  ])
})
