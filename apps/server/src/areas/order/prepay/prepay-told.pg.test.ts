import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { prepayCalls, type PrepaymentRow } from '@chauffeur/contract/finance/prepayment'
import { messageTextCalls } from '@chauffeur/contract/message/text'
import { citySwitchCalls } from '@chauffeur/contract/operations/city-switch'
import { orderCancelCalls } from '@chauffeur/contract/order/cancel-rules'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'
import { lapseUnpaid, tellDue } from './prepay.rounds.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  for (const cityId of [HANGZHOU, SHANGHAI])
    expect((await world.send(citySwitchCalls.save, { cityId, key: 'prePay', on: true, version: 0 })).code).toBe(0)
})
afterAll(() => world.close())

let made = 0
interface Placed {
  orderId: string
  prepayDueFen: number
  phone: string
}
async function placed(cityId = HANGZHOU): Promise<Placed> {
  const phone = `1375555${String(++made).padStart(4, '0')}`
  const from = cityId === HANGZHOU ? [30.25, 120.16] : [31.22, 121.47]
  const answer = await world.send(callCentreCalls.place, {
    ...{ cityId, phone, pickupAddress: '武林门', pickupLat: from[0], pickupLng: from[1] },
    ...{ dropoffAddress: '下沙', dropoffLat: from[0]! + 0.05, dropoffLng: from[1]! + 0.05 },
  })
  expect(answer.code, answer.message).toBe(0)
  return { ...(answer.data as { orders: Placed[] }).orders[0]!, phone }
}
const said = async (orderId: string) =>
  ((await world.send(orderEditCalls.messages, { orderId })).data as { sent: { kind: string; body: string }[] }).sent
    .filter(({ kind }) => kind === 'PREPAY')
    .map(({ body }) => body)
    .toReversed()
const pay = (order: Placed) =>
  world.send(prepayCalls.record, { orderId: order.orderId, way: 'WECHAT', amountFen: order.prepayDueFen, reference: `T-${++made}` })
const yuan = (fen: number) => (fen / 100).toFixed(2)

test('a customer is told once what to pay and until when by the clock of the city, also by two processes at once', async () => {
  const order = await placed()
  const { rows } = await world.owner.query<{ until: string }>(
    `select to_char(prepay_until at time zone 'Asia/Shanghai', 'FMMM"月"FMDD"日" HH24:MI') as until from orders where order_id = $1`,
    [order.orderId],
  )
  await Promise.all([tellDue(world.app.platform), tellDue(world.app.platform)])
  expect(await tellDue(world.app.platform)).toBe(0)
  const bodies = await said(order.orderId)
  expect(bodies).toEqual([expect.stringContaining(`需先预付${yuan(order.prepayDueFen)}元，请在${rows[0]!.until}前支付`)])
  const outbox = await world.owner.query('select event from sms_outbox where order_id = $1', [order.orderId])
  expect(outbox.rows).toEqual([{ event: 'PREPAY_DUE' }])
})

test('that it arrived is said at once; paid, an order is not told to pay', async () => {
  const order = await placed()
  expect((await pay(order)).code).toBe(0)
  expect(await tellDue(world.app.platform)).toBe(0)
  expect(await said(order.orderId)).toEqual([expect.stringContaining(`预付款${yuan(order.prepayDueFen)}元`)])
})

test('what went back is said when its return is entered, in English to who reads English', async () => {
  const order = await placed()
  await world.owner.query(`update customers set language = 'en' where phone = $1`, [order.phone])
  expect(await tellDue(world.app.platform)).toBe(1)
  expect((await pay(order)).code).toBe(0)
  const judged = (await world.send(orderCancelCalls.judgeCancel, { orderId: order.orderId })).data as { quoteId: string }
  expect((await world.send(orderCancelCalls.cancel, { orderId: order.orderId, quoteId: judged.quoteId, reason: '不走了' })).code).toBe(0)
  const due = ((await world.send(prepayCalls.list, { state: 'RETURN_DUE' }, 'hangzhou')).data as { rows: PrepaymentRow[] }).rows[0]!
  const back = await world.send(
    prepayCalls.payBack,
    { prepaymentId: due.prepaymentId, way: 'WECHAT', amountFen: due.returnDueFen, reference: 'BACK-1' },
    'hangzhou',
  )
  expect(back.code, back.message).toBe(0)
  const sum = yuan(order.prepayDueFen)
  expect(await said(order.orderId)).toEqual([
    expect.stringContaining(`Please pay CNY ${sum} in advance`),
    expect.stringContaining(`We received CNY ${sum}`),
    expect.stringContaining(`CNY ${sum} of your prepayment`),
  ])
})

