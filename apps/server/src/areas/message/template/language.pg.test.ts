import { customerCalls, type CustomerProfile } from '@chauffeur/contract/customer/profile'
import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { type MessageEvent, messageEvent, variablesIn } from '@chauffeur/contract/message/event'
import { smsServiceCalls, type SmsServiceView } from '@chauffeur/contract/message/service'
import { messageTextCalls as calls, type MessageTextRow } from '@chauffeur/contract/message/text'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDriver, addOrder, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

type Place = { event: MessageEvent; cityId?: string; channelId?: string; language?: MessageLanguage }
const add = (place: Place, said: object) =>
  world.send(calls.add, { ...place, effect: 'SEND', reason: '外宾', ...said }, 'all', { 'idempotency-key': `${Math.random()}` })
const good = <T>({ code, message, data }: { code: number; message: string; data: unknown }): T => {
  expect(code, message).toBe(0)
  return data as T
}
const approve = async ({ textId, version }: MessageTextRow, as: Person = 'platform') =>
  good<MessageTextRow>(await world.send(calls.decide, { textId, version, event: 'approve' }, as))
const holding = async (place: Place, said: object) => approve(good(await add(place, said)))
const drafts = async (orderId: string, as: Person = 'all') =>
  good<{ drafts: { body: string }[] }>(await world.send(orderEditCalls.messages, { orderId }, as)).drafts.map(({ body }) => body)
/** An order of a customer who reads English, by the desk's own word. */
async function english(of: Parameters<typeof addOrder>[1] = {}) {
  const order = await addOrder(world, { status: 180, ...of })
  const { rows } = await world.owner.query<{ customer_id: string }>('select customer_id from orders where order_id = $1', [order.orderId])
  const customerId = rows[0]!.customer_id
  const { version } = good<CustomerProfile>(await world.send(customerCalls.profile, { customerId }))
  good(await world.send(customerCalls.update, { customerId, version, language: 'en' }))
  expect(good<CustomerProfile>(await world.send(customerCalls.profile, { customerId })).language).toBe('en')
  return { ...order, customerId, tail: order.orderNo.slice(-6) }
}

test('a customer who reads English is told in English, by the desk and by a partner’s people too, and everybody else in Chinese', async () => {
  const chinese = await addOrder(world, { status: 180 })
  const { orderId, tail } = await english({ channelId: world.channel })
  const said = [`【甲代驾】We are looking for a driver for your order ending in ${tail}. Please keep your phone at hand.`]
  expect(await drafts(orderId)).toEqual(said)
  expect(await drafts(orderId, 'partner')).toEqual(said)
  expect(await drafts(chinese.orderId)).toEqual([expect.stringContaining('正在为您寻找司机')])
})

test('a city’s own English text is said there, and its Chinese one to nobody who reads English', async () => {
  const [here, there] = [await english(), await english({ cityId: SHANGHAI })]
  await holding({ event: 'ORDER_SEARCHING', cityId: HANGZHOU }, { body: '西湖边正在找司机 ${orderTail}' })
  expect(await drafts(here.orderId)).toEqual([expect.stringContaining('We are looking for a driver')])
  await holding(
    { event: 'ORDER_SEARCHING', cityId: HANGZHOU, language: 'en' },
    { body: 'A driver at West Lake is being found: ${orderTail}' },
  )
  expect(await drafts(here.orderId)).toEqual([`【甲代驾】A driver at West Lake is being found: ${here.tail}`])
  expect(await drafts(there.orderId)).toEqual([expect.stringContaining('We are looking for a driver')])
  const chinese = await addOrder(world, { status: 180 })
  expect(await drafts(chinese.orderId)).toEqual([`【甲代驾】西湖边正在找司机 ${chinese.orderNo.slice(-6)}`])
})

