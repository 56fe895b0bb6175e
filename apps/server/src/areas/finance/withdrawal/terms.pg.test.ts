import { withdrawalCalls } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { post } from '../ledger/index.ts'
import { wholeTenant } from '#platform/database/scope'
import { as, driverAt } from '#test/drivers'
import { HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'
import { standardTax } from './tax.rules.ts'
import { withdrawalTerms } from './terms.setting.ts'
import { standardTerms } from './withdrawal.rules.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
afterEach(() => world.owner.query('delete from setting_versions'))

type Person = Parameters<World['send']>[2]
const save = (of: Record<string, unknown>, person: Person = 'all') =>
  world.send(withdrawalTermsCalls.save, { ...standardTerms, ...of }, person)
const saveTax = (of: Record<string, unknown>, person: Person = 'all') =>
  world.send(withdrawalTermsCalls.saveTaxConfig, { ...standardTax, version: 0, ...of }, person)
let earned = 0
async function driverWith(amountFen: number) {
  const driver = await driverAt(world, null, 'OFFLINE')
  await world.app.platform.db.write(wholeTenant(world.tenantA), (tx) =>
    post(
      tx,
      {
        tenantId: world.tenantA,
        businessType: 'ORDER',
        businessId: String(800_000 + ++earned),
        step: 'PAID',
        actor: { type: 'TIMER', id: null },
      },
      [
        { account: { ownerType: 'PLATFORM', ownerId: '0', kind: 'CASH_WX' }, side: 'D', amountFen },
        { account: { ownerType: 'DRIVER', ownerId: driver.driverId, kind: 'DRIVER_AVAILABLE' }, side: 'C', amountFen },
      ],
    ),
  )
  const call = as(world, driver)
  await call(withdrawalCalls.saveAccount, { way: 'BANK', holderName: '王师傅', accountNo: '6222020200112233445' })
  return { call, driverId: driver.driverId, apply: (fen: number) => call(withdrawalCalls.apply, { amountFen: fen, way: 'BANK' }) }
}

test('what is saved for the tenant holds for every driver, and a city’s own terms win over it', async () => {
  const { apply } = await driverWith(90_000)
  expect((await world.send(withdrawalTermsCalls.ways)).data).toMatchObject({
    rows: [],
    defaults: { minFen: 1_000, ways: ['WX_SINGLE', 'BANK'] },
    mayChangeTenant: true,
  })
  const tenant = await save({ minFen: 5_000 })
  expect(tenant).toMatchObject({ code: 0, data: { cityId: null, version: 1, minFen: 5_000, changedBy: 'all' } })
  expect(await apply(4_000)).toMatchObject({ error: 'withdrawal.belowMinimum', data: { minFen: 5_000 } })
  expect((await save({ minFen: 2_000, cityId: HANGZHOU })).code).toBe(0)
  expect((await apply(4_000)).code).toBe(0)
  expect((await save({ cityId: HANGZHOU })).error).toBe('withdrawalTerms.cityTaken')
  const listed = (await world.send(withdrawalTermsCalls.ways)).data as { rows: { cityName: string; settingId: string }[] }
  expect(listed.rows.map(({ cityName }) => cityName)).toEqual(['', '杭州市'])
  expect((await world.send(withdrawalTermsCalls.get, { id: listed.rows[1]!.settingId })).data).toMatchObject({
    cityId: HANGZHOU,
    minFen: 2_000,
  })
})

test('of two who change the same terms the second is told, and terms that contradict themselves are refused', async () => {
  const { settingId } = (await save({})).data as { settingId: string }
  expect((await save({ settingId, version: 1, maxPerDay: 5 })).data).toMatchObject({ version: 2, maxPerDay: 5 })
  expect(await save({ settingId, version: 1, maxPerDay: 9 })).toMatchObject({
    error: 'withdrawalTerms.versionConflict',
    data: { current: { version: 2, maxPerDay: 5, changedBy: 'all' } },
  })
  expect((await save({ settingId, version: 2, maxFen: 500 })).error).toBe('withdrawalTerms.limitsCrossed')
  expect((await save({ settingId, version: 2, ways: [] })).code).toBe(400)
  expect((await save({ settingId: '987654', version: 2 })).error).toBe('withdrawalTerms.notFound')
})

test('whoever is limited to a city sees and changes that city’s terms alone', async () => {
  await save({})
  const { settingId } = (await save({ cityId: SHANGHAI })).data as { settingId: string }
  const seen = (await world.send(withdrawalTermsCalls.ways, {}, 'hangzhou')).data as { rows: unknown[]; cities: { cityId: string }[] }
  expect(seen).toMatchObject({ mayChangeTenant: false, rows: [{ cityId: null }] })
  expect(seen.cities.map(({ cityId }) => cityId)).toEqual([HANGZHOU])
  expect((await world.send(withdrawalTermsCalls.get, { id: settingId }, 'hangzhou')).error).toBe('withdrawalTerms.notFound')
  expect((await save({ settingId, version: 1 }, 'hangzhou')).error).toBe('withdrawalTerms.notFound')
  expect((await save({ cityId: SHANGHAI }, 'hangzhou')).error).toBe('withdrawalTerms.otherCity')
  expect((await save({}, 'hangzhou')).error).toBe('withdrawalTerms.otherCity')
  expect((await saveTax({}, 'hangzhou')).error).toBe('withdrawalTerms.otherCity')
  expect((await save({ cityId: HANGZHOU }, 'hangzhou')).code).toBe(0)
  expect((await world.send(withdrawalTermsCalls.get, { id: settingId }, 'other')).error).toBe('withdrawalTerms.notFound')
})

test('tax is withheld of what is applied for, by the year; an application taken back does not count', async () => {
  const { apply, call } = await driverWith(8_000_000)
  await save({ maxFen: 5_000_000, maxPerDay: 9 })
  expect((await apply(1_200_000)).data).toMatchObject({ taxFen: 0, netFen: 1_200_000 })
  expect((await saveTax({ withhold: true })).error).toBe('withdrawalTerms.taxPayerMissing')
  expect((await saveTax({ bands: standardTax.bands.slice(0, 3) })).error).toBe('withdrawalTerms.bandsUnordered')
  expect((await saveTax({ withhold: true, payerName: '归航代驾服务有限公司' })).data).toEqual({ version: 1 })
  expect((await saveTax({ withhold: true, payerName: '归航' })).error).toBe('withdrawalTerms.versionConflict')
  expect((await world.send(withdrawalTermsCalls.taxConfig)).data).toMatchObject({
    withhold: true,
    payerName: '归航代驾服务有限公司',
    version: 1,
  })
  // 24 000 yuan this month, of which nothing was withheld yet: (24 000 × 80 % − 5 000) × 3 %.
  const second = await apply(1_200_000)
  expect(second.data).toMatchObject({ taxFen: 42_600, netFen: 1_157_400 })
  const { withdrawalId } = second.data as { withdrawalId: string }
  expect((await call(withdrawalCalls.cancel, { id: withdrawalId })).code).toBe(0)
  expect((await apply(1_200_000)).data).toMatchObject({ taxFen: 42_600 })
  expect((await apply(100_000)).data).toMatchObject({ taxFen: 2_400 })
  expect((await call(withdrawalCalls.wallet)).data).toMatchObject({ frozenFen: 2_500_000 })
})

/** What an order left in a driver's wallet in a month that is over. */
const earnedAt = (driverId: string, amountFen: number, at: string) =>
  world.owner.query(
    `with moved as (
       update ledger_accounts set balance_fen = balance_fen + $2, version = version + 1
       where tenant_id = $1 and (kind = 'CASH_WX' or owner_id = $3 and kind = 'DRIVER_AVAILABLE') returning account_id, kind, version, balance_fen),
     entry as (
       insert into ledger_entries (tenant_id, business_type, business_id, step, at, actor_type) values ($1, 'ORDER', $4, 'PAID', $5, 'TIMER') returning entry_id)
     insert into ledger_lines (tenant_id, entry_id, line_no, account_id, side, amount_fen, account_version, balance_after_fen)
     select $1, entry_id, row_number() over (), account_id, case kind when 'CASH_WX' then 'D' else 'C' end, $2, version, balance_fen from moved, entry`,
    [world.tenantA, amountFen, driverId, String(800_000 + ++earned), at],
  )

test('of three months’ earnings taken out at once less is withheld where income is taxed when it is earned', async () => {
  await save({ maxFen: 50_000_000, maxPerDay: 9 })
  const lastYear = new Date().getUTCFullYear() - 1
  const takeOut = async () => {
    const { apply, driverId } = await driverWith(1)
    for (const month of ['03', '04', '05']) await earnedAt(driverId, 1_200_000, `${lastYear}-${month}-15T04:00:00Z`)
    return { taken: (await apply(3_600_000)).data as { taxFen: number }, driverId }
  }
  const terms = { withhold: true, payerName: '归航代驾服务有限公司' }
  expect((await saveTax(terms)).data).toEqual({ version: 1 })
  expect((await world.send(withdrawalTermsCalls.taxConfig)).data).toMatchObject({ taxableOn: 'APPLICATION' })
  expect((await takeOut()).taken).toMatchObject({ taxFen: 71_400 })
  expect((await saveTax({ ...terms, version: 1, taxableOn: 'EARNING' })).data).toEqual({ version: 2 })
  // Who does not send it leaves it as it is.
  const { taxableOn: _, ...unsaid } = standardTax
  expect((await world.send(withdrawalTermsCalls.saveTaxConfig, { ...unsaid, ...terms, version: 2 })).data).toEqual({ version: 3 })
  expect((await world.send(withdrawalTermsCalls.taxConfig)).data).toMatchObject({ taxableOn: 'EARNING' })
  const { taken, driverId } = await takeOut()
  expect(taken).toMatchObject({ taxFen: 41_400 })
  expect((await world.owner.query('select tax_basis from withdrawals where driver_id = $1', [driverId])).rows).toEqual([
    { tax_basis: { on: 'EARNING', years: [{ year: lastYear, incomeFen: 3_600_000, months: 3, taxFen: 41_400 }] } },
  ])
})

type Version = { version: number; minFen: number; changedBy: string; reason: string; withhold: boolean }
const versions = async (call: Parameters<World['send']>[0], input = {}, person: Person = 'all') =>
  ((await world.send(call, input, person)).data as { rows: Version[] }).rows

test('every version of the terms stays, with who made it and why, and an earlier one is returned to by saving it again', async () => {
  const { settingId } = (await save({ cityId: HANGZHOU, minFen: 2_000 }, 'hangzhou')).data as { settingId: string }
  await save({ settingId, version: 1, minFen: 9_000, changeReason: '公告 12 号' })
  const [second, first] = await versions(withdrawalTermsCalls.history, { settingId })
  expect([second, first]).toMatchObject([
    { version: 2, minFen: 9_000, changedBy: 'all', reason: '公告 12 号' },
    { version: 1, minFen: 2_000, changedBy: 'hangzhou', reason: '' },
  ])
  expect((await save({ settingId, version: 2, minFen: first!.minFen })).data).toMatchObject({ version: 3, minFen: 2_000 })
  expect((await versions(withdrawalTermsCalls.history, { settingId })).map(({ version }) => version)).toEqual([3, 2, 1])
  expect(await versions(withdrawalTermsCalls.history, { settingId }, 'other')).toEqual([])

  await saveTax({ withhold: true, payerName: '甲' })
  await saveTax({ version: 1, payerName: '甲', changeReason: '由平台代缴' })
  expect(await versions(withdrawalTermsCalls.taxHistory)).toMatchObject([
    { version: 2, withhold: false, reason: '由平台代缴' },
    { version: 1, withhold: true },
  ])
})

test('which terms held on which day is known: the city’s own from the day they were made, before that the tenant’s', async () => {
  await save({ minFen: 1_000 })
  await save({ cityId: HANGZHOU, minFen: 5_000 })
  await world.owner.query(
    `update setting_versions set effective_from = case when city_id is null then now() - interval '9 days' else now() - interval '2 days' end`,
  )
  const heldAgo = (days: number) =>
    world.app.platform.db.write(
      wholeTenant(world.tenantA),
      async (tx) => (await withdrawalTerms.rowFor(tx, HANGZHOU, new Date(Date.now() - days * 86_400_000)))?.content.minFen,
    )
  expect([await heldAgo(1), await heldAgo(3), await heldAgo(10)]).toEqual([5_000, 1_000, undefined])
})

test('what other terms would have done to the applications of a month is told before they are saved, and nothing is kept', async () => {
  const { apply } = await driverWith(90_000)
  expect((await apply(3_000)).code).toBe(0)
  expect((await apply(20_000)).code).toBe(0)
  const trial = async (of: Record<string, unknown>, person: Person = 'all') =>
    world.send(withdrawalTermsCalls.trial, { ...standardTerms, maxFen: 5_000_000, ...of }, person)
  const now = (await trial({})).data as { applications: number }
  expect(now).toMatchObject({ feeAfterFen: 0, refused: [] })
  const { refused } = (await trial({ minFen: 3_001 })).data as { refused: object[] }
  expect(refused).toMatchObject([{ refusal: 'withdrawal.belowMinimum', drivers: 1, sumFen: 3_000 }])
  // Of the second application of the week nothing is free any more.
  expect((await trial({ cityId: HANGZHOU, feeFlatFen: 100, freePerWeek: 0 })).data).toMatchObject({ applications: now.applications })
  expect((await trial({ maxFen: 500 })).error).toBe('withdrawalTerms.limitsCrossed')
  expect((await trial({}, 'hangzhou')).error).toBe('withdrawalTerms.otherCity')
  expect(await world.owner.query('select from setting_versions')).toMatchObject({ rowCount: 0 })
  await save({ cityId: HANGZHOU })
  expect((await trial({ cityId: HANGZHOU })).error).toBe('withdrawalTerms.cityTaken')
  // What a city decides for itself is none of the tenant’s.
  expect((await trial({})).data).toMatchObject({ applications: 0 })
})

test('an older process beside sees what a newer one saves, and what it saves itself is a version', async () => {
  const { settingId } = (await save({ minFen: 2_000 })).data as { settingId: string }
  const old = () =>
    world.owner.query('select min_fen, ways, version, setting_id from withdrawal_settings where setting_id = $1', [settingId])
  expect((await old()).rows).toEqual([{ min_fen: 2_000, ways: standardTerms.ways, version: 1, setting_id: settingId }])
  await world.owner.query(
    `update withdrawal_settings set min_fen = 7000, version = version + 1, updated_at = now() where setting_id = $1`,
    [settingId],
  )
  expect(await versions(withdrawalTermsCalls.history, { settingId })).toMatchObject([
    { version: 2, minFen: 7_000 },
    { version: 1, minFen: 2_000 },
  ])
  expect((await save({ settingId, version: 2, minFen: 8_000 })).code).toBe(0)
  expect((await old()).rows).toMatchObject([{ min_fen: 8_000, version: 3 }])
  await world.owner.query(`insert into driver_duty_rules (tenant_id, city_id, face_required) values ($1, $2, true)`, [
    world.tenantA,
    HANGZHOU,
  ])
  const { rows } = (await world.send(driverDutyCalls.list)).data as { rows: object[] }
  expect(rows).toMatchObject([{ cityId: HANGZHOU, version: 1, faceRequired: true, faceEveryHours: 24, receiptFromFen: null }])
})
