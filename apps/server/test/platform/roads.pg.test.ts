import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import { dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { orderCalls } from '@chauffeur/contract/order/list'
import { orderTrackCalls } from '@chauffeur/contract/order/track'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Dispatcher } from '#areas/dispatch/engine'
import { measureDetours } from '#areas/order/evidence'
import { amapServer } from '#test/harness/maps/amap-server'
import { asking } from '#test/ask'
import { engineOf } from '#test/dispatchers'
import { driverAt, north, onTheWay, PICKUP, placeCall, seenAt } from '#test/drivers'
import { riverTown } from '#test/valhalla/road-network'
import { startValhalla, type Valhalla } from '#test/valhalla/valhalla'
import { HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

// The customers stand on the southern bank of a river that one bridge crosses, three kilometres to the east.
let valhalla: Valhalla
let world: World
let engine: Dispatcher
const { ok, one } = asking(() => world)
const CITY = { tenantId: '', cityId: HANGZHOU }
const ACROSS = north(250)
const SOUTH = north(-2_000)
const trip = (to: { lat: number; lng: number }) => ({
  cityId: HANGZHOU,
  pickupLat: PICKUP.lat,
  pickupLng: PICKUP.lng,
  dropoffLat: to.lat,
  dropoffLng: to.lng,
})
interface Quote {
  quoteId: string
  distanceM: number
  durationS: number
  totalFen: number
  measured: { by: string; provider: string | null } | null
}
const quote = (to: { lat: number; lng: number }) => ok<Quote>(callCentreCalls.estimate, trip(to))

beforeAll(async () => {
  valhalla = await startValhalla(riverTown(PICKUP))
  world = await makeWorld({
    settings: { mapServices: { installed: [{ kind: 'ROADS', provider: 'VALHALLA', url: valhalla.url, key: '' }], hosts: [] } },
  })
  CITY.tenantId = world.tenantA
  engine = engineOf(world, 100)
}, 60_000)
afterAll(async () => {
  await engine?.stop()
  await world?.close()
  await valhalla?.stop()
})

test('a price is for the way by road, says by whom, is the same when asked again, and is what the order is placed with', async () => {
  const first = await quote(ACROSS)
  expect(first.measured).toEqual({ by: 'ROAD', provider: 'VALHALLA' })
  expect(first.distanceM).toBeGreaterThan(6_000)
  expect(first.durationS).toBeGreaterThan(400)
  const again = await quote(ACROSS)
  expect(again).toMatchObject({ distanceM: first.distanceM, durationS: first.durationS, totalFen: first.totalFen })
  expect(again.measured).toEqual({ by: 'CACHED', provider: 'VALHALLA' })
  const { orderId } = await placeCall(world, { ...trip(ACROSS), dropoffAddress: '北岸', quoteId: first.quoteId })
  expect(await ok(orderCalls.info, { orderId })).toMatchObject({
    estimateDistanceM: first.distanceM,
    estimateFen: first.totalFen,
    estimateMeasured: first.measured,
  })
  const open = await ok<Quote>(callCentreCalls.estimate, { cityId: HANGZHOU, pickupLat: PICKUP.lat, pickupLng: PICKUP.lng })
  expect(open).toMatchObject({ distanceM: 0, measured: null })
})

test('a service that says nothing holds nobody up: the price comes from the straight line and says so', async () => {
  const amap = await amapServer()
  amap.always = 'SILENT'
  const slow = await makeWorld({
    settings: {
      mapServices: { installed: [{ kind: 'ROADS', provider: 'AMAP', url: amap.url, key: 'amap-key' }], hosts: [] },
      roadWaitMs: { quote: 300, trip: 300 },
    },
  })
  try {
    const answer = await slow.send(callCentreCalls.estimate, trip(SOUTH))
    expect(answer.data).toMatchObject({ distanceM: 2_700, measured: { by: 'ESTIMATE', provider: null } })
    amap.always = null
    const by = async () => ((await slow.send(callCentreCalls.estimate, trip(SOUTH))).data as Quote).measured
    await expect.poll(by, { timeout: 10_000 }).toMatchObject({ provider: 'AMAP' })
  } finally {
    await slow.close()
    await amap.stop()
  }
})

test('a crowd who want prices while a service is silent hold no more connections than eight: the others have the estimate at once', async () => {
  const amap = await amapServer()
  amap.always = 'SILENT'
  const slow = await makeWorld({
    settings: {
      mapServices: { installed: [{ kind: 'ROADS', provider: 'AMAP', url: amap.url, key: 'amap-key' }], hosts: [] },
      roadWaitMs: { quote: 300, trip: 300 },
    },
  })
  try {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => slow.send(callCentreCalls.estimate, trip(north(-2_000 - n * 20)))),
    )
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0))
    expect(answers.every(({ data }) => (data as Quote).measured?.by === 'ESTIMATE')).toBe(true)
    expect(amap.asked.length).toBeLessThanOrEqual(16)
  } finally {
    await slow.close()
    await amap.stop()
  }
})