test('an event that a city switched off is off in every language, and one that is off in English is off in English alone', async () => {
  const of = { cityId: SHANGHAI, status: 403 } as const
  const [chinese, foreign] = [await addOrder(world, of), await english(of)]
  await holding({ event: 'ORDER_CANCELLED', cityId: SHANGHAI, language: 'en' }, { body: 'Order ${orderTail}: cancelled.' })
  expect(await drafts(foreign.orderId)).toEqual([`【甲代驾】Order ${foreign.tail}: cancelled.`])
  const off = await holding({ event: 'ORDER_CANCELLED', cityId: SHANGHAI }, { effect: 'OFF' })
  expect([await drafts(foreign.orderId), await drafts(chinese.orderId)]).toEqual([[], []])
  const end = await world.send(calls.remove, { textId: off.textId, version: off.version, reason: '恢复' })
  await approve(good(end))
  expect([(await drafts(foreign.orderId)).length, (await drafts(chinese.orderId)).length]).toEqual([1, 1])
  const { rows } = good<{ rows: MessageTextRow[] }>(await world.send(calls.list, { cityId: SHANGHAI, language: 'en', state: 'IN_FORCE' }))
  const { textId, version } = rows[0]!
  await approve(good(await world.send(calls.update, { textId, version, effect: 'OFF', reason: '只发中文' })))
  expect([await drafts(foreign.orderId), (await drafts(chinese.orderId)).length]).toEqual([[], 1])
})

test('the English text of every city is changed in versions of its own, and goes back to the words of the program', async () => {
  const standing = async () =>
    good<{ rows: MessageTextRow[] }>(await world.send(calls.standard)).rows.find(
      ({ event, language }) => event === 'UNPAID_BILL' && language === 'en',
    )!
  const first = await standing()
  expect(first).toMatchObject({ effect: 'SEND', number: 1, segments: 2, allowedActions: ['edit'] })
  const change = { textId: first.textId, version: first.version, effect: 'SEND', body: 'Please pay ${due} yuan', reason: '更短' }
  const second = await approve(good(await world.send(calls.update, change)))
  expect(second).toMatchObject({ number: 2, language: 'en', segments: 1 })
  expect((await standing()).allowedActions).toEqual(['edit', 'follow'])
  const back = await approve(good(await world.send(calls.remove, { textId: second.textId, version: second.version, reason: '恢复' })))
  expect(back).toMatchObject({ number: 3, body: first.body, effect: 'SEND' })
  const { versions } = good<{ versions: MessageTextRow[] }>(await world.send(calls.details, { textId: back.textId }))
  expect(versions.map(({ number, state }) => [number, state])).toEqual([
    [3, 'IN_FORCE'],
    [2, 'REPLACED'],
    [1, 'REPLACED'],
  ])
  // The Chinese text has nothing above it.
  const { rows } = good<{ rows: MessageTextRow[] }>(await world.send(calls.standard))
  const chinese = rows.find(({ event, language }) => event === 'UNPAID_BILL' && language === 'zh')!
  expect(chinese.allowedActions).toEqual(['edit'])
  expect((await world.send(calls.remove, { textId: chinese.textId, version: chinese.version, reason: '试' })).error).toBe(
    'messageText.invalid',
  )
})

test('every text of the program says the same in both languages, with the same values', async () => {
  const { rows } = good<{ rows: MessageTextRow[] }>(await world.send(calls.standard))
  for (const event of messageEvent.options) {
    const [zh, en] = rows.filter((row) => row.event === event)
    expect([event, variablesIn(en!.body).toSorted()]).toEqual([event, variablesIn(zh!.body).toSorted()])
    // What an operator types is in their own words.
    if (event !== 'ORDER_NOTE') expect([event, /[\u4e00-\u9fff]/.test(en!.body)]).toEqual([event, false])
  }
})

test('an English text that no provider has registered is said in Chinese rather than not at all', async () => {
  const { orderId, tail } = await english({ cityId: SHANGHAI })
  const { smsServiceId } = good<SmsServiceView>(
    await world.send(smsServiceCalls.save, { provider: 'ALIYUN', keyId: 'LTAI5tTEST', key: 'secret-of-aliyun-0001', signName: '甲代驾' }),
  )
  expect(await drafts(orderId)).toEqual([expect.stringContaining('正在为您寻找司机')])
  const { rows } = good<{ rows: MessageTextRow[] }>(await world.send(calls.standard))
  const { textId } = rows.find(({ event, language }) => event === 'ORDER_SEARCHING' && language === 'en')!
  good(await world.send(smsServiceCalls.saveCode, { smsServiceId, textId, version: 0, code: 'SMS_1', params: ['orderTail'] }))
  expect(await drafts(orderId)).toEqual([expect.stringContaining(`your order ending in ${tail}`)])
  await world.owner.query('delete from sms_template_codes; delete from sms_services')
})

