import { cityCalls } from '@chauffeur/contract/operations/city'
import { groundCalls, groundRefusals } from '@chauffeur/contract/operations/ground'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as codec from '@googlemaps/polyline-codec'
import { learnStreets } from './street.round.ts'
import { addDriver, addOrder, makeWorld, type Person, type World } from '#test/world'

const { encode } = (codec as unknown as { default: typeof codec }).default
const folder = mkdtempSync(join(tmpdir(), 'map-files-'))
const outside = join(folder, '..', 'outside.pmtiles')
const tiles = Buffer.concat([Buffer.from('PMTiles\u0003', 'latin1'), Buffer.from(Array.from({ length: 5_000 }, (_, i) => i % 251))])
// Directory, metadata, directories below and tiles, one behind the other to the end.
for (const [at, from, to] of [
  [8, 127, 227],
  [24, 227, 327],
  [40, 327, 327],
  [56, 327, tiles.length],
] as const) {
  tiles.writeBigUInt64LE(BigInt(from), at)
  tiles.writeBigUInt64LE(BigInt(to - from), at + 8)
}
let world: World

beforeAll(async () => {
  writeFileSync(join(folder, '杭州 city.pmtiles'), tiles)
  writeFileSync(join(folder, 'other.pmtiles'), 'SQLite format 3')
  writeFileSync(join(folder, 'notes.txt'), 'no map')
  writeFileSync(join(folder, 'half.pmtiles'), tiles.subarray(0, 3_000))
  writeFileSync(join(folder, 'scrap.pmtiles'), tiles.subarray(0, 9))
  symlinkSync('/nowhere', join(folder, 'gone.pmtiles'))
  world = await makeWorld({ settings: { map: { provider: 'file', key: '', styleUrl: '', folder } } })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

const name = encodeURIComponent('杭州 city.pmtiles')
const ask = (headers: Record<string, string> = {}, path = `/map-files/${name}`, token = 'all') =>
  world.app.http.inject({ method: 'GET', url: path, headers: { ...(token && { token: world.people[token as Person].token }), ...headers } })

describe('a map file', () => {
  test('is handed out in the pieces that are asked for, each with the tag of its state', async () => {
    const piece = await ask({ range: 'bytes=8-107' })
    expect(piece.statusCode).toBe(206)
    expect(piece.headers['content-range']).toBe(`bytes 8-107/${tiles.length}`)
    expect(piece.rawPayload.equals(tiles.subarray(8, 108))).toBe(true)
    const tag = String(piece.headers.etag)
    expect((await ask({ range: 'bytes=-4' })).rawPayload.equals(tiles.subarray(-4))).toBe(true)
    expect((await ask({ 'if-none-match': tag })).statusCode).toBe(304)
    expect((await ask({ range: 'bytes=8-9', 'if-range': tag })).statusCode).toBe(206)
    const whole = await ask({ range: 'bytes=8-9', 'if-range': '"another"' })
    expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, tiles.length])
  })

  test('has nothing beyond its end, and says how long it is', async () => {
    const answer = await ask({ range: `bytes=${tiles.length}-` })
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, `bytes */${tiles.length}`])
  })

  test('is for people who are signed in', async () => {
    expect((await ask({ range: 'bytes=0-1' }, undefined, '')).statusCode).toBe(401)
    expect((await ask({ range: 'bytes=0-1' }, undefined, 'nowhere')).statusCode).toBe(206)
  })

  test.each(['..%2Foutside.pmtiles', '..%2f..%2Fetc%2Fpasswd', '.hidden.pmtiles', 'notes.txt', 'gone.pmtiles', 'missing.pmtiles'])(
    'never leaves its folder: %s',
    async (other) => {
      writeFileSync(outside, tiles)
      expect((await ask({ range: 'bytes=0-1' }, `/map-files/${other}`)).statusCode).toBe(404)
      rmSync(outside)
    },
  )
})

