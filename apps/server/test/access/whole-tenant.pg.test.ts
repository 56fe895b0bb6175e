import { accountCalls } from '@chauffeur/contract/access/account'
import { appsCalls } from '@chauffeur/contract/access/app'
import { menuCalls } from '@chauffeur/contract/access/menu'
import { cancelRulesCalls } from '@chauffeur/contract/order/cancel-rules'
import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import { driverLevelCalls } from '@chauffeur/contract/driver/level'
import { driverDisplayCalls, STANDARD_LOOK } from '@chauffeur/contract/driver/display'
import { driverOnlineCalls } from '@chauffeur/contract/driver/online'
import { bankFormatCalls } from '@chauffeur/contract/finance/bank-format'
import { payoutCalls } from '@chauffeur/contract/finance/payout'
import { pointConfigCalls } from '@chauffeur/contract/customer/points-config'
import { messageLimitCalls } from '@chauffeur/contract/message/limits'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { departmentCalls } from '@chauffeur/contract/access/department'
import { withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import { photoRulesCalls, STANDARD_PHOTO_RULES } from '@chauffeur/contract/quality/photo-rules'
import { rightAuditRulesCalls, STANDARD_AUDIT_RULES } from '@chauffeur/contract/order/right-audit-rules'
import { cityOpeningCalls } from '@chauffeur/contract/operations/city-opening'
import { groundCalls } from '@chauffeur/contract/operations/ground'
import { guideCalls } from '@chauffeur/contract/operations/home'
import { smsServiceCalls } from '@chauffeur/contract/message/service'
import { mapServiceCalls } from '@chauffeur/contract/operations/map-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { neutralFormat } from '../../src/areas/finance/bank-format/bank-format.rules.ts'
import { payoutWays } from '../../src/areas/finance/payout/payout.setting.ts'
import { addOrder, HANGZHOU, makeWorld, SHANGHAI, type World } from '../world.ts'

// What holds for a whole tenant is changed by accounts that see the whole tenant, whatever their role: one of one city, of one
// organisation (with all cities) or of one channel is refused, and one of headquarters is not.
let world: World
const NARROW = ['hangzhou', 'company', 'partner'] as const
let made: Record<'menuId' | 'appId', string>
const data = async (call: Parameters<World['send']>[0], input: Record<string, unknown>) => {
  const answer = await world.send(call, input)
  expect(answer.code, `${call.path}: ${JSON.stringify(answer)}`).toBe(0)
  return answer.data as Record<string, string>
}
beforeAll(async () => {
  world = await makeWorld()
  await world.owner.query(`update users set all_cities = true where username = 'company'`)
  world.app.platform.forgetSession()
  const { menuId } = await data(menuCalls.menuAdd, { name: '报表' })
  const { appId } = await data(appsCalls.update, { platform: 'H5', name: '小程序', identifier: 'wx1' })
  made = { menuId: menuId!, appId: appId! }
})
afterAll(() => world.close())

const TAX = {
  withhold: false,
  expenseBp: 2000,
  monthlyExemptFen: 80_000,
  bands: [{ uptoFen: null, rateBp: 2000, quickFen: 0 }],
  version: 0,
}
const settings = [
  ['the security policy', accountCalls.savePolicy, () => ({ authenticatorRoleIds: [] })],
  ['a new menu entry', menuCalls.menuAdd, () => ({ name: '新菜单' })],
  ['a menu entry', menuCalls.menuUpdate, () => ({ menuId: made.menuId, version: 1, name: '报表二' })],
  ['a menu entry’s place', menuCalls.menuMove, () => ({ menuId: made.menuId, version: 2, position: 0 })],
  ['a new app', appsCalls.update, () => ({ platform: 'H5', name: '另一个', identifier: 'wx2' })],
  ['an app', appsCalls.update, () => ({ appId: made.appId, platform: 'H5', name: '改名', identifier: 'wx1', version: 1 })],
  ['whether an app is on', appsCalls.enable, () => ({ appId: made.appId, enabled: false })],
  ['who administers an app', appsCalls.authorise, () => ({ appId: made.appId, userIds: [] })],
  [
    'an app’s certification',
    appsCalls.certify,
    () => ({ appId: made.appId, step: 'SUBMIT', company: '公司', licenceNo: '91330100MA00000000' }),
  ],
  ['cancellation rules', cancelRulesCalls.save, () => ({ code: 'T1', by: 'CUSTOMER', verdict: 'NO_FAULT', feeFen: 0 })],
  ['duty rules', driverDutyCalls.save, () => ({ ...duty, version: 0 })],
  ['withdrawal terms', withdrawalTermsCalls.save, () => terms],
  ['tax', withdrawalTermsCalls.saveTaxConfig, () => TAX],
  ['the guide', guideCalls.saveGuide, () => ({ version: 0, skipped: ['MAPS'], closed: true })],
  ['the ground of maps', groundCalls.saveGround, () => ({ kind: 'OFFLINE', files: [], styleUrl: '', key: '', version: 0 })],
  ['map services', mapServiceCalls.save, () => ({ kind: 'ADDRESS', provider: 'PHOTON' })],
  ['providers of messages', smsServiceCalls.save, () => ({ provider: 'ALIYUN', keyId: 'k', key: 's', signName: '签名' })],
  ['the order of providers', smsServiceCalls.saveOrder, () => ({ version: 0, adaptive: false })],
  ['a new city', cityOpeningCalls.add, () => ({ divisionCode: '320500' })],
  ['headquarters’ name', departmentCalls.deptUpdate, () => ({ deptId: headquarters, version: 1, name: '总部二' })],
] as const
const duty = { faceRequired: false, faceEveryHours: 24, insuranceRequired: false, insuranceEveryHours: 24, photosBeforeDepart: 0 }
const terms = {
  minFen: 100,
  maxFen: 100_000,
  maxPerDay: 1,
  reserveFen: 0,
  feeBp: 0,
  feeFlatFen: 0,
  freePerWeek: 0,
  weekMask: 127,
  ways: ['BANK'],
  accountCoolingHours: 24,
}
let headquarters = ''
beforeAll(async () => {
  headquarters = (
    await world.owner.query<{ dept_id: string }>(`select dept_id from departments where name = '总部' and tenant_id = $1`, [world.tenantA])
  ).rows[0]!.dept_id
})

describe.each(settings)('%s', (_, call, input) => {
  test.each(NARROW)('is not changed by an account of narrow scope: %s', async (person) => {
    const answer = await world.send(call, input(), person)
    // 403: what is every channel's is refused to partners before its handler.
    expect(answer.error ?? String(answer.code), JSON.stringify(answer)).toMatch(
      /^403$|wholeTenantOnly|beyondScope|outsideScope|otherCit|notFound|NotFound/,
    )
  })
  test('is changed by headquarters', async () => {
    const answer = await world.send(call, input(), 'all')
    expect(answer.code, JSON.stringify(answer)).toBe(0)
  })
})

// It holds for every organisation's drivers there, and for every partner's orders.
const ofACity = [
  ['duty rules', driverDutyCalls.save, { ...duty, version: 0 }],
  ['withdrawal terms', withdrawalTermsCalls.save, terms],
  ['ways of payout', payoutCalls.saveWays, { ...payoutWays.standard }],
  ['the file for the bank', bankFormatCalls.save, { columns: neutralFormat.columns }],
  ['peak times', driverOnlineCalls.updatePeakTime, { windows: [] }],
  ['what drivers’ apps show', driverDisplayCalls.save, { looks: [{ minVersion: '', ...STANDARD_LOOK }] }],
  ['limits of messages', messageLimitCalls.update, { remindersPerDay: 3 }],
  ['rules of points', pointConfigCalls.save, { enabled: true, rules: [], secondFromPoints: 100 }],
  ['what is audited', rightAuditRulesCalls.save, { ...STANDARD_AUDIT_RULES, version: 0 }],
  ['which pictures are reviewed', photoRulesCalls.save, { ...STANDARD_PHOTO_RULES, version: 0 }],
] as const
test.each([
  ['duty rules', driverDutyCalls.list],
  ['levels', driverLevelCalls.basic],
  ['withdrawal terms', withdrawalTermsCalls.ways],
  ['ways of payout', payoutCalls.ways],
  ['the file for the bank', bankFormatCalls.list],
  ['peak times', driverOnlineCalls.getPeakTime],
  ['limits of messages', messageLimitCalls.get],
  ['rules of points', pointConfigCalls.get],
] as const)('%s name the cities for which the asker may change them', async (_, call) => {
  const shown = async (person: 'hangzhou' | 'company' | 'all') => {
    const { data } = await world.send(call, {}, person)
    const { cities, mayChangeTenant } = data as { cities: { cityId: string }[]; mayChangeTenant: boolean }
    return { cities: cities.map(({ cityId }) => cityId).toSorted(), mayChangeTenant }
  }
  expect(await shown('all')).toEqual({ cities: expect.arrayContaining([HANGZHOU, SHANGHAI]), mayChangeTenant: true })
  expect(await shown('hangzhou')).toEqual({ cities: [HANGZHOU], mayChangeTenant: false })
  expect(await shown('company')).toEqual({ cities: [], mayChangeTenant: false })
})

describe.each(ofACity)('%s of a city', (_, call, input) => {
  const save = async (cityId: string, person: 'all' | 'hangzhou' | 'company' | 'partner') => {
    const answer = await world.send(call, { ...input, cityId }, person)
    return answer.error ?? String(answer.code)
  }
  test('are said by who runs the city for the business, not by an organisation or a partner there, nor for another city', async () => {
    expect(await save(HANGZHOU, 'company')).toMatch(/otherCity|cityUnknown/)
    expect(await save(HANGZHOU, 'partner')).toMatch(/^403$|otherCity|cityUnknown/)
    expect(await save(SHANGHAI, 'hangzhou')).toMatch(/otherCity|cityUnknown/)
    expect(await save(HANGZHOU, 'hangzhou')).toBe('0')
    expect(await save(HANGZHOU, 'hangzhou'), 'as if there were none yet').toMatch(/cityTaken|versionConflict/)
  })
  test('are said once where several say it first at the same moment, and the others are told', async () => {
    const said = await Promise.all(Array.from({ length: 4 }, () => save(SHANGHAI, 'all')))
    expect(said.filter((one) => one === '0')).toHaveLength(1)
    for (const one of said.filter((answer) => answer !== '0')) expect(one).toMatch(/cityTaken|versionConflict/)
  })
})

describe('departments that serve or run another city', () => {
  const version = async (deptId: string) =>
    (await world.owner.query<{ version: number }>('select version from departments where dept_id = $1', [deptId])).rows[0]!.version
  const own = async (call: Parameters<World['send']>[0], deptId: string, more: object) =>
    (await world.send(call, { deptId, version: await version(deptId), ...more }, 'hangzhou')).error
  test('are not renamed, moved or given branches by an account of one city', async () => {
    const shanghai = world.shanghaiOrg
    expect(await own(departmentCalls.deptUpdate, shanghai, { name: '改名' })).toBe('people.beyondScope')
    expect(await own(departmentCalls.deptMove, shanghai, { parentId: world.hangzhouOrg })).toBe('people.beyondScope')
    expect(await own(departmentCalls.deptMove, world.fleetOrg, { parentId: shanghai })).toBe('people.beyondScope')
    expect(await own(departmentCalls.deptDelete, shanghai, {})).toBe('people.beyondScope')
    const below = { parentId: shanghai, name: '分队', deptType: 2, cityIds: [HANGZHOU] }
    expect((await world.send(departmentCalls.deptAdd, below, 'hangzhou')).error).toBe('people.beyondScope')
    await world.owner.query('update departments set city_ids = array[$1::bigint] where dept_id = $2', [SHANGHAI, world.fleetOrg])
    expect(await own(departmentCalls.deptUpdate, world.hangzhouOrg, { name: '改名' })).toBe('people.beyondScope')
    await world.owner.query(`update departments set city_ids = '{}' where dept_id = $1`, [world.fleetOrg])
  })
  test('the account’s own are', async () => {
    expect(await own(departmentCalls.deptUpdate, world.fleetOrg, { name: '西湖一队' })).toBeUndefined()
    expect(await own(departmentCalls.deptMove, world.fleetOrg, { parentId: headquarters })).toBeUndefined()
  })
})

test('a menu entry whose address hides its host behind a name and a password is refused', async () => {
  for (const url of ['https://bank.example:1@evil.example', 'iframe:http://user@evil.example/x'])
    expect([url, (await world.send(menuCalls.menuAdd, { name: '外链', url })).code]).toEqual([url, 400])
  for (const url of ['https://help.example/a@b?x=@', 'iframe:https://help.example:8443'])
    expect([url, (await world.send(menuCalls.menuAdd, { name: '外链', url })).code]).toEqual([url, 0])
})

test('a row that would lie outside the writer’s sight is refused as forbidden, where nothing refused it before, and is no fault of the server', async () => {
  const { orderId } = await addOrder(world)
  await world.owner.query('create policy beyond on order_events as restrictive for insert to app_runtime with check (false)')
  expect((await world.send(orderEditCalls.remark, { orderId, remark: '试' })).code).toBe(403)
  await world.owner.query('drop policy beyond on order_events')
  expect((await world.send(orderEditCalls.remark, { orderId, remark: '试' })).code).toBe(0)
})
