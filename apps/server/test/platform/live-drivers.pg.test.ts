import { driverCalls } from '@chauffeur/contract/driver/list'
import { LIVE_PART, LIVE_PATH, type LiveDrivers } from '@chauffeur/contract/operations/live'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driverFrames } from '#areas/driver/state'
import { type Scope, wholeTenant } from '#platform/database/scope'
import { HANGZHOU, makeWorld, SHANGHAI, type World } from '../world.ts'

const MANY = 2 * LIVE_PART + 34
let world: World
let address: string
/** On duty in Hangzhou: of the fleet the even ones, of the city company the odd ones. */
let ids: string[]
beforeAll(async () => {
  world = await makeWorld()
  address = await world.app.http.listen({ port: 0, host: '127.0.0.1' })
  const { rows } = await world.owner.query<{ driver_id: string }>(
    `insert into drivers (tenant_id, driver_no, name, phone, city_id, org_id, work_status, online_since)
     select $1, 'L' || n, '司机' || n, '1380' || lpad(n::text, 7, '0'), $2, case when n % 2 = 0 then $3::bigint else $4::bigint end, 'ONLINE_IDLE', now()
     from generate_series(1, $5::int) n returning driver_id`,
    [world.tenantA, HANGZHOU, world.fleetOrg, world.hangzhouOrg, MANY],
  )
  ids = rows.map(({ driver_id }) => driver_id)
  report(ids)
})
afterAll(() => world.close())

function report(driverIds: readonly string[], lat = 30.27): void {
  world.app.platform.positions.put(
    driverIds.map((driverId, n) => ({
      driverId,
      tenantId: world.tenantA,
      cityId: HANGZHOU,
      lat: lat + n * 0.00001,
      lng: 120.15,
      headingDeg: null,
      speedMps: null,
      accuracyM: 8,
      deviceAt: null,
      receivedAt: Date.now(),
    })),
  )
}

/** Frames of the stream one after the other, each with all its parts. */
async function* framesOf(token: string): AsyncGenerator<LiveDrivers[]> {
  const stream = await fetch(`${address}${LIVE_PATH}?topics=drivers`, { headers: { token } })
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let parts: LiveDrivers[] = []
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      text += value
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks.filter((one) => one.includes('event: drivers'))) {
        const part = JSON.parse(block.slice(block.indexOf('data: ') + 6)) as LiveDrivers
        parts.push(part)
        if (part.part < part.parts - 1) continue
        yield parts
        parts = []
      }
    }
  } finally {
    await reader.cancel()
  }
}
const idsIn = (parts: readonly LiveDrivers[]) => parts.flatMap(({ drivers }) => drivers.map(({ driverId }) => driverId)).sort()

test('more drivers than one part holds come all, each once, and then only those that moved', async () => {
  const frames = framesOf(world.people.all.token)
  const first = (await frames.next()).value as LiveDrivers[]
  expect(first.map(({ full, part, parts, drivers }) => [full, part, parts, drivers.length])).toEqual([
    [true, 0, 3, LIVE_PART],
    [true, 1, 3, LIVE_PART],
    [true, 2, 3, 34],
  ])
  expect(idsIn(first)).toEqual(ids.toSorted())
  report(ids.slice(0, 3), 30.28)
  const second = (await frames.next()).value as LiveDrivers[]
  expect(second.map(({ full, part, parts }) => [full, part, parts])).toEqual([[false, 0, 1]])
  expect(idsIn(second)).toEqual(ids.slice(0, 3).toSorted())
  await frames.return(undefined)
})

test('without a stream the map asks for the same drivers, of the own scope and no others', async () => {
  const onDuty = async (as: Parameters<World['send']>[2]) =>
    ((await world.send(driverCalls.onDuty, {}, as)).data as { drivers: LiveDrivers['drivers'] }).drivers
  const all = await onDuty('all')
  expect(all.map(({ driverId }) => driverId).sort()).toEqual(ids.toSorted())
  expect(all.find(({ driverId }) => driverId === ids[5])).toMatchObject({
    driverNo: 'L6',
    workStatus: 'ONLINE_IDLE',
    lng: 120.15,
    ageS: expect.any(Number),
  })
  expect(await onDuty('other')).toEqual([])
  expect(await onDuty('partner')).toEqual([])
  await world.owner.query(`update drivers set work_status = 'OFFLINE' where driver_id = $1`, [ids[0]])
  expect((await onDuty('all')).map(({ driverId }) => driverId)).not.toContain(ids[0])
})

test('all who watch with the same scope are given the same frame, made once, and each scope sees its own drivers and no others', async () => {
  const { db, positions } = world.app.platform
  await world.owner.query(`update drivers set work_status = 'ONLINE_IDLE'`)
  const frames = driverFrames(db, positions)
  const given = new Map<string, Buffer[][]>()
  const watch = (name: string, scope: Scope) =>
    frames.watch(scope, (parts) => void given.set(name, [...(given.get(name) ?? []), [...parts]]))
  const all = wholeTenant(world.tenantA)
  const scopes: Record<string, Scope> = {
    all: { ...all, userId: '1' },
    alsoAll: { ...all, userId: '2' },
    city: { ...all, cities: [HANGZHOU] },
    elsewhere: { ...all, cities: [SHANGHAI] },
    fleet: { ...all, orgs: [world.fleetOrg] },
    partner: { ...all, channel: world.channel },
    other: wholeTenant(world.tenantB),
  }
  for (const [name, scope] of Object.entries(scopes)) watch(name, scope)
  const driversIn = (parts: readonly Buffer[]) =>
    idsIn(parts.map((part) => JSON.parse(part.toString().slice(part.indexOf('data: ') + 6)) as LiveDrivers))
  try {
    await expect.poll(() => given.size, { timeout: 10_000 }).toBe(Object.keys(scopes).length)
    const first = (name: string) => driversIn(given.get(name)![0]!)
    const fleet = ids.filter((_, n) => n % 2 === 1).toSorted()
    expect(first('all')).toEqual(ids.toSorted())
    expect(first('city')).toEqual(ids.toSorted())
    expect(first('fleet')).toEqual(fleet)
    for (const name of ['elsewhere', 'partner', 'other']) expect(first(name)).toEqual([])
    // Not an equal frame: the very bytes.
    expect(given.get('alsoAll')![0]![0]).toBe(given.get('all')![0]![0])
    watch('late', { ...all, userId: '3' })
    await expect.poll(() => given.get('late')?.length, { timeout: 10_000 }).toBe(1)
    expect(first('late')).toEqual(ids.toSorted())
    const before = given.get('all')!.length
    report(ids.slice(0, 2), 30.29)
    await expect.poll(() => given.get('all')!.length, { timeout: 10_000 }).toBe(before + 1)
    expect(driversIn(given.get('all')!.at(-1)!)).toEqual(ids.slice(0, 2).toSorted())
    expect(driversIn(given.get('late')!.at(-1)!)).toEqual(ids.slice(0, 2).toSorted())
  } finally {
    frames.stop()
  }
})