test('who is near by road comes first to a customer: the first look estimates without waiting, the next knows', async () => {
  const { roads, positions } = world.app.platform
  const acrossTheRiver = await driverAt(world, 500)
  const onThisBank = await driverAt(world, -900)
  const { orderId } = await placeCall(world, {}, { mode: 'DESK' })
  const drivers = async () => {
    const { rows } = await ok<{ rows: { driverId: string; etaS: number; roadM: number; measured: { by: string } }[] }>(
      dispatchDeskCalls.drivers,
      { orderId },
    )
    return new Map(rows.map((row) => [row.driverId, row]))
  }
  const estimated = await drivers()
  expect(estimated.get(acrossTheRiver.driverId)).toMatchObject({ roadM: 675, measured: { by: 'ESTIMATE' } })
  expect(estimated.get(acrossTheRiver.driverId)!.etaS).toBeLessThan(estimated.get(onThisBank.driverId)!.etaS)
  await roads.settled()
  const known = await drivers()
  expect(known.get(acrossTheRiver.driverId)).toMatchObject({ measured: { by: 'CACHED', provider: 'VALHALLA' } })
  expect(known.get(acrossTheRiver.driverId)!.roadM).toBeGreaterThan(6_000)
  expect(known.get(onThisBank.driverId)!.etaS).toBeLessThan(known.get(acrossTheRiver.driverId)!.etaS)
  // On a folding bicycle, five metres a second, and not as a car would be.
  expect(known.get(onThisBank.driverId)!.etaS).toBe(Math.round(known.get(onThisBank.driverId)!.roadM / 5))
  expect(roads.atOnce(CITY, positions.get(onThisBank.driverId)!, PICKUP).by).toBe('CACHED')
  const near = await ok<{ rows: { driverId: string; measured: { by: string } }[] }>(callCentreCalls.nearbyDrivers, {
    cityId: HANGZHOU,
    lat: PICKUP.lat,
    lng: PICKUP.lng,
  })
  expect(near.rows.find(({ driverId }) => driverId === onThisBank.driverId)!.measured.by).toBe('CACHED')
})

test('a desk that asks for the two nearest drivers has a map service asked about those two and nobody behind them', async () => {
  const amap = await amapServer()
  const town = await makeWorld({
    settings: { mapServices: { installed: [{ kind: 'ROADS', provider: 'AMAP', url: amap.url, key: 'amap-key' }], hosts: [] } },
  })
  try {
    for (const metres of [600, 1_200, 1_800, 2_400]) await driverAt(town, metres)
    const answer = await town.send(callCentreCalls.nearbyDrivers, { cityId: HANGZHOU, lat: PICKUP.lat, lng: PICKUP.lng, limit: 2 })
    expect((answer.data as { rows: unknown[] }).rows).toHaveLength(2)
    await town.app.platform.roads.settled()
    expect(amap.asked.flatMap(({ query }) => (query.get('origins') ?? '').split('|'))).toHaveLength(2)
  } finally {
    await town.close()
    await amap.stop()
  }
})