test('a customer who could not be told at once is told while they still can pay, also after ten minutes, and not in the last one', async () => {
  const [late, ending] = [await placed(), await placed()]
  const age = (orderId: string, left: string) =>
    world.owner.query('update orders set created_at = now() - $2::interval, prepay_until = now() + $3::interval where order_id = $1', [
      orderId,
      '10 minutes',
      left,
    ])
  await age(late.orderId, '5 minutes')
  await age(ending.orderId, '50 seconds')
  expect(await tellDue(world.app.platform)).toBe(1)
  expect(await said(late.orderId)).toEqual([expect.stringContaining('需先预付')])
  expect(await said(ending.orderId)).toEqual([])
  expect(await tellDue(world.app.platform)).toBe(0)
})

test('a customer whom an operator told first is not told again', async () => {
  const order = await placed()
  const sent = await world.send(orderEditCalls.sendMessage, { orderId: order.orderId, kind: 'PREPAY', way: 'TEXT' })
  expect(sent.code, sent.message).toBe(0)
  expect(await tellDue(world.app.platform)).toBe(0)
  expect(await said(order.orderId)).toHaveLength(1)
})

test('that an order ended unpaid is said once, with until when it could be paid, in the language of its customer', async () => {
  const [zh, en] = [await placed(), await placed()]
  await world.owner.query(`update customers set language = 'en' where phone = $1`, [en.phone])
  expect(await tellDue(world.app.platform)).toBe(2)
  const { rows } = await world.owner.query<{ until: string }>(
    `update orders set prepay_until = now() - interval '1 second' where order_id = any ($1)
     returning to_char(prepay_until at time zone 'Asia/Shanghai', 'FMMM"月"FMDD"日" HH24:MI') as until`,
    [[zh.orderId, en.orderId]],
  )
  const ended = await Promise.all([lapseUnpaid(world.app.platform), lapseUnpaid(world.app.platform)])
  expect(ended[0]! + ended[1]!).toBe(2)
  expect(await lapseUnpaid(world.app.platform)).toBe(0)
  expect((await said(zh.orderId)).slice(1)).toEqual([expect.stringContaining(`在${rows[0]!.until}前未收到预付款，已取消，不收费用`)])
  expect((await said(en.orderId)).slice(1)).toEqual([expect.stringContaining('is cancelled, free of charge')])
  const outbox = await world.owner.query('select event from sms_outbox where order_id = $1 order by sms_id', [zh.orderId])
  expect(outbox.rows).toEqual([{ event: 'PREPAY_DUE' }, { event: 'PREPAY_LAPSED' }])
})

test('an order that is paid at the last moment is not said to have ended, nor one that its customer cancelled while it waited', async () => {
  const [paid, left] = [await placed(), await placed()]
  expect((await pay(paid)).code).toBe(0)
  const judged = (await world.send(orderCancelCalls.judgeCancel, { orderId: left.orderId })).data as { quoteId: string }
  expect((await world.send(orderCancelCalls.cancel, { orderId: left.orderId, quoteId: judged.quoteId, reason: '不走了' })).code).toBe(0)
  await world.owner.query(
    `update orders set prepay_until = now() - interval '1 second' where order_id = any ($1) and prepay_until is not null`,
    [[paid.orderId, left.orderId]],
  )
  expect(await lapseUnpaid(world.app.platform)).toBe(0)
  expect(await said(paid.orderId)).toEqual([expect.stringContaining('已收到')])
  const { drafts } = (await world.send(orderEditCalls.messages, { orderId: left.orderId })).data as { drafts: { kind: string }[] }
  expect(drafts.map(({ kind }) => kind)).toEqual(['CANCELLED'])
})

test('in a city that has it switched off nothing is said, and the operator can say it again where it is on', async () => {
  const standing = (
    (await world.send(messageTextCalls.standard)).data as { rows: { event: string; language: string; textId: string; version: number }[] }
  ).rows.find(({ event, language }) => event === 'PREPAY_DUE' && language === 'zh')!
  expect(standing).toBeDefined()
  const off = await world.send(messageTextCalls.add, { event: 'PREPAY_DUE', cityId: SHANGHAI, effect: 'OFF', reason: '电话告知' }, 'all', {
    'idempotency-key': 'off',
  })
  expect(off.code, off.message).toBe(0)
  const { textId, version } = off.data as { textId: string; version: number }
  expect((await world.send(messageTextCalls.decide, { textId, version, event: 'approve' }, 'platform')).code).toBe(0)
  const [quiet, told] = [await placed(SHANGHAI), await placed()]
  expect(await tellDue(world.app.platform)).toBe(1)
  expect(await said(quiet.orderId)).toEqual([])
  expect((await said(told.orderId)).length).toBe(1)
  const { drafts } = (await world.send(orderEditCalls.messages, { orderId: told.orderId })).data as { drafts: { kind: string }[] }
  expect(drafts.map(({ kind }) => kind)).toContain('PREPAY')
})
