import { type MessageEvent, messageEvent } from '@chauffeur/contract/message/event'
import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { messageTextCalls as calls, type MessageTextRow } from '@chauffeur/contract/message/text'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toldOf } from '#test/notices'
import { addOrder, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const WHY = { reason: '更亲切' }
type Place = { event: MessageEvent; cityId?: string; channelId?: string; language?: MessageLanguage }
const add = (place: Place, said: object, as: Person = 'all') =>
  world.send(calls.add, { ...place, effect: 'SEND', ...WHY, ...said }, as, { 'idempotency-key': `${Math.random()}` })
const decide = ({ textId, version }: MessageTextRow, event: 'approve' | 'reject', as: Person = 'hangzhou') =>
  world.send(calls.decide, { textId, version, event, note: '已核对' }, as)
const good = <T>(answer: { code: number; data: never }): T => {
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return answer.data
}
/** As two people let it hold. */
const holding = async (place: Place, body: string) => good<MessageTextRow>(await decide(good(await add(place, { body })), 'approve'))
const standing = async (event: MessageEvent, language: MessageLanguage = 'zh') =>
  good<{ rows: MessageTextRow[] }>(await world.send(calls.standard)).rows.find((row) => row.event === event && row.language === language)!
const drafts = async (orderId: string, as: Person = 'all') =>
  good<{ drafts: { kind: string; body: string }[] }>(await world.send(orderEditCalls.messages, { orderId }, as)).drafts.map(
    ({ body }) => body,
  )

describe('every tenant begins with the words of before', () => {
  test('of every event, in force, and a message is as it was', async () => {
    const { rows } = good<{ rows: MessageTextRow[] }>(await world.send(calls.standard))
    expect(rows.map(({ event, language }) => `${event} ${language}`)).toEqual(
      messageEvent.options.flatMap((event) => [`${event} zh`, `${event} en`]),
    )
    expect(rows[0]).toMatchObject({
      event: 'DRIVER_CODE',
      state: 'IN_FORCE',
      number: 1,
      sample: expect.stringMatching(/^【甲代驾】登录验证码 583920/),
    })
    const { orderId, orderNo } = await addOrder(world, { status: 180 })
    expect(await drafts(orderId)).toEqual([`【甲代驾】您的代驾订单（尾号${orderNo.slice(-6)}）正在为您寻找司机，请保持电话畅通。`])
  })

  test('a new tenant, too', async () => {
    const { rows } = await world.owner.query<{ tenant_id: string }>(
      `insert into tenants (name, brand_name) values ('丙', '丙') returning tenant_id`,
    )
    const { rowCount } = await world.owner.query('select from message_texts where tenant_id = $1', [rows[0]!.tenant_id])
    expect(rowCount).toBe(messageEvent.options.length * 2)
  })
})

describe('a text of one city', () => {
  test('holds there once another person has approved it, from the next message on, and nowhere else', async () => {
    const here = await addOrder(world, { status: 180 })
    const there = await addOrder(world, { status: 180, cityId: SHANGHAI })
    const before = await drafts(here.orderId)
    const proposed = good<MessageTextRow>(
      await add({ event: 'ORDER_SEARCHING', cityId: HANGZHOU }, { body: '西湖边的司机正在赶来，尾号${orderTail}', sign: '西湖代驾' }),
    )
    expect(proposed).toMatchObject({ state: 'WAITING', number: 1, cityName: '杭州市', segments: 1, allowedActions: ['withdraw'] })
    expect(await drafts(here.orderId)).toEqual(before)
    expect((await decide(proposed, 'approve', 'all')).error).toBe('messageText.ownProposal')
    expect(good(await decide(proposed, 'approve'))).toMatchObject({ state: 'IN_FORCE', decidedByName: 'hangzhou', decisionNote: '已核对' })
    expect(await drafts(here.orderId)).toEqual([`【西湖代驾】西湖边的司机正在赶来，尾号${here.orderNo.slice(-6)}`])
    expect(await drafts(there.orderId)).toEqual([
      `【甲代驾】您的代驾订单（尾号${there.orderNo.slice(-6)}）正在为您寻找司机，请保持电话畅通。`,
    ])
  })

  test('is changed by a next version, as whoever changes it saw it, and is replaced by it alone', async () => {
    const first = await holding({ event: 'ORDER_ARRIVED', cityId: HANGZHOU }, '${driver}到了')
    const change = (version: number) =>
      world.send(calls.update, { textId: first.textId, version, effect: 'SEND', body: '${driver}已在门口', ...WHY }, 'all', {
        'idempotency-key': `change-${version}-${Math.random()}`,
      })
    expect((await change(first.version + 1)).error).toBe('messageText.versionConflict')
    const second = good<MessageTextRow>(await change(first.version))
    expect(second).toMatchObject({ number: 2, state: 'WAITING' })
    expect(await change(first.version)).toMatchObject({ error: 'messageText.waiting', data: { current: { textId: second.textId } } })
    good(await decide(second, 'approve'))
    const { versions } = good<{ versions: MessageTextRow[] }>(await world.send(calls.details, { textId: first.textId }))
    expect(versions.map(({ number, state }) => [number, state])).toEqual([
      [2, 'IN_FORCE'],
      [1, 'REPLACED'],
    ])
    expect((await change(first.version + 1)).error).toBe('messageText.wrongState')
    const { rows } = await world.owner.query(
      'select event, from_state, to_state, actor_name from message_text_events where message_text_id = $1 order by seq',
      [first.textId],
    )
    expect(rows).toEqual([
      { event: 'propose', from_state: null, to_state: 'WAITING', actor_name: 'all' },
      { event: 'approve', from_state: 'WAITING', to_state: 'IN_FORCE', actor_name: 'hangzhou' },
      { event: 'replace', from_state: 'IN_FORCE', to_state: 'REPLACED', actor_name: 'hangzhou' },
    ])
  })

  test('can be switched off, and end: then what holds everywhere is said again', async () => {
    const { orderId } = await addOrder(world, { status: 403 })
    const [standard] = await drafts(orderId)
    const off = good<MessageTextRow>(await add({ event: 'ORDER_CANCELLED', cityId: HANGZHOU }, { effect: 'OFF' }))
    const holds = good<MessageTextRow>(await decide(off, 'approve'))
    expect(await drafts(orderId)).toEqual([])
    expect((await world.send(orderEditCalls.sendMessage, { orderId, kind: 'CANCELLED', way: 'TEXT' })).error).toBe('order.messageUnfit')
    const end = good<MessageTextRow>(await world.send(calls.remove, { textId: holds.textId, version: holds.version, ...WHY }))
    expect(end).toMatchObject({ effect: 'FOLLOW', state: 'WAITING' })
    good(await decide(end, 'approve'))
    expect(await drafts(orderId)).toEqual([standard])
    // The place is free for a new one.
    good(await add({ event: 'ORDER_CANCELLED', cityId: HANGZHOU }, { body: '已取消' }))
  })

  test('that was rejected or withdrawn never holds', async () => {
    const { orderId } = await addOrder(world, { status: 405 })
    const place = { event: 'ORDER_CANCELLED', cityId: SHANGHAI } as const
    const before = await drafts(orderId)
    const first = good<MessageTextRow>(await add(place, { body: '没了' }))
    expect(good(await decide(first, 'reject', 'platform'))).toMatchObject({ state: 'REJECTED' })
    expect((await decide(first, 'approve', 'platform')).error).toBe('messageText.versionConflict')
    const second = good<MessageTextRow>(await add(place, { body: '没了' }))
    const { textId, version } = second
    expect(good(await world.send(calls.withdraw, { textId, version }))).toMatchObject({ state: 'WITHDRAWN', number: 2 })
    expect(await drafts(orderId)).toEqual(before)
  })
})

test('city and channel go before the city, the city before the channel, and that before what holds everywhere', async () => {
  const [event, channelId] = ['BILL_PAID', world.channel] as const
  const order = await addOrder(world, { status: 501, payStatus: 30, channelId })
  await world.owner.query('update orders set total_fen = 3500 where order_id = $1', [order.orderId])
  const said: string[] = []
  const look = async () => said.push((await drafts(order.orderId)).find((body) => body.includes('35.00'))!)
  await look()
  good(await decide(good<MessageTextRow>(await add({ event, channelId }, { body: '渠道 ${total}' })), 'approve', 'platform'))
  await look()
  await holding({ event, cityId: HANGZHOU }, '城市 ${total}')
  await look()
  await holding({ event, cityId: HANGZHOU, channelId }, '城市渠道 ${total}')
  await look()
  expect(said).toEqual([
    expect.stringContaining('已支付，感谢使用'),
    '【甲代驾】渠道 35.00',
    '【甲代驾】城市 35.00',
    '【甲代驾】城市渠道 35.00',
  ])
  // The partner’s people read what their customers are told.
  expect(await drafts(order.orderId, 'partner')).toContain('【甲代驾】城市渠道 35.00')
})

describe('who runs one city', () => {
  test('proposes and decides for that city alone', async () => {
    const standard = await standing('UNPAID_BILL')
    const { textId, version } = standard
    const change = { textId, version, effect: 'SEND', body: '请付 ${due}', ...WHY }
    expect((await world.send(calls.update, change, 'hangzhou')).error).toBe('messageText.beyond')
    expect((await add({ event: 'UNPAID_BILL', cityId: SHANGHAI }, { body: '请付 ${due}' }, 'hangzhou')).error).toBe('messageText.invalid')
    expect((await add({ event: 'UNPAID_BILL', cityId: HANGZHOU }, { body: '请付 ${due}' }, 'company')).error).toBe('messageText.beyond')
    expect((await world.send(calls.update, change, 'partner')).code).toBe(403)
    const general = good<MessageTextRow>(await world.send(calls.update, change, 'all'))
    expect((await decide(general, 'approve', 'hangzhou')).error).toBe('messageText.beyond')
    good(await decide(general, 'reject', 'platform'))
    expect(good(await add({ event: 'UNPAID_BILL', cityId: HANGZHOU }, { body: '请付 ${due}' }, 'hangzhou'))).toMatchObject({
      state: 'WAITING',
    })
  })

  test('of two who approve at once one does', async () => {
    const proposed = good<MessageTextRow>(await add({ event: 'UNPAID_FEE', cityId: HANGZHOU }, { body: '请付 ${due}' }))
    const answers = await Promise.all([decide(proposed, 'approve', 'hangzhou'), decide(proposed, 'approve', 'platform')])
    expect(answers.map(({ code, error }) => error ?? `${code}`).toSorted()).toEqual(['0', 'messageText.versionConflict'])
  })
})

test('faults name their field, before anybody is asked to approve', async () => {
  const fault = async (place: Place, said: object) => {
    const answer = await add(place, said)
    return [answer.error, ((answer.data as { fields?: { path: string }[] } | null)?.fields ?? []).map(({ path }) => path)]
  }
  expect(await fault({ event: 'DRIVER_CODE', cityId: HANGZHOU }, { body: '请登录' })).toEqual(['messageText.invalid', ['body']])
  expect(await fault({ event: 'DRIVER_CODE', cityId: HANGZHOU }, { effect: 'OFF' })).toEqual(['messageText.invalid', ['effect']])
  expect(await fault({ event: 'ORDER_SEARCHING' }, { body: '${code}' })).toEqual(['messageText.stands', []])
  expect((await add({ event: 'ORDER_NOTE', cityId: HANGZHOU }, { body: '${note}', sign: '太长的签名也许会被运营商拒绝' })).code).toBe(400)
})

test('a preview says how a real order would read, with its driver’s telephone as the operator may see it, and as how many messages', async () => {
  const { orderNo } = await addOrder(world, { status: 180 })
  const preview = (input: object, as: Person = 'all') =>
    world.send(calls.preview, { event: 'ORDER_SEARCHING', body: '尾号${orderTail}', ...input }, as)
  expect(good(await preview({ orderNo }))).toMatchObject({ text: `【甲代驾】尾号${orderNo.slice(-6)}`, segments: 1 })
  expect(good(await preview({ body: '${orderTail}'.padEnd(90, '好'), sign: '好司机' }))).toMatchObject({
    text: expect.stringMatching(/^【好司机】000123/),
    segments: 2,
  })
  expect((await preview({ orderNo: 'D-none' })).error).toBe('order.notFound')
  expect((await preview({ orderNo, event: 'ORDER_CANCELLED' })).error).toBe('messageText.orderUnfit')
  const elsewhere = await addOrder(world, { status: 180, cityId: SHANGHAI })
  expect((await preview({ orderNo: elsewhere.orderNo }, 'hangzhou')).error).toBe('order.notFound')
  // Who keeps texts and may not look at orders learns nothing of one.
  await world.owner.query(
    `with made as (insert into roles (tenant_id, name) values ($1, '文案') returning tenant_id, role_id),
       may as (insert into role_functions (tenant_id, role_id, function_code) select tenant_id, role_id, 'messageText.view' from made)
     insert into user_roles (tenant_id, user_id, role_id) select tenant_id, $2, role_id from made`,
    [world.tenantA, world.people.weak.userId],
  )
  expect((await preview({}, 'weak')).code).toBe(0)
  expect((await preview({ orderNo }, 'weak')).error).toBe('order.notFound')
})

test('a text that is not there, or not in sight, is neither shown nor decided', async () => {
  const made = good<MessageTextRow>(await add({ event: 'ORDER_ARRIVED', cityId: SHANGHAI }, { body: '司机${driver}到了' }))
  const standing = async () => (await world.owner.query('select state from message_texts where message_text_id = $1', [made.textId])).rows
  const before = await standing()
  for (const as of ['hangzhou', 'other'] as const) {
    expect((await world.send(calls.details, { textId: made.textId }, as)).error, as).toBe('messageText.notFound')
    expect((await decide(made, 'approve', as)).error, as).toBe('messageText.notFound')
  }
  expect((await world.send(calls.details, { textId: '999999999' })).error).toBe('messageText.notFound')
  expect(await standing()).toEqual(before)
})

test('whoever may approve a text is told that it waits, and whoever proposed it what became of it', async () => {
  const place = { event: 'BILL_SHARED', cityId: SHANGHAI } as const
  const proposed = good<MessageTextRow>(await add(place, { body: '费用${due}元' }))
  expect(await toldOf(world, '账单待支付（企业分担）')).toEqual({ platform: ['MESSAGE_TEXT_WAITING'] })
  good(await decide(proposed, 'reject', 'platform'))
  expect(await toldOf(world, '账单待支付（企业分担）')).toMatchObject({ all: ['MESSAGE_TEXT_REJECTED'] })
  good(await add({ ...place, cityId: HANGZHOU }, { body: '您的费用${due}元' }))
  expect((await toldOf(world, '账单待支付（企业分担）')).hangzhou).toEqual(['MESSAGE_TEXT_WAITING'])
})