test('a gap in a track is filled with the streets that fit its two ends, is marked as such, and the bill is made of it', {
  timeout: 60_000,
}, async () => {
  const { driver, orderId, call } = await onTheWay(world, { dropoffLat: SOUTH.lat, dropoffLng: SOUTH.lng, dropoffAddress: '城南' })
  seenAt(world, driver.driverId, 0)
  await call(dispatchCalls.arrive, { id: orderId })
  await call(dispatchCalls.depart, { id: orderId })
  await world.owner.query(`update orders set depart_at = now() - interval '10 minutes' where order_id = $1`, [orderId])
  await world.owner.query('delete from track_points where order_id = $1', [orderId])
  // A kilometre to the east, then nothing for three minutes, in which a corner was turned, then two kilometres south of the start.
  const east = (metres: number) => ({ lat: PICKUP.lat, lng: PICKUP.lng + metres / (111_195 * Math.cos((PICKUP.lat * Math.PI) / 180)) })
  const points = [
    ...Array.from({ length: 21 }, (_, n) => ({ ...east(n * 50), secondsAgo: 600 - n * 20 })),
    ...Array.from({ length: 2 }, (_, n) => ({ lat: north(-2_000).lat, lng: east(1_000 - n * 50).lng, secondsAgo: 20 - n * 20 })),
  ]
  for (const { lat, lng, secondsAgo } of points)
    await world.owner.query(
      `insert into track_points (tenant_id, order_id, at, lat, lng, accuracy_m) values ($1, $2, now() - make_interval(secs => $3), $4, $5, 5)`,
      [world.tenantA, orderId, Math.max(1, secondsAgo), lat, lng],
    )
  expect((await call(dispatchCalls.end, { id: orderId, reason: '到达' })).code).toBe(0)
  const track = await ok<{ quality: string; distanceM: number; gaps: { filledM: number | null; straightM: number }[]; filled: unknown }>(
    orderTrackCalls.get,
    { orderId },
  )
  const [gap] = track.gaps
  expect(track.quality).toBe('GAPS')
  expect(Math.abs(gap!.straightM - 2_000)).toBeLessThan(30)
  expect(Math.abs(gap!.filledM! - 2_000)).toBeLessThan(60)
  expect(track.filled).toEqual({ provider: 'VALHALLA', gaps: 1, metres: gap!.filledM })
  const filed = (await call(dispatchCalls.file, { id: orderId })).data as { totalFen: number }
  const detail = await ok(orderCalls.info, { orderId })
  expect(detail).toMatchObject({ distanceM: track.distanceM, totalFen: filed.totalFen, filled: track.filled, filledM: gap!.filledM })
})

test('how much longer streets are is measured in each city from its trips, with how many, and is what estimates take', async () => {
  const { roads } = world.app.platform
  expect(roads.detourX100(CITY)).toBe(135)
  // Sixty trips of 4 km in a straight line that were driven 4 800 m, and some that went home by way of the seaside.
  await world.owner.query(
    `with made as (
       insert into orders (tenant_id, order_no, booking_id, city_id, source, customer_id, contact_phone, pickup_address, pickup_lat, pickup_lng, service_status, track_quality, distance_m)
       select tenant_id, 'D' || n, booking_id, city_id, source, customer_id, contact_phone, pickup_address, pickup_lat, pickup_lng, 501, 'GOOD', case when n <= 60 then 4800 else 40000 end
       from orders, generate_series(1, 70) n where order_id = (select min(order_id) from orders where tenant_id = $1)
       returning tenant_id, order_id)
     insert into order_events (tenant_id, order_id, seq, event, to_status, actor_type, lat, lng)
     select tenant_id, order_id, seq, case seq when 1 then 'depart' else 'end' end, 303, 'DRIVER', $2::float8 + (seq - 1) * 4000 / 111195.0, $3::float8 from made, generate_series(1, 2) seq`,
    [world.tenantA, PICKUP.lat, PICKUP.lng],
  )
  expect(await measureDetours(world.app.platform)).toBe(1)
  expect(roads.detourX100(CITY)).toBe(120)
  expect(roads.detourX100({ ...CITY, cityId: SHANGHAI })).toBe(135)
  expect(roads.detourX100({ ...CITY, tenantId: world.tenantB })).toBe(135)
  const { detours, standardDetourX100 } = await ok<{ detours: object[]; standardDetourX100: number }>(dispatchSettingsCalls.choices, {})
  expect(detours).toEqual([expect.objectContaining({ cityId: HANGZHOU, detourX100: 120, samples: 70, measuredFrom: 'TRIPS' })])
  expect(standardDetourX100).toBe(135)
  expect(await one('select count(*) from city_detours')).toBe('1')
  // Nobody knows the way to another province.
  expect(await roads.measure(CITY, PICKUP, { lat: 31.27, lng: PICKUP.lng }, 1_000)).toMatchObject({
    by: 'ESTIMATE',
    distanceM: Math.round(111_195 * 1.2),
  })
})
