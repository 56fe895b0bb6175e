import { driverLevelCalls, type LevelTrial } from '@chauffeur/contract/driver/level'
import { driverLevelAppCalls, driverStandingCalls } from '@chauffeur/contract/driver/level-driver'
import { type LevelStanding, STANDARD_DRIVER_LEVELS, STANDARD_LEVEL_RULES } from '@chauffeur/contract/driver/level-model'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { as, driverAt, type TestDriver } from '#test/drivers'
import { addOrder, HANGZHOU, makeWorld, type World } from '#test/world'
import { acceptanceRound } from '../standing/index.ts'
import { judgeWindows } from './judge.queries.ts'
import { judgeLevels } from './judge.service.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  for (const table of ['offers', 'driver_acceptance_days', 'driver_level_protections', 'setting_versions'])
    await world.owner.query(`delete from ${table}`)
  await countedUntil('30 days')
})
const countedUntil = (ago: string) => world.owner.query('update driver_acceptance_counted set until = now() - $1::interval', [ago])

/** Offers of an order to a driver that ended so, sent so many minutes ago. */
async function offered({ driverId }: TestDriver, result: string, minutesAgo = 60, times = 1) {
  const { orderId, bookingId } = await addOrder(world)
  await world.owner.query(
    `insert into offers (tenant_id, search_id, booking_id, order_id, round, driver_id, sent_at, expires_at, result, distance_m, eta_s)
     select $1, 1, $2, $3, 1, $4, now() - make_interval(mins => $5::int) + n * interval '1 second', now() - make_interval(mins => $5::int) + interval '20 seconds', $6, 100, 60
     from generate_series(1, $7::int) n`,
    [world.tenantA, bookingId, orderId, driverId, minutesAgo, result, times],
  )
}
const countAt = ({ platform }: { platform: World['app']['platform'] }) => acceptanceRound.work(platform, new AbortController().signal)
const count = () => countAt(world.app)
const standing = async ({ driverId }: TestDriver) =>
  (await world.send(driverStandingCalls.driver, { driverId }, 'hangzhou')).data as LevelStanding
const acceptance = async (driver: TestDriver) => {
  const { accepted, rejected, expired, spared, acceptBp } = (await standing(driver)).acceptance
  return { accepted, rejected, expired, spared, acceptBp }
}

test('offers taken of those made are counted once, whoever counts and however often; what the system took back is not counted', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  expect((await standing(driver)).acceptance).toMatchObject({ acceptBp: null, words: ['近 30 天没有收到派单。'] })
  await offered(driver, 'ACCEPTED', 60, 3)
  await offered(driver, 'REJECTED', 3 * 24 * 60)
  await offered(driver, 'EXPIRED')
  await offered(driver, 'WITHDRAWN', 60, 5)
  // Before the days that count.
  await offered(driver, 'REJECTED', 40 * 24 * 60)
  const beside = await world.beside()
  await Promise.all([count(), countAt(beside)])
  await count()
  expect(await acceptance(driver)).toEqual({ accepted: 3, rejected: 1, expired: 1, spared: 0, acceptBp: 6_000 })
  const own = (await as(world, driver)(driverLevelAppCalls.level)).data as LevelStanding
  expect(own.acceptance.words).toEqual(['近 30 天收到 5 次派单，接了 3 次，接单率 60%；拒绝 1 次，超时未答 1 次。'])
})

test('an offer that is still open is waited for, with those behind it', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  await offered(driver, 'SENT', 90)
  await offered(driver, 'ACCEPTED', 60)
  await count()
  expect((await acceptance(driver)).accepted).toBe(0)
  await world.owner.query(`update offers set result = 'REJECTED' where result = 'SENT'`)
  await count()
  expect(await acceptance(driver)).toMatchObject({ accepted: 1, rejected: 1, acceptBp: 5_000 })
})

test('a count that is cut off leaves nothing counted twice', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  await offered(driver, 'ACCEPTED')
  await world.owner.query(`create function cut() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`)
  await world.owner.query(
    `create trigger cut before update on driver_acceptance_counted for each row when (new.until > now() - interval '2 hours') execute function cut()`,
  )
  await expect(count()).rejects.toThrow('cut off')
  expect((await acceptance(driver)).accepted).toBe(0)
  await world.owner.query('drop trigger cut on driver_acceptance_counted')
  await count()
  expect((await acceptance(driver)).accepted).toBe(1)
})

