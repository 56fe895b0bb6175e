import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { cityCalls } from '@chauffeur/contract/operations/city'
import { placeCalls } from '@chauffeur/contract/operations/place'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDispatch } from '#areas/dispatch/engine'
import { wholeTenant } from '#platform/database/scope'
import { further, PICKUP } from '#test/drivers'
import { addOrder, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'
import { learnPickups, pickupsLearnedNear } from './learned.service.ts'

let world: World
let made = 0
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const newPhone = () => `1395555${String(++made).padStart(4, '0')}`
/** So many metres north of the middle of the tests' station, and east of it. */
const STATION = { lat: 30.2907, lng: 120.208 }
const at = (northM: number, eastM = 0) => ({ lat: STATION.lat + northM / 111_195, lng: STATION.lng + eastM / 96_000 })

/** A trip that ended an hour ago: its driver stood at `met`. */
async function trip(
  phone: string,
  met: { lat: number; lng: number },
  more: { address?: string; asked?: object; cityId?: string; endedAgo?: string } = {},
) {
  const { orderId, customerId } = await addOrder(world, { phone, cityId: more.cityId ?? HANGZHOU })
  const { lat, lng } = { ...STATION, ...more.asked }
  await world.owner.query(
    `update orders set depart_at = now() - interval '2 hours', ended_at = now() - $2::interval, pickup_address = $3, pickup_lat = $4, pickup_lng = $5 where order_id = $1`,
    [orderId, more.endedAgo ?? '1 hour', more.address ?? '杭州东站', lat, lng],
  )
  for (const [seq, event] of [
    [2, 'arrive'],
    [3, 'depart'],
  ])
    await world.owner.query(
      `insert into order_events (tenant_id, order_id, seq, event, to_status, actor_type, lat, lng) values ($1, $2, $3, $4, 303, 'DRIVER', $5, $6)`,
      [world.tenantA, orderId, seq, event, met.lat, met.lng],
    )
  return { orderId, customerId }
}
async function trips(phones: readonly string[], ...of: Parameters<typeof trip> extends [string, ...infer R] ? R : never) {
  const all = []
  for (const phone of phones) all.push(await trip(phone, ...of))
  return all
}
const db = () => world.app.platform.db.reader(wholeTenant(world.tenantA))
const learn = () => learnPickups(world.app.platform)
const near = async (point = STATION, customerId: string | null = null) => (await pickupsLearnedNear(db(), [point], { customerId }))[0]!
const search = async (keyword: string, more: object = {}, as: Person = 'all') =>
  ((await world.send(cityCalls.searchPlaces, { cityId: HANGZHOU, keyword, ...more }, as)).data as AnswerOf<typeof cityCalls.searchPlaces>)
    .rows

test('where three customers were met is offered to everybody, named by the door there; where two were, to nobody else', async () => {
  await world.send(placeCalls.save, {
    cityId: HANGZHOU,
    name: '杭州东站',
    ...STATION,
    entrances: [{ name: '东广场 3 号口', ...at(120, 5), note: '' }],
  })
  const phones = [newPhone(), newPhone(), newPhone()]
  const [first] = await trips(phones, at(122, 3))
  await trip(phones[0]!, at(122, 3))
  const two = [newPhone(), newPhone()]
  const [private1] = await trips(two, at(-200, 0), { address: '我家后门' })
  await learn()

  const shown = await near()
  expect(shown).toEqual([
    { name: '杭州东站', trips: 4, lat: expect.closeTo(at(122, 3).lat, 5), lng: expect.closeTo(at(122, 3).lng, 5), distanceM: 122 },
  ])
  const [station] = await search('杭州东站')
  expect(station!.pickups).toMatchObject([{ name: '东广场 3 号口', trips: 4 }])

  expect((await near(STATION, private1!.customerId)).map(({ name, trips }) => [name, trips])).toEqual([
    ['杭州东站', 4],
    ['我家后门', 1],
  ])
  expect((await search('杭州东站', { phone: two[0] }))[0]!.pickups.map(({ name }) => name)).toContain('我家后门')
  expect((await search('杭州东站', { phone: phones[0] }))[0]!.pickups.map(({ name }) => name)).not.toContain('我家后门')
  expect(await near(STATION, first!.customerId)).toHaveLength(1)
})

test('a shared pick-up has the address that three typed, never the words of one', async () => {
  const point = { lat: 30.2, lng: 120.1 }
  for (const address of ['文化中心', '文化中心', '文化中心西门', '阿姨家楼下']) await trip(newPhone(), point, { address, asked: point })
  await learn()
  expect(await near(point)).toMatchObject([{ name: '', trips: 4 }])
  await trip(newPhone(), point, { address: '文化中心', asked: point })
  await learn()
  expect(await near(point)).toMatchObject([{ name: '文化中心', trips: 5 }])
})

test('each trip is learned from once, also by two at the same time; one that ended elsewhere than asked, or just now, is not', async () => {
  const point = { lat: 30.22, lng: 120.12 }
  const of = { asked: point }
  for (let n = 0; n < 3; n++) await trip(newPhone(), point, of)
  await trip(newPhone(), { lat: 30.24, lng: 120.12 }, of)
  await trip(newPhone(), point, { ...of, endedAgo: '1 minute' })
  await Promise.all([learn(), learn()])
  await learn()
  expect(await near(point)).toMatchObject([{ trips: 3 }])
  expect(await near({ lat: 30.24, lng: 120.12 })).toEqual([])
})

test('is seen within the sight of cities and tenants, and goes with its customer and after its time', async () => {
  const point = { lat: 31.2, lng: 121.4 }
  const met = await trips([newPhone(), newPhone(), newPhone()], point, { asked: point, cityId: SHANGHAI })
  await learn()
  const seen = async (scope: object) =>
    (await pickupsLearnedNear(world.app.platform.db.reader({ ...wholeTenant(world.tenantA), ...scope }), [point]))[0]!.length
  expect([await seen({}), await seen({ cities: [HANGZHOU] }), await seen({ tenantId: world.tenantB })]).toEqual([1, 0, 0])
  const { rows } = await world.owner.query<{ action: string }>(
    `select confdeltype as action from pg_constraint where conrelid = 'learned_pickups'::regclass and confrelid = 'customers'::regclass`,
  )
  expect(rows, 'what was learned of a customer goes with the customer').toEqual([{ action: 'c' }])
  await world.owner.query('delete from learned_pickups where customer_id = $1', [met[0]!.customerId])
  expect(await seen({}), 'what two are left of is private again').toBe(0)
})

test('a driver’s own arriving and setting off are what is learned from', async () => {
  const engine = startDispatch(world.app.platform, { log: { warn: () => {}, error: () => {} }, tickMs: 50 })
  const { orderId } = await further(world, 'ended')
  await engine.stop()
  await world.owner.query(`update orders set ended_at = now() - interval '6 minutes' where order_id = $1`, [orderId])
  const { rows } = await world.owner.query<{ customer_id: string }>('select customer_id from orders where order_id = $1', [orderId])
  await learn()
  expect(await near(PICKUP, rows[0]!.customer_id)).toMatchObject([{ trips: 1, distanceM: 0 }])
})
