import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { noticeCalls } from '@chauffeur/contract/operations/notice'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeCall } from '#test/drivers'
import { HANGZHOU, makeWorld, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('a message of an order given back says where, whose and why, and nothing of it to those who see no orders', async () => {
  const [given, next] = [await placeCall(world), await placeCall(world)]
  await world.owner.query(`update orders set service_status = 404, cancel_reason = '车辆故障' where order_id = $1`, [given.orderId])
  await world.owner.query(`update orders set customer_name = '沈女士' where order_id = $1`, [next.orderId])
  await world.owner.query(`insert into notices (tenant_id, city_id, kind, subject, order_id) values ($1, $2, 'DRIVER_CANCELLED', $3, $4)`, [
    world.tenantA,
    HANGZHOU,
    given.orderNo,
    next.orderId,
  ])
  const read = async (person: Parameters<World['send']>[2]) =>
    ((await world.send(noticeCalls.list, {}, person)).data as AnswerOf<typeof noticeCalls.list>).rows.find(
      ({ subject }) => subject === given.orderNo,
    )
  expect(await read('all')).toMatchObject({
    cityName: '杭州市',
    customerName: '沈女士',
    pickupAddress: '武林广场',
    reason: '车辆故障',
    orderId: next.orderId,
    read: false,
  })
  expect(await read('weak')).toMatchObject({ cityName: '', customerName: '', pickupAddress: '', reason: '' })
  expect(await read('other')).toBeUndefined()
})
