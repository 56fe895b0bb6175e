import { driverCalls, type DriverRow } from '@chauffeur/contract/driver/list'
import { phoneCalls } from '@chauffeur/contract/call-centre/phone'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asking } from '#test/ask'
import { addDriver, FOREIGN, makeWorld, SHANGHAI, type World } from '#test/world'

const DRIVERS = 23

let world: World
const { ok } = asking(() => world)
beforeAll(async () => {
  world = await makeWorld()
  for (let n = 0; n < DRIVERS; n++) await addDriver(world)
  await addDriver(world, { cityId: SHANGHAI, orgId: world.shanghaiOrg, name: FOREIGN })
  // Two levels for all and an instant for a few: most rows are told apart by the last word of the order alone.
  await world.owner.query(
    `update drivers set level = 1 + driver_id % 2, online_since = case when driver_id % 5 = 0 then now() end, order_count = 0`,
  )
})
afterAll(() => world.close())

const pageOf = (input: object) => ok<{ rows: DriverRow[]; total: number; totalCapped: boolean }>(driverCalls.list, { ...input }, 'hangzhou')
async function everyPage(input: object): Promise<DriverRow[]> {
  const rows: DriverRow[] = []
  for (let pageNo = 1; ; pageNo++) {
    const page = await pageOf({ ...input, pageNo, pageSize: 4 })
    expect(page.total).toBe(DRIVERS)
    rows.push(...page.rows)
    if (page.rows.length < 4) return rows
  }
}
const turns = (values: readonly unknown[]) => values.filter((value, n) => n > 0 && value !== values[n - 1]).length

test.each(['driverNo', 'level', 'orderCount', 'onlineSince'])('turning the pages of a list by %s shows each row once', async (sortBy) => {
  for (const sortOrder of ['asc', 'desc']) {
    const rows = await everyPage({ sortBy, sortOrder })
    expect(new Set(rows.map((row) => row.driverId)).size).toBe(DRIVERS)
    expect(rows).toHaveLength(DRIVERS)
  }
})

test('rows are in the order asked for, those without a value last', async () => {
  const levels = (await everyPage({ sortBy: 'level', sortOrder: 'desc' })).map((row) => row.level)
  expect(levels).toEqual(levels.toSorted((a, b) => b - a))
  for (const sortOrder of ['asc', 'desc']) {
    const since = (await everyPage({ sortBy: 'onlineSince', sortOrder })).map((row) => row.onlineSince !== null)
    expect(since[0]).toBe(true)
    expect(turns(since)).toBe(1)
  }
})

test('an order that the list does not know leaves its own', async () => {
  const own = await everyPage({})
  expect(own.map((row) => row.driverNo)).toEqual(own.map((row) => row.driverNo).toSorted())
  expect(await everyPage({ sortBy: 'nothing' })).toEqual(own)
  expect(await everyPage({ sortOrder: 'desc' })).toEqual(own.toReversed())
})

test('signs that mean something to a search are only signs', async () => {
  await world.owner.query(`update drivers set name = '100%_\\' where driver_no = (select min(driver_no) from drivers)`)
  for (const keyword of ['100%', '100%_', '100%_\\']) expect((await pageOf({ keyword })).total, keyword).toBe(1)
  for (const keyword of ['%', '_', '1_0', '100\\']) expect((await pageOf({ keyword })).total, keyword).toBe(0)
})

test('what would read a whole growing list asks for dates; with dates, and where an index serves it, it answers', async () => {
  const small = await makeWorld({ settings: { listAnswerMs: 1 } })
  try {
    await small.owner.query(
      `insert into phone_calls (tenant_id, client_ref, direction, line_no, agent_id, agent_name, phone, customer_name, started_at)
      select $1, 'ref-' || n, 'IN', 0, $2, '客服', '13800000000', repeat('王', 20), now() - n * interval '1 minute' from generate_series(1, 60000) n`,
      [small.tenantA, small.people.all.userId],
    )
    const ask = (input: object) => small.send(phoneCalls.list, { ...input }, 'all')
    const keyword = '李'
    const refused = await ask({ keyword })
    expect(refused).toMatchObject({ code: 400, data: { fields: [{ path: 'startedAtFrom' }] } })
    expect(refused.message).toContain('日期')
    const startedAtFrom = new Date(Date.now() - 86_400_000).toISOString()
    expect(await ask({ keyword, startedAtFrom })).toMatchObject({ code: 0, data: { total: 0 } })
    // A month of a large tenant is too much as well; a week never is.
    expect(await ask({ keyword, startedAtFrom: new Date(Date.now() - 30 * 86_400_000).toISOString() })).toMatchObject({ code: 400 })
    expect(await ask({ keyword, startedAtFrom: new Date(Date.now() - 6.9 * 86_400_000).toISOString() })).toMatchObject({ code: 0 })
    expect(await ask({ keyword: '王', startedAtFrom })).toMatchObject({ code: 0, data: { total: 1_439 } })
    expect(await ask({})).toMatchObject({ code: 0, data: { totalCapped: true } })
  } finally {
    await small.close()
  }
})
