import { messageLogCalls as calls, type MessageLogRow } from '@chauffeur/contract/message/log'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { noticeCalls, type NoticeKind } from '@chauffeur/contract/operations/notice'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyOfCity, notifyUsers } from '#areas/operations/notice'
import { wholeTenant } from '#platform/database/scope'
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

/** A notice at the bell of a city's people, or of one person. */
const noticed = async (kind: NoticeKind, to: { cityId: string } | { userId: string }) => {
  const subject = `${Math.random()}`
  await world.app.platform.db.write(wholeTenant(world.tenantA), (tx) =>
    'cityId' in to
      ? notifyOfCity(tx, { tenantId: world.tenantA, cityId: to.cityId }, { kind, subject })
      : notifyUsers(tx, world.tenantA, [to.userId], { kind, subject }),
  )
  const { rows } = await world.owner.query<{ notice_id: string; sms_id: string }>(
    'select n.notice_id, o.sms_id from notices n join sms_outbox o using (tenant_id, notice_id) where n.subject = $1',
    [subject],
  )
  expect(rows).toHaveLength(1)
  return { noticeId: rows[0]!.notice_id, messageId: rows[0]!.sms_id }
}
const detail = async (smsId: string, as: Person = 'all') =>
  (await world.send(calls.details, { smsId }, as)) as unknown as {
    code: number
    data: MessageLogRow & { forOne: boolean; readers: { name: string; at: string }[] }
  }

test('a notice of the console stands in the log, with who has read it and when; who sees the city sees it', async () => {
  const { noticeId, messageId } = await noticed('CITY_STOPPED', { cityId: HANGZHOU })
  const elsewhere = await noticed('CITY_STOPPED', { cityId: SHANGHAI })
  const ids = async (input: object, as: Person = 'all') => (await found(input, as)).map((row) => row.messageId)
  expect((await found({ notice: 'CITY_STOPPED' })).find((row) => row.messageId === messageId)).toMatchObject({
    way: 'NOTICE',
    notice: 'CITY_STOPPED',
    event: null,
    cityName: '杭州市',
    phone: '',
    toName: '',
    state: 'SENT',
    segments: 0,
    costFenX100: null,
    readAt: null,
  })
  expect(await ids({ way: 'NOTICE' })).toEqual(expect.arrayContaining([messageId, elsewhere.messageId]))
  expect(await ids({ notice: 'CITY_STARTED' })).toEqual([])
  for (const way of ['TEXT', 'APP']) expect(await ids({ way })).not.toContain(messageId)
  expect(await ids({ way: 'NOTICE' }, 'hangzhou')).toEqual([messageId])
  for (const nobody of ['company', 'partner', 'nowhere', 'other'] as const) expect((await detail(messageId, nobody)).code).not.toBe(0)
  expect((await detail(messageId)).data).toMatchObject({ forOne: false, readers: [] })

  await world.send(noticeCalls.markRead, { noticeIds: [noticeId] }, 'hangzhou')
  await world.send(noticeCalls.markRead, { noticeIds: [noticeId] }, 'all')
  await world.send(noticeCalls.markRead, { noticeIds: [noticeId] }, 'all')
  const { data } = await detail(messageId)
  expect(data).toMatchObject({ state: 'DELIVERED', readAt: expect.any(String) })
  expect(data.readers.map(({ name }) => name)).toEqual(['hangzhou', 'all'])
  expect(data.readAt! <= data.readers[1]!.at, 'when it was read first').toBe(true)
  // Somebody of one city hears that it was read, and of whom they see the name.
  expect((await detail(messageId, 'hangzhou')).data.readers).toHaveLength(2)
  expect(await ids({ way: 'NOTICE', state: 'DELIVERED' })).toEqual([messageId])
  expect((await detail(elsewhere.messageId)).data.readers).toEqual([])
})

test('a notice for one person says for whom, to those who see every city', async () => {
  const { messageId } = await noticed('BROADCAST_APPROVED', { userId: world.people.hangzhou.userId })
  expect((await detail(messageId)).data).toMatchObject({ toName: 'hangzhou', forOne: true, readers: [] })
  expect((await detail(messageId, 'hangzhou')).code).not.toBe(0)
})

test('two who read everything at the same moment do not wait for each other, and each is kept', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => noticed('CITY_STARTED', { cityId: HANGZHOU })))
  const answers = await Promise.all((['all', 'hangzhou', 'all', 'hangzhou'] as const).map((as) => world.send(noticeCalls.markRead, {}, as)))
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  for (const { messageId } of made) expect((await detail(messageId)).data).toMatchObject({ state: 'DELIVERED', readers: { length: 2 } })
})
