import { bulletinAppCalls, bulletinCalls as calls, type BulletinRow } from '@chauffeur/contract/message/bulletin'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signInByCode } from '#test/drivers'
import { addDriver, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
interface Reader {
  driverId: string
  token: string
}
let here: Reader
let there: Reader
let gold: Reader
beforeAll(async () => {
  world = await makeWorld()
  const driver = async (cityId: string, phone: string, more: { level?: number; orgId?: string } = {}) => {
    const driverId = await addDriver(world, { cityId, phone, orgId: more.orgId ?? null })
    await world.owner.query('update drivers set level = $2 where driver_id = $1', [driverId, more.level ?? 1])
    return { driverId, token: await signInByCode(world, phone) }
  }
  here = await driver(HANGZHOU, '13899980001', { orgId: world.fleetOrg })
  gold = await driver(HANGZHOU, '13899980002', { level: 3 })
  there = await driver(SHANGHAI, '13899980003')
  const left = await addDriver(world, { cityId: HANGZHOU, orgId: null })
  await world.owner.query('update drivers set qualification = 90 where driver_id = $1', [left])
})
afterAll(() => world.close())
beforeEach(() => world.owner.query('delete from bulletins'))

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const save = (input: Record<string, unknown> = {}, who: Person = 'all') =>
  world.send(calls.save, { title: '雨天接单', body: '路面湿滑，请慢行。', until: inDays(7), ...input }, who)
const saved = async (answer: ReturnType<typeof save>) => {
  const { code, data, message } = await answer
  expect(code, message).toBe(0)
  return data as BulletinRow
}
const seenBy = async ({ token }: Reader) =>
  (await world.send(bulletinAppCalls.bulletins, {}, token)).data as {
    rows: { bulletinId: string; title: string; important: boolean; readAt: string | null }[]
    unread: number
  }
const read = ({ token }: Reader, bulletinId: string) =>
  world.send({ ...bulletinAppCalls.read, path: `/driver/v1/bulletins/${bulletinId}/read` }, {}, token)
const detail = async (bulletinId: string, who: Person = 'all') => (await world.send(calls.detail, { bulletinId }, who)).data as BulletinRow
const titlesOf = async (reader: Reader) => (await seenBy(reader)).rows.map(({ title }) => title)

describe('a driver', () => {
  test('sees what is for all, for their city and for their level, important ones first, while it is to be shown', async () => {
    await saved(save({ title: '全部' }))
    await saved(save({ title: '上海', cityIds: [SHANGHAI] }))
    await saved(save({ title: '杭州三级', cityIds: [HANGZHOU], levels: [3] }))
    await saved(save({ title: '要紧', important: true, from: inDays(-1) }))
    await saved(save({ title: '以后', from: inDays(1) }))
    await world.owner.query(
      `insert into bulletins (tenant_id, title, body, valid_from, valid_until) values ($1, '昨天', '昨天', now() - interval '2 days', now() - interval '1 day'), ($2, '外人', '外人', now(), now() + interval '1 day')`,
      [world.tenantA, world.tenantB],
    )
    expect(await titlesOf(here)).toEqual(['要紧', '全部'])
    expect(await titlesOf(gold)).toEqual(['要紧', '杭州三级', '全部'])
    expect(await titlesOf(there)).toEqual(['要紧', '上海', '全部'])
  })

  test('reads once, however often they say so; what is not for them or withdrawn they cannot read', async () => {
    const { bulletinId, version } = await saved(save({ cityIds: [HANGZHOU] }))
    const first = (await read(here, bulletinId)).data as { readAt: string }
    const both = await Promise.all([read(here, bulletinId), read(here, bulletinId)])
    expect(both.map(({ data }) => data)).toEqual([first, first])
    expect(await seenBy(here)).toMatchObject({ unread: 0, rows: [{ bulletinId, readAt: first.readAt }] })
    expect((await read(there, bulletinId)).error).toBe('bulletin.gone')
    expect((await world.send(calls.withdraw, { bulletinId, version, reason: '写错了' })).code).toBe(0)
    expect(await titlesOf(gold)).toEqual([])
    expect((await read(gold, bulletinId)).error).toBe('bulletin.gone')
    expect(await detail(bulletinId)).toMatchObject({ state: 'WITHDRAWN', withdrawnReason: '写错了', withdrawnByName: 'all', read: 1 })
  })
})

describe('whoever wrote it', () => {
  test('sees how many of how many have read it, and who has not; who left the company does not count', async () => {
    const { bulletinId, drivers, read: nobody } = await saved(save())
    expect([drivers, nobody]).toEqual([3, 0])
    await read(here, bulletinId)
    await read(there, bulletinId)
    expect(await detail(bulletinId)).toMatchObject({ drivers: 3, read: 2 })
    const { rows } = (await world.send(calls.list, {})).data as { rows: BulletinRow[] }
    expect(rows.map(({ drivers: meant, read: has }) => [meant, has])).toEqual([[3, 2]])
    const readers = async (input: object) =>
      ((await world.send(calls.readers, { bulletinId, ...input })).data as { rows: { driverId: string; readAt: string | null }[] }).rows
    expect((await readers({ read: false })).map(({ driverId }) => driverId)).toEqual([gold.driverId])
    expect((await readers({ read: true })).map(({ driverId }) => driverId).sort()).toEqual([here.driverId, there.driverId].sort())
    expect(await readers({})).toHaveLength(3)
  })

  test('counts of a city are for who runs it: their own drivers alone', async () => {
    const { bulletinId } = await saved(save())
    await read(there, bulletinId)
    expect(await detail(bulletinId, 'hangzhou')).toMatchObject({ drivers: 2, read: 0, allowedActions: [] })
    const { rows } = (await world.send(calls.readers, { bulletinId }, 'hangzhou')).data as { rows: { driverId: string }[] }
    expect(rows.map(({ driverId }) => driverId).sort()).toEqual([here.driverId, gold.driverId].sort())
  })

  test('of one city speaks to that city, never to another or to all', async () => {
    for (const cityIds of [[], [SHANGHAI], [HANGZHOU, SHANGHAI]])
      expect((await save({ cityIds }, 'hangzhou')).error).toBe('bulletin.beyondCities')
    expect((await save({ cityIds: [HANGZHOU] }, 'company')).error).toBe('bulletin.beyondCities')
    const own = await saved(save({ cityIds: [HANGZHOU] }, 'hangzhou'))
    expect(own.allowedActions).toEqual(['withdraw'])
    const both = await saved(save({ cityIds: [HANGZHOU, SHANGHAI] }))
    const withdraw = ({ bulletinId, version }: BulletinRow, who: Person) =>
      world.send(calls.withdraw, { bulletinId, version, reason: '收回' }, who)
    expect((await withdraw(both, 'hangzhou')).error).toBe('bulletin.beyondCities')
    const elsewhere = await saved(save({ cityIds: [SHANGHAI] }))
    expect((await withdraw(elsewhere, 'hangzhou')).error).toBe('bulletin.notFound')
    expect((await withdraw(own, 'other')).error).toBe('bulletin.notFound')
    expect((await withdraw(own, 'hangzhou')).code).toBe(0)
    expect((await withdraw({ ...own, version: own.version + 1 }, 'hangzhou')).error).toBe('bulletin.over')
  })

  test('changes it until it begins, and is told of whoever changed it meanwhile', async () => {
    const coming = await saved(save({ from: inDays(1), title: '旧标题' }))
    const { bulletinId, version } = coming
    expect(coming.allowedActions).toEqual(['edit', 'withdraw'])
    const changed = await saved(save({ bulletinId, version, from: inDays(2), until: inDays(3), title: '新标题' }))
    expect(changed).toMatchObject({ title: '新标题', version: version + 1 })
    expect(await save({ bulletinId, version, from: inDays(2) })).toMatchObject({
      error: 'bulletin.versionConflict',
      data: { current: { title: '新标题' } },
    })
    const begun = await saved(save())
    expect((await save({ bulletinId: begun.bulletinId, version: begun.version })).error).toBe('bulletin.begun')
  })

  test('reads at once that it is shown, and is told of a city that the business does not serve', async () => {
    expect(await saved(save())).toMatchObject({ state: 'CURRENT', allowedActions: ['withdraw'] })
    expect((await save({ cityIds: [HANGZHOU, '999'] })).error).toBe('bulletin.beyondCities')
  })

  test('is told what is wrong with its end', async () => {
    const far = { from: inDays(700), until: inDays(701) }
    for (const period of [{ until: inDays(-1) }, { from: inDays(3), until: inDays(2) }, { until: inDays(400) }, far])
      expect(await save(period)).toMatchObject({ error: 'bulletin.periodInvalid', data: { fields: [{ path: 'until' }] } })
  })
})

test('a page of twenty bulletins that ten thousand drivers have read each says so', async () => {
  await world.owner.query(
    `insert into drivers (tenant_id, driver_no, name, phone, city_id, level) select $1, 'M' || n, '众', '1391' || lpad(n::text, 7, '0'), $2, 1 + n % 5 from generate_series(1, 10000) n`,
    [world.tenantA, HANGZHOU],
  )
  const ids = await Promise.all(Array.from({ length: 20 }, async () => (await saved(save())).bulletinId))
  await world.owner.query(
    `insert into bulletin_reads (tenant_id, bulletin_id, driver_id) select $1, b, d.driver_id from unnest($2::bigint[]) b, drivers d where d.tenant_id = $1 and d.driver_no like 'M%'`,
    [world.tenantA, ids],
  )
  await world.owner.query('analyze bulletin_reads, drivers, bulletins')
  const started = performance.now()
  for (const who of ['all', 'hangzhou'] as const) {
    const { rows } = (await world.send(calls.list, {}, who)).data as { rows: BulletinRow[] }
    expect(new Set(rows.map(({ read: has }) => has))).toEqual(new Set([10_000]))
  }
  // Some 0.15 s each beside other tests; asked driver by driver whether the asker may see them it is a second.
  expect(performance.now() - started).toBeLessThan(1_600)
}, 120_000)
