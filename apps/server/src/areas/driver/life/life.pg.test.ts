import { driverLifeCalls as calls } from '@chauffeur/contract/driver/file'
import type { Call } from '@chauffeur/contract/kernel/call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDriver, addOrder, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  // Entries of weeks ago are written straight into the tables: no service could post them.
  world = await makeWorld({ brokenLedger: true })
})
afterAll(() => world.close())

const asked = async <T>(call: Call, driverId: string, who: Person = 'all') => (await world.send(call, { driverId }, who)).data as T
interface Weeks<W> {
  weeks: (W & { week: string })[]
}
type Growth = Weeks<{ exp: number | null; level: number }>
type Income = Weeks<{ orders: number; incomeFen: number; paidFen: number }>
interface Service {
  months: { month: string; praises: number; complaints: number; served: number | null; cancelled: number | null }[]
}

describe('the growth of a driver', () => {
  test('is what experience and level were when each week ended, and nothing before there was any', async () => {
    const driverId = await addDriver(world, { cityId: HANGZHOU })
    await world.owner.query('update drivers set level = 2 where driver_id = $1', [driverId])
    const note = (ref: string, weeks: number, balance: number) =>
      world.owner.query(
        `insert into driver_experience (tenant_id, driver_id, city_id, event, ref, at, counted_at, delta, balance)
         values ($1, $2, $3, 'ORDER_DONE', $4, now() - make_interval(weeks => $5), now(), 10, $6)`,
        [world.tenantA, driverId, HANGZHOU, ref, weeks, balance],
      )
    await note('1', 3, 10)
    await note('2', 3, 20)
    await note('3', 0, 30)
    await world.owner.query(
      `insert into driver_level_changes (tenant_id, driver_id, city_id, from_level, to_level, cause, facts, at) values ($1, $2, $3, 1, 2, 'UP', '{}', now() - interval '1 week')`,
      [world.tenantA, driverId, HANGZHOU],
    )
    const { weeks } = await asked<Growth>(calls.growth, driverId)
    expect(weeks).toHaveLength(52)
    expect(weeks.slice(-5).map(({ exp, level }) => [exp, level])).toEqual([
      [null, 1],
      [20, 1],
      [20, 1],
      [20, 2],
      [30, 2],
    ])
    expect(new Set(weeks.map(({ week }) => new Date(week).getUTCDay()))).toEqual(new Set([1]))
  })
})

describe('the income of a driver', () => {
  test('is what their trips brought to the wallet by week, less what was taken back, beside what was paid out', async () => {
    const driverId = await addDriver(world, { cityId: HANGZHOU })
    const account = (kind: string, owner: string) =>
      world.owner
        .query<{ account_id: string }>(
          `insert into ledger_accounts (tenant_id, owner_type, owner_id, kind, balance_fen) values ($1, $2, $3, $4, 0)
           on conflict (tenant_id, owner_type, owner_id, kind, currency) do update set balance_fen = ledger_accounts.balance_fen returning account_id`,
          [world.tenantA, owner === '0' ? 'PLATFORM' : 'DRIVER', owner, kind],
        )
        .then(({ rows }) => rows[0]!.account_id)
    const [wallet, revenue] = [await account('DRIVER_AVAILABLE', driverId), await account('REVENUE', '0')]
    let version = 0
    const posted = async (orderId: string, step: string, side: 'C' | 'D', fen: number, weeksAgo: number) => {
      const { rows } = await world.owner.query<{ entry_id: string }>(
        `insert into ledger_entries (tenant_id, business_type, business_id, step, actor_type, at) values ($1, 'ORDER', $2, $3, 'SYSTEM', now() - make_interval(weeks => $4)) returning entry_id`,
        [world.tenantA, orderId, step, weeksAgo],
      )
      version += 1
      const line = `insert into ledger_lines (tenant_id, entry_id, line_no, account_id, side, amount_fen, account_version, balance_after_fen) values ($1, $2, $3, $4, $5, $6, $7, 0)`
      await world.owner.query(line, [world.tenantA, rows[0]!.entry_id, 1, wallet, side, fen, version])
      await world.owner.query(line, [world.tenantA, rows[0]!.entry_id, 2, revenue, side === 'C' ? 'D' : 'C', fen, version])
    }
    const order = async () => (await addOrder(world, { driverId })).orderId
    const [one, two] = [await order(), await order()]
    await posted(one, 'PAID', 'C', 3_000, 1)
    await posted(two, 'PAID', 'C', 2_000, 1)
    await posted(two, 'REFUNDED_1', 'D', 500, 0)
    // Neither what was taken back nor a penalty is a trip.
    await posted(await order(), 'CANCEL_PENALTY', 'D', 300, 0)
    const { weeks } = await asked<Income>(calls.income, driverId)
    expect(weeks).toHaveLength(26)
    expect(weeks.slice(-3).map(({ orders, incomeFen, paidFen }) => [orders, incomeFen, paidFen])).toEqual([
      [0, 0, 0],
      [2, 5_000, 0],
      [0, -800, 0],
    ])
  })
})

test('what was said of a driver is counted by month; their orders for who may see orders', async () => {
  const driverId = await addDriver(world, { cityId: HANGZHOU })
  await addOrder(world, { driverId })
  for (const type of ['PRAISE', 'PRAISE', 'COMPLAINT', 'NOTE'])
    await world.owner.query(
      `insert into driver_remarks (tenant_id, driver_id, type, text, author_name) values ($1, $2, $3, '话', '某人')`,
      [world.tenantA, driverId, type],
    )
  const { months } = await asked<Service>(calls.service, driverId)
  expect(months).toHaveLength(12)
  expect(months.at(-1)).toMatchObject({ praises: 2, complaints: 1, served: 1, cancelled: 0 })
  expect(months.at(-2)).toMatchObject({ praises: 0, complaints: 0, served: 0 })
})

test('nobody reads the life of a driver out of their sight, and who may see no money none of it', async () => {
  const driverId = await addDriver(world, { cityId: SHANGHAI, orgId: world.shanghaiOrg })
  for (const call of Object.values(calls)) {
    expect((await world.send(call, { driverId }, 'hangzhou')).error).toBe('driver.notFound')
    expect((await world.send(call, { driverId }, 'other')).error).toBe('driver.notFound')
    expect((await world.send(call, { driverId }, 'weak')).code).toBe(403)
  }
})
