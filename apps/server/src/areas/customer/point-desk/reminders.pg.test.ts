import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { pointCalls } from '@chauffeur/contract/customer/points'
import { pointConfigCalls } from '@chauffeur/contract/customer/points-config'
import { optOutCalls } from '@chauffeur/contract/message/opt-out'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messagesIn } from '#test/harness/messages'
import { addOrder, HANGZHOU, makeWorld, type World } from '#test/world'
import { remindOfPoints } from '../points/index.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  const terms = { enabled: true, rules: [], remindDays: 7, secondFromPoints: 1_000, hundredPointsFen: 100 }
  const answer = await world.send(pointConfigCalls.save, terms)
  expect(answer.code, answer.message).toBe(0)
})
afterAll(() => world.close())

let made = 0
const newPhone = () => `1366100${String(++made).padStart(4, '0')}`
const trip = { cityId: HANGZHOU, pickupLat: 30.25, pickupLng: 120.16, dropoffLat: 30.35, dropoffLng: 120.3 }
const adjust = (customerId: string, points: number) =>
  world.send(pointCalls.adjust, { customerId, points, reason: '补偿', expiryMonths: 1 }, 'all', { 'idempotency-key': `adjust-${++made}` })
test('customers are told before, once, in the words of the event', async () => {
  const phone = newPhone()
  const { customerId } = await addOrder(world, { phone })
  await world.owner.query('update customers set city_id = $2 where customer_id = $1', [customerId, HANGZHOU])
  await adjust(customerId, 88)
  await remindOfPoints(world.app.platform)
  expect(await messagesIn(world, phone)).toEqual([])
  await world.owner.query(`update point_lots set expires_at = now() + interval '3 days' where customer_id = $1`, [customerId])
  await Promise.all([remindOfPoints(world.app.platform), remindOfPoints(world.app.platform)])
  const told = await messagesIn(world, phone)
  expect(told).toHaveLength(1)
  expect(told[0]!.body).toContain('您有88积分将于')
})

test('who refused advertising is not told, and a message that waits is taken out when they do; what they ordered is told of', async () => {
  const [phone, later] = [newPhone(), newPhone()]
  const ending = async (whose: string) => {
    const { customerId } = await addOrder(world, { phone: whose })
    await world.owner.query('update customers set city_id = $2 where customer_id = $1', [customerId, HANGZHOU])
    await adjust(customerId, 88)
    await world.owner.query(`update point_lots set expires_at = now() + interval '3 days' where customer_id = $1`, [customerId])
  }
  const waiting = async (whose: string) => (await messagesIn(world, whose)).length
  await Promise.all([ending(phone), ending(later)])
  const refuse = async (whose: string) => expect((await world.send(optOutCalls.add, { phone: whose, said: '来电要求' })).code).toBe(0)
  await refuse(phone)
  await remindOfPoints(world.app.platform)
  expect([await waiting(phone), await waiting(later)]).toEqual([0, 1])
  await refuse(later)
  expect(await waiting(later)).toBe(0)
  // Nor later, when somebody takes them off again: it was settled for that day.
  await remindOfPoints(world.app.platform)
  expect(await waiting(phone)).toBe(0)
  const answer = await world.send(callCentreCalls.place, { ...trip, phone, pickupAddress: '武林门', dropoffAddress: '下沙' })
  expect(answer.code, answer.message).toBe(0)
  const { orderId } = (answer.data as { orders: { orderId: string }[] }).orders[0]!
  const told = await world.send(orderEditCalls.sendMessage, { orderId, kind: 'SEARCHING' })
  expect(told.code, told.message).toBe(0)
  expect((await messagesIn(world, phone)).map(({ purpose }) => purpose)).toEqual(['ORDER_TEXT'])
})