test('while the city’s drivers are protected what they do not take is not held against them, and what they take counts', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  await world.owner.query(
    `insert into driver_level_protections (tenant_id, city_id, valid_from, valid_until, reason) values ($1, $2, now() - interval '2 hours', now() - interval '30 minutes', '暴雨')`,
    [world.tenantA, HANGZHOU],
  )
  await offered(driver, 'REJECTED', 60, 2)
  await offered(driver, 'EXPIRED', 61)
  await offered(driver, 'ACCEPTED', 62)
  await offered(driver, 'REJECTED', 20)
  await count()
  expect(await acceptance(driver)).toEqual({ accepted: 1, rejected: 1, expired: 0, spared: 3, acceptBp: 5_000 })
  expect((await standing(driver)).acceptance.words.at(-1)).toBe('保护期内未接的 3 次不计入，系统收回的派单也不计入。')
})

test('a level asks for a rate: the dry run counts it, and who reaches it rises and reads why', async () => {
  const [good, poor] = [await driverAt(world, null, 'OFFLINE'), await driverAt(world, null, 'OFFLINE')]
  await offered(good, 'ACCEPTED', 60, 9)
  await offered(good, 'REJECTED')
  await offered(poor, 'ACCEPTED')
  await offered(poor, 'REJECTED')
  await count()
  const nothing = { minExp: 0, minOrders: 0, minRatingX100: null, maxCancelBp: null }
  const levels = STANDARD_DRIVER_LEVELS.slice(0, 2).map((level) => ({
    ...level,
    ...nothing,
    minAcceptBp: level.level === 2 ? 9_000 : null,
  }))
  await world.send(driverLevelCalls.globalSave, { ...STANDARD_LEVEL_RULES, enabled: true, newDriverDays: 0, anyway: true })
  const trial = (await world.send(driverLevelCalls.basicTrial, { levels })).data as LevelTrial
  expect(trial.risers.map(({ driverId }) => driverId)).toContain(good.driverId)
  expect(trial.risers.map(({ driverId }) => driverId)).not.toContain(poor.driverId)
  await world.send(driverLevelCalls.basicSave, { levels, anyway: true })
  await world.owner.query(`update driver_level_states set judged_at = '-infinity'`)
  await judgeLevels(world.app.platform)
  expect(await standing(good)).toMatchObject({ level: 2, words: expect.arrayContaining(['接单率 90%，要求不低于 90%']) as string[] })
  expect(await standing(poor)).toMatchObject({ level: 1, next: { checks: [{ kind: 'ACCEPT_RATE', need: 9_000, has: 5_000, met: false }] } })
  await countedUntil('40 minutes')
  await offered(poor, 'ACCEPTED', 30, 30)
  await count()
  await judgeLevels(world.app.platform)
  expect(await standing(poor)).toMatchObject({ level: 2 })
})

test('a refusal that leaves the last thirty days raises a level by itself, once, and nobody else is judged for it', async () => {
  const [driver, other] = [await driverAt(world, null, 'OFFLINE'), await driverAt(world, null, 'OFFLINE')]
  await offered(driver, 'REJECTED', 29 * 24 * 60)
  await offered(driver, 'ACCEPTED', 60, 9)
  await offered(other, 'REJECTED', 60)
  await count()
  const nothing = { minExp: 0, minOrders: 0, minRatingX100: null, maxCancelBp: null }
  const levels = STANDARD_DRIVER_LEVELS.slice(0, 2).map((level) => ({
    ...level,
    ...nothing,
    minAcceptBp: level.level === 2 ? 9_500 : null,
  }))
  await world.send(driverLevelCalls.globalSave, { ...STANDARD_LEVEL_RULES, enabled: true, newDriverDays: 0, anyway: true })
  await world.send(driverLevelCalls.basicSave, { levels, anyway: true })
  await world.owner.query(`update setting_versions set effective_from = now() - interval '20 days'`)
  await world.owner.query(`update driver_level_states set judged_at = '-infinity'`)
  await judgeLevels(world.app.platform)
  expect(await standing(driver)).toMatchObject({ level: 1, acceptance: { acceptBp: 9_000 } })
  const listed = async () =>
    (await world.owner.query<{ driver_id: string }>(`select driver_id from driver_level_states where judged_at = '-infinity'`)).rows.map(
      ({ driver_id: id }) => id,
    )
  await judgeWindows(world.app.platform.db)
  expect(await listed()).toEqual([])

  // Two days later.
  await world.owner.query(`update driver_level_states set judged_at = judged_at - interval '2 days'`)
  await world.owner.query(`update driver_acceptance_days set day = day - 2, first_at = first_at - interval '2 days'`)
  await judgeWindows(world.app.platform.db)
  expect(await listed()).toEqual([driver.driverId])
  await judgeLevels(world.app.platform)
  expect(await standing(driver)).toMatchObject({ level: 2, acceptance: { acceptBp: 10_000 } })
  expect(await standing(other)).toMatchObject({ level: 1 })
  await judgeWindows(world.app.platform.db)
  expect(await listed()).toEqual([])
})
