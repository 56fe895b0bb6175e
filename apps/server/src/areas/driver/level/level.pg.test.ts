import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverFileCalls } from '@chauffeur/contract/driver/file'
import { driverLevelCalls, type LevelTrial } from '@chauffeur/contract/driver/level'
import {
  driverLevelAppCalls,
  driverLevelWhiteCalls,
  driverProtectionCalls,
  driverStandingCalls,
  type LevelChange,
} from '@chauffeur/contract/driver/level-driver'
import { type DriverLevel, STANDARD_DRIVER_LEVELS, STANDARD_EXP_RULES, STANDARD_LEVEL_RULES } from '@chauffeur/contract/driver/level-model'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { dispatchersOf } from '#test/dispatchers'
import { driverAt, further } from '#test/drivers'
import { inAppOf } from '#test/harness/messages'
import { addDriver, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'
import { noteExperience } from '../standing/index.ts'
import { countNoted } from './count.service.ts'
import { judgeLevels } from './judge.service.ts'

let world: World
const { start } = dispatchersOf(() => world)
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
afterEach(() => world.owner.query('delete from setting_versions'))

const rows = async <R extends object>(text: string, values: unknown[] = []) => (await world.owner.query<R>(text, values)).rows
const levels = (more: Partial<DriverLevel>[] = []): DriverLevel[] =>
  STANDARD_DRIVER_LEVELS.map((level, at) => ({
    ...level,
    ...(at > 0 && { minOrders: 0, minRatingX100: null, maxCancelBp: null }),
    ...more[at],
  }))
const save = (call: 'basicSave' | 'globalSave' | 'upgradeSave', input: object, who: Person = 'all') =>
  world.send(driverLevelCalls[call], { anyway: true, ...input }, who)
const switchOn = async (who: Person = 'all', more: object = {}) =>
  expect((await save('globalSave', { ...STANDARD_LEVEL_RULES, enabled: true, newDriverDays: 0, ...more }, who)).code).toBe(0)
const levelNow = async (driverId: string) =>
  (await rows<{ level: number }>('select level from drivers where driver_id = $1', [driverId]))[0]!.level
const setLevel = (driverId: string, level: number) =>
  world.owner.query('update drivers set level = $2 where driver_id = $1', [driverId, level])
const state = async (driverId: string) =>
  (
    await rows<{ exp: number; cycle_orders: number; cycle_cancels: number }>(
      'select exp, cycle_orders, cycle_cancels from driver_level_states where driver_id = $1',
      [driverId],
    )
  )[0]
/** As the round does. */
async function turn() {
  await countNoted(world.app.platform)
  await judgeLevels(world.app.platform)
}
const note = (driverId: string, event: Parameters<typeof noteExperience>[1]['event'], ref: string, at?: Date) =>
  world.app.platform.db.write(wholeTenant(world.tenantA), (tx) => noteExperience(tx, { driverId, event, ref, about: ref, at }))
/** The month is over for everybody. */
const monthEnds = () =>
  world.owner.query(
    `update driver_level_states set cycle_from = cycle_from - interval '1 month', judged_at = judged_at - interval '1 month'`,
  )
const changes = async (driverId: string, who: Person = 'all') =>
  ((await world.send(driverStandingCalls.log, { driverId }, who)).data as { rows: LevelChange[] }).rows

test('a trip that is filed gives experience once, the driver rises at once and reads why', async () => {
  await switchOn()
  expect((await save('basicSave', { levels: levels([{}, { minExp: 10 }]) })).code).toBe(0)
  start()
  const { driver, orderId, orderNo, call } = await further(world, 'ended')
  expect((await call(dispatchCalls.file, { id: orderId })).code).toBe(0)
  expect((await call(dispatchCalls.file, { id: orderId })).code).toBe(0)
  await turn()
  await turn()
  const mine = (await world.send(driverLevelAppCalls.level, {}, driver.token)).data as {
    name: string
    words: string[]
    changes: { from: string; to: string; cause: string }[]
    experience: { event: string; about: string; delta: number; balance: number }[]
    figures: { exp: number; orders: number }
  }
  expect(mine).toMatchObject({ name: '铜牌', figures: { orders: 1 }, changes: [{ from: '普通', to: '铜牌', cause: 'UP' }] })
  expect(mine.experience.filter(({ event }) => event === 'ORDER_DONE')).toMatchObject([{ about: orderNo, delta: 10, balance: 10 }])
  expect(mine.words.slice(0, 2)).toEqual(['已达到铜牌的全部要求，即时升级。', expect.stringContaining('要求不低于 10')])
  // The operator reads the same.
  const shown = (await world.send(driverStandingCalls.driver, { driverId: driver.driverId }, 'hangzhou')).data as { words: string[] }
  expect(shown.words).toEqual(mine.words)
  expect(await changes(driver.driverId)).toMatchObject([{ from: 1, to: 2, cause: 'UP', fromName: '普通', toName: '铜牌' }])
  expect(await levelNow(driver.driverId)).toBe(2)
  expect(await inAppOf(world, driver.driverId)).toEqual(['APP_LEVEL_UP 恭喜，您的等级由普通升为铜牌。'])
})

test('events are capped by day, taken within what there is, and a forgiven cancellation gives back what it took', async () => {
  const driverId = await addDriver(world)
  for (let n = 0; n < 14; n++) await note(driverId, 'ORDER_DONE', `cap-${n}`, new Date('2026-11-10T04:00:00Z'))
  await note(driverId, 'ORDER_DONE', 'cap-0', new Date('2026-11-10T04:00:00Z'))
  await note(driverId, 'ORDER_DONE', 'next-day', new Date('2026-11-11T04:00:00Z'))
  await turn()
  expect(await state(driverId)).toMatchObject({ exp: 130, cycle_orders: 15 })
  await note(driverId, 'CANCEL', 'c1')
  await turn()
  expect(await state(driverId)).toMatchObject({ exp: 110, cycle_cancels: 1 })
  await note(driverId, 'CANCEL_FORGIVEN', 'c1')
  await turn()
  expect(await state(driverId)).toMatchObject({ exp: 130, cycle_cancels: 0 })
  const counted = 'update driver_experience set delta = 9 where driver_id = $1'
  await expect(world.owner.query(counted, [driverId])).rejects.toThrow(/stays as it was counted/)
})

test('a trip by night gives more, a praise and a complaint count, each once', async () => {
  const driverId = await addDriver(world)
  // Half past midnight in Hangzhou.
  await note(driverId, 'ORDER_DONE', 'night', new Date('2026-11-10T16:30:00Z'))
  const remark = (type: string) => world.send(driverFileCalls.remark, { driverId, type, text: '乘客来电' })
  expect((await remark('PRAISE')).code).toBe(0)
  expect((await remark('NOTE')).code).toBe(0)
  await turn()
  expect(await state(driverId)).toMatchObject({ exp: 10 + 5 + 20 })
  expect((await remark('COMPLAINT')).code).toBe(0)
  await turn()
  expect(await rows('select event, delta, note from driver_experience where driver_id = $1 order by experience_id', [driverId])).toEqual([
    { event: 'ORDER_DONE', delta: 10, note: '' },
    { event: 'PRAISE', delta: 20, note: '' },
    { event: 'NIGHT_ORDER', delta: 5, note: '' },
    { event: 'COMPLAINT', delta: -35, note: 'FLOOR' },
  ])
})

test('down comes when the month ends, one level, unless the list or a protection keeps it, and each reads why', async () => {
  await switchOn()
  const [falls, listed, fixed] = [await addDriver(world), await addDriver(world), await addDriver(world)]
  const elsewhere = await addDriver(world, { cityId: SHANGHAI, orgId: null })
  for (const driverId of [falls, listed, fixed, elsewhere]) await setLevel(driverId, 4)
  await turn()
  expect([await levelNow(falls), await levelNow(fixed)]).toEqual([4, 4])
  const white = async (driverId: string, of: object) => {
    const { driver_no } = (await rows<{ driver_no: string }>('select driver_no from drivers where driver_id = $1', [driverId]))[0]!
    const until = new Date(Date.now() + 3_600_000).toISOString()
    return world.send(driverLevelWhiteCalls.save, { driverNo: driver_no, until, reason: '伤病休养', ...of }, 'hangzhou')
  }
  expect((await white(listed, { effect: 'NO_DOWNGRADE' })).code).toBe(0)
  expect(await white(fixed, { effect: 'FIXED' })).toMatchObject({ error: 'driverLevel.levelUnknown' })
  const saved = await white(fixed, { effect: 'FIXED', level: 3 })
  expect(saved.data).toMatchObject({ levelName: '银牌', state: 'CURRENT', present: 4 })
  expect((await white(fixed, { effect: 'NO_DOWNGRADE' })).error).toBe('driverLevel.whiteOverlap')
  // Of another city nobody is put on the list.
  expect((await white(elsewhere, { effect: 'NO_DOWNGRADE' })).error).toBe('driverLevel.driverUnknown')
  await turn()
  expect(await levelNow(fixed)).toBe(3)
  await world.send(driverProtectionCalls.begin, { cityId: SHANGHAI, until: new Date(Date.now() + 3_600_000).toISOString(), reason: '台风' })
  await monthEnds()
  await turn()
  expect([await levelNow(falls), await levelNow(listed), await levelNow(fixed), await levelNow(elsewhere)]).toEqual([3, 4, 3, 4])
  expect(await changes(falls)).toMatchObject([{ from: 4, to: 3, cause: 'CYCLE' }])
  expect((await changes(falls))[0]!.words[0]).toBe('月末未达到金牌的要求，降为银牌。')
  expect(await changes(listed)).toMatchObject([{ from: 4, to: 4, cause: 'WHITELIST' }])
  expect(await changes(elsewhere)).toMatchObject([{ from: 4, to: 4, cause: 'PROTECTED' }])
  // Once more in the same month nothing happens to anybody.
  await turn()
  expect([await levelNow(falls), (await changes(listed)).length]).toEqual([3, 1])
})

test('what is noted in a month counts for it, also where nothing was counted or judged around its end', async () => {
  await switchOn()
  const driverId = await addDriver(world)
  await setLevel(driverId, 2)
  await turn()
  for (const [n, days] of [40, 40, 0].entries())
    await world.owner.query(
      `insert into driver_experience (tenant_id, driver_id, city_id, event, ref, at, noted_at)
       values ($1, $2, $3, 'ORDER_DONE', $4, date_trunc('day', now() - $5::int * interval '1 day') + interval '4 hours',
         now() - $5::int * interval '1 day')`,
      [world.tenantA, driverId, HANGZHOU, `month-${n}`, days],
    )
  await monthEnds()
  await turn()
  expect(await state(driverId)).toMatchObject({ exp: 20, cycle_orders: 0 })
  expect((await changes(driverId))[0]).toMatchObject({ from: 2, to: 1, figures: { orders: 2 } })
  await turn()
  expect(await state(driverId)).toMatchObject({ exp: 30, cycle_orders: 1 })
})

test('while drivers are protected nothing is taken from them', async () => {
  const driverId = await addDriver(world, { cityId: SHANGHAI, orgId: null })
  await note(driverId, 'ORDER_DONE', 'p-1')
  await note(driverId, 'CANCEL', 'p-2')
  await turn()
  expect(await state(driverId)).toMatchObject({ cycle_orders: 1, cycle_cancels: 0 })
  const { rows: held } = (await world.send(driverProtectionCalls.list, { cityId: SHANGHAI })).data as { rows: { protectionId: string }[] }
  expect((await world.send(driverProtectionCalls.begin, { cityId: SHANGHAI, until: '2099-01-01T00:00:00Z', reason: '再来' })).error).toBe(
    'driverLevel.protectedAlready',
  )
  expect((await world.send(driverProtectionCalls.end, { protectionId: held[0]!.protectionId })).data).toMatchObject({ state: 'OVER' })
})

test('a dry run says who would rise and fall, changes nothing, and a rule that leaves nobody is asked about first', async () => {
  await switchOn()
  const [rises, falls] = [await addDriver(world), await addDriver(world)]
  await turn()
  await world.owner.query('update driver_level_states set exp = 700 where driver_id = $1', [rises])
  await setLevel(falls, 3)
  const tried = (await world.send(driverLevelCalls.basicTrial, { levels: levels() })).data as LevelTrial
  expect(tried.risers.map(({ driverId }) => driverId)).toContain(rises)
  expect(tried.fallers.find(({ driverId }) => driverId === falls)).toMatchObject({ from: 3, to: 2, fromName: '银牌', toName: '铜牌' })
  expect(tried).toMatchObject({ enabled: true, onlyLowest: false })
  expect(await levelNow(rises)).toBe(1)
  const high = levels().map((level) => ({ ...level, minExp: level.level === 1 ? 0 : 9_000_000 }))
  expect(await world.send(driverLevelCalls.basicSave, { levels: high })).toMatchObject({
    error: 'driverLevel.leavesNobody',
    data: { onlyLowest: true },
  })
  expect((await world.send(driverLevelCalls.basicSave, { levels: high, anyway: true })).code).toBe(0)
  // Had experience been counted otherwise this month.
  await note(rises, 'PRAISE', 'trial')
  await turn()
  const exp = STANDARD_EXP_RULES.map((rule) => (rule.event === 'PRAISE' ? { ...rule, delta: 60, dayCap: 60 } : rule))
  expect((await world.send(driverLevelCalls.upgradeTrial, { rules: exp })).code).toBe(0)
})

test('a role of one city changes that city alone, and an organisation none', async () => {
  const content = { levels: levels() }
  expect((await save('basicSave', content, 'hangzhou')).error).toBe('driverLevel.cityUnknown')
  expect((await save('basicSave', { ...content, cityId: SHANGHAI }, 'hangzhou')).error).toBe('driverLevel.cityUnknown')
  expect((await save('basicSave', { ...content, cityId: HANGZHOU }, 'hangzhou')).code).toBe(0)
  expect((await save('basicSave', { ...content, cityId: HANGZHOU }, 'all')).error).toBe('driverLevel.cityTaken')
  const shanghai = await addDriver(world, { cityId: SHANGHAI, orgId: null })
  const tryOut = (input: object) => world.send(driverLevelCalls.basicTrial, { ...content, ...input }, 'hangzhou')
  expect((await tryOut({ cityId: HANGZHOU })).error).toBe('driverLevel.cityTaken')
  expect((await tryOut({})).error).toBe('driverLevel.cityUnknown')
  expect(await world.send(driverStandingCalls.driver, { driverId: shanghai }, 'hangzhou')).toMatchObject({
    error: 'driverLevel.driverUnknown',
  })
  const twice = levels().map((level) => (level.level === 2 ? { ...level, level: 3 } : level))
  expect((await save('basicSave', { levels: twice })).error).toBe('driverLevel.levelsInvalid')
  expect((await save('upgradeSave', { rules: [{ event: 'COMPLAINT', delta: 5, dayCap: null }] })).error).toBe('driverLevel.signWrong')
})

test('who is held by somebody at this moment holds nobody up, and is judged in the next round', async () => {
  await switchOn()
  expect((await save('basicSave', { levels: levels([{}, { minExp: 10 }]) })).code).toBe(0)
  const { driverId } = await driverAt(world, null)
  await note(driverId, 'PRAISE', 'held')
  await countNoted(world.app.platform)
  const holder = new pg.Client({ connectionString: world.ownerUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select from drivers where driver_id = $1 for update', [driverId])
    await judgeLevels(world.app.platform)
    expect(await levelNow(driverId)).toBe(1)
  } finally {
    await holder.end()
  }
  await judgeLevels(world.app.platform)
  expect(await levelNow(driverId)).toBe(2)
})