describe('the map of a tenant', () => {
  test('is the installation’s until somebody chooses, and every readable file is drawn', async () => {
    const { data } = await world.send(cityCalls.browserKey, {}, 'all')
    expect(data).toMatchObject({ provider: 'file', files: [{ name: '杭州 city.pmtiles' }] })
    const url = (data as { files: { url: string }[] }).files[0]!.url
    expect((await ask({ range: 'bytes=0-6' }, url)).payload).toBe('PMTiles')
    const setting = await world.send(groundCalls.ground, {}, 'all')
    expect(setting.data).toMatchObject({
      chosen: null,
      installation: { kind: 'FILE' },
      folder: true,
      there: [
        { name: 'half.pmtiles', fault: 'CUT' },
        { name: 'other.pmtiles', fault: 'OTHER' },
        { name: 'scrap.pmtiles', fault: 'CUT' },
        { name: '杭州 city.pmtiles', bytes: tiles.length, fault: null },
      ],
    })
  })

  test('is chosen by whoever runs the whole company, each change kept, and the other tenant keeps its own', async () => {
    const choice = { kind: 'TIANDITU' as const, files: [], styleUrl: '', key: 'k-1', version: 0 }
    expect((await world.send(groundCalls.saveGround, { ...choice, key: '' }, 'all')).code).toBe(groundRefusals['ground.incomplete'].code)
    expect((await world.send(groundCalls.saveGround, choice, 'hangzhou')).error).toBe('ground.wholeTenantOnly')
    // No browser would fetch it.
    const plain = { ...choice, kind: 'STYLE', styleUrl: 'http://tiles.inner/style.json' }
    expect((await world.send(groundCalls.saveGround, plain, 'all')).code).toBe(400)
    expect((await world.send(groundCalls.saveGround, { ...choice, changeReason: '试用' }, 'all')).code).toBe(0)
    expect((await world.send(cityCalls.browserKey, {}, 'all')).data).toEqual({ provider: 'tianditu', ak: 'k-1', styleUrl: '', files: [] })
    // From the version before: somebody else saved meanwhile.
    expect((await world.send(groundCalls.saveGround, choice, 'all')).code).toBe(groundRefusals['ground.versionConflict'].code)
    const back = { ...choice, kind: 'FILE' as const, files: ['lost.pmtiles'], version: 1 }
    expect((await world.send(groundCalls.saveGround, back, 'all')).code).toBe(0)
    expect((await world.send(cityCalls.browserKey, {}, 'all')).data).toMatchObject({
      provider: 'file',
      ak: '',
      files: [{ name: 'lost.pmtiles', url: '/map-files/lost.pmtiles?v=none' }],
    })
    const { data } = await world.send(groundCalls.groundHistory, {}, 'all')
    expect((data as { rows: { kind: string; reason: string }[] }).rows).toMatchObject([
      { kind: 'FILE' },
      { kind: 'TIANDITU', reason: '试用' },
    ])
  })
})

describe('what the business itself knows of a place', () => {
  const view = { west: 120, south: 30, east: 120.5, north: 30.5 }
  const knownTo = async (person: Person) =>
    (await world.send(groundCalls.known, view, person)).data as { places: { name: string }[]; streets: [number, number][][] }
  /** Two kilometres north, a position every 40 m and 4 s. */
  const drive = async (driverId: string) => {
    const { orderId } = await addOrder(world, { driverId, status: 501 })
    const points = Array.from({ length: 51 }, (_, n) => n)
    await world.owner.query(
      `insert into order_tracks (tenant_id, order_id, points, first_at, path, times) values ($1, $2, 51, now(), $3, $4)`,
      [
        world.tenantA,
        orderId,
        encode(
          points.map((n) => [30.27 + n * 0.00036, 120.16]),
          6,
        ),
        encode(
          points.map((n) => [n * 4_000, 10]),
          0,
        ),
      ],
    )
  }

  test('are streets that three drivers went along with three customers, learned once a day, and nobody’s door', async () => {
    await world.owner.query(`insert into tenant_cities (tenant_id, city_id) values ($1, '330100') on conflict do nothing`, [world.tenantA])
    await drive(await addDriver(world))
    await drive(await addDriver(world))
    await learnStreets(world.app.platform)
    expect((await knownTo('all')).streets).toEqual([])
    await drive(await addDriver(world))
    await learnStreets(world.app.platform)
    expect((await knownTo('all')).streets).toEqual([])
    await world.owner.query(`update city_streets set made_at = now() - interval '21 hours'`)
    await learnStreets(world.app.platform)
    const { streets } = await knownTo('all')
    expect(streets).toHaveLength(1)
    const latitudes = streets[0]!.map(([, lat]) => lat)
    expect(Math.min(...latitudes)).toBeGreaterThan(30.271)
    expect(Math.max(...latitudes)).toBeLessThan(30.287)
    expect(Math.max(...latitudes) - Math.min(...latitudes)).toBeGreaterThan(0.012)
    expect((await knownTo('other')).streets).toEqual([])
    expect((await knownTo('nowhere')).streets).toEqual([])
  })

  test('and its own places, for those who may see them', async () => {
    await world.owner.query(
      `insert into own_places (tenant_id, city_id, name, lat, lng) values ($1, '330100', '北山街后门', 30.26, 120.14)`,
      [world.tenantA],
    )
    expect((await knownTo('all')).places.map(({ name }) => name)).toEqual(['北山街后门'])
    expect((await knownTo('weak')).places).toEqual([])
    expect((await knownTo('other')).places).toEqual([])
  })
})