test('a preview in English gives the values in English, and the driver’s family name as it sounds', async () => {
  const preview = async (input: object) =>
    good<{ text: string }>(await world.send(calls.preview, { event: 'ORDER_ARRIVED', body: '${driver} is here', ...input })).text
  expect([await preview({}), await preview({ language: 'en' })]).toEqual(['【甲代驾】李师傅 is here', '【甲代驾】Li is here'])
})

test('a preview of what is told in the app takes the newest of a real driver, for who may see them, and says where there is nothing', async () => {
  const driver = await addDriver(world, { cityId: HANGZHOU })
  const { rows } = await world.owner.query<{ driver_no: string }>(
    `update drivers set licence_expire = '2031-05-06', disabled_reason = '' where driver_id = $1 returning driver_no`,
    [driver],
  )
  const driverNo = rows[0]!.driver_no
  const preview = (input: object, as: Person = 'all') => world.send(calls.preview, { driverNo, ...input }, as)
  const paper = { event: 'APP_PAPER_DUE', body: '${paper} ${day}' }
  expect(good(await preview(paper))).toMatchObject({ title: '证件即将到期', text: '驾驶证 2031-05-06' })
  expect(good(await preview({ ...paper, language: 'en' }))).toMatchObject({ title: 'Paper ends soon', text: 'Driving licence 2031-05-06' })
  expect((await preview({ event: 'APP_CLAIM_PAID', body: '${policyNo} ${amount}' })).error).toBe('messageText.driverUnfit')
  expect((await preview({ event: 'APP_SUSPENDED', body: '${reason}' })).error).toBe('messageText.driverUnfit')
  expect((await preview({ event: 'APP_INSURANCE_DUE', body: '${paper} ${day}' })).error).toBe('messageText.driverUnfit')
  await world.owner.query(`update drivers set disabled_reason = '乘客投诉' where driver_id = $1`, [driver])
  expect(good(await preview({ event: 'APP_SUSPENDED', body: '原因：${reason}' }))).toMatchObject({ text: '原因：乘客投诉' })
  expect((await preview({ ...paper, driverNo: 'NONE' })).error).toBe('driver.notFound')
  // Sums of withdrawals are for who sees withdrawals, whoever words messages.
  await world.owner.query(
    `insert into withdrawals (tenant_id, withdraw_no, driver_id, city_id, way, account_snapshot, account_sealed, apply_fen, fee_fen, state)
     values ($1, 'W-PREVIEW', $2, $3, 'WX_SINGLE', '{}', 'x', 12300, 0, 10)`,
    [world.tenantA, driver, HANGZHOU],
  )
  const paid = { event: 'APP_WITHDRAWAL_PAID', body: '${amount}元' }
  expect(good(await preview(paid))).toMatchObject({ text: '123.00元' })
  await world.owner.query(`delete from role_functions where function_code = 'withdrawal.view'`)
  world.app.platform.forgetSession()
  expect((await preview(paid)).error).toBe('driver.notFound')
  // It stands in no books.
  await world.owner.query(`delete from withdrawals where withdraw_no = 'W-PREVIEW'`)
  const elsewhere = await addDriver(world, { cityId: SHANGHAI })
  const other = await world.owner.query<{ driver_no: string }>('select driver_no from drivers where driver_id = $1', [elsewhere])
  expect((await preview({ ...paper, driverNo: other.rows[0]!.driver_no }, 'hangzhou')).error).toBe('driver.notFound')
})

test('what an older program writes is Chinese, and it passes the English words of the program over', async () => {
  const { rows } = await world.owner.query<{ language: string }>(
    `insert into message_texts (tenant_id, event, city_id, body, state, number) values ($1, 'BILL_DUE', $2, '\${total}', 'REJECTED', 9) returning language`,
    [world.tenantA, HANGZHOU],
  )
  expect(rows[0]!.language).toBe('zh')
  // As the program before this one asks for the text that holds.
  const older = await world.owner.query<{ body: string }>(
    `select distinct on (t.event) t.event, t.body from message_texts t
     where t.tenant_id = $1 and t.state = 'IN_FORCE' and t.effect <> 'FOLLOW' and t.city_id is null and t.channel_id is null
     order by t.event, t.city_id nulls last, t.channel_id nulls last`,
    [world.tenantB],
  )
  expect(older.rows).toHaveLength(messageEvent.options.length)
  expect(older.rows.filter(({ body }) => !/[\u4e00-\u9fff]/.test(body.replace('${note}', '备注')))).toEqual([])
})
