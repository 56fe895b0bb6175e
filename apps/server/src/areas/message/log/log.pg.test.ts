import { messageLogCalls as calls, type MessageLogRow } from '@chauffeur/contract/message/log'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messagesIn } from '#test/harness/messages'
import { addOrder, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const found = async (input: object = {}, as: Person = 'all') => {
  const answer = await world.send(calls.list, { ...input }, as)
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return (answer.data as { rows: MessageLogRow[] }).rows
}
/** An order whose customer was told that a driver is looked for. */
const told = async (of: Parameters<typeof addOrder>[1] = {}) => {
  const order = await addOrder(world, { status: 180, ...of })
  expect((await world.send(orderEditCalls.sendMessage, { orderId: order.orderId, kind: 'SEARCHING', way: 'TEXT' })).code).toBe(0)
  return order
}

test('a message is found by the whole number, by its order and its event, and says where it is; its number is never whole', async () => {
  const phone = '13844445555'
  const { orderId, orderNo } = await told({ phone })
  await told()
  const [row, ...others] = await found({ phone })
  expect(others).toEqual([])
  expect(row).toMatchObject({
    orderId,
    orderNo,
    event: 'ORDER_SEARCHING',
    state: 'QUEUED',
    phone: '138****5555',
    cityName: '杭州市',
    segments: 1,
  })
  expect((await found({ orderNo })).map(({ messageId }) => messageId)).toEqual([row!.messageId])
  expect(await found({ phone: '13844445556' })).toEqual([])
  await world.owner.query('update sms_outbox set sent_at = now() where sms_id = $1', [row!.messageId])
  expect(await found({ phone, state: 'SENT' })).toMatchObject([{ state: 'SENT' }])
  await world.owner.query(
    `update sms_outbox set sent_at = null, attempts = 3, last_error = 'HTTP 503', send_before = now() where sms_id = $1`,
    [row!.messageId],
  )
  expect(await found({ phone, state: 'FAILED' })).toMatchObject([{ state: 'FAILED', attempts: 3, failure: 'HTTP 503' }])
})

test('who runs one city sees the messages of that city; a fleet and a partner see none', async () => {
  const [here, there] = [await told(), await told({ cityId: SHANGHAI })]
  const numbers = async (as: Person) => (await found({}, as)).map(({ orderNo }) => orderNo)
  expect(await numbers('hangzhou')).toContain(here.orderNo)
  expect(await numbers('hangzhou')).not.toContain(there.orderNo)
  expect(await numbers('all')).toEqual(expect.arrayContaining([here.orderNo, there.orderNo]))
  expect(await numbers('company')).toEqual([])
  expect(await numbers('partner')).toEqual([])
  expect(((await world.send(calls.cities, {}, 'hangzhou')).data as { cities: { key: string }[] }).cities.map(({ key }) => key)).toEqual([
    HANGZHOU,
  ])
})

test('of a message neither number nor text lies in the outbox, and whoever serves requests opens none', async () => {
  const { orderNo } = await told({ phone: '13844447777' })
  expect((await messagesIn(world, '13844447777')).map(({ body }) => body)).toEqual([expect.stringContaining(orderNo.slice(-6))])
  const { rows } = await world.owner.query<{ row: string }>('select s::text as row from sms_outbox s')
  const all = rows.map(({ row }) => row).join()
  for (const clear of ['13844447777', '寻找司机']) expect(all).not.toContain(clear)
  await expect(world.app.platform.db.runtime.query('select sealed from sms_outbox')).rejects.toThrow('permission denied')
})
