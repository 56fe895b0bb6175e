import { channelCalls } from '@chauffeur/contract/partner/channel'
import { deskCustomerCalls } from '@chauffeur/contract/customer/card'
import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import { driverCalls } from '@chauffeur/contract/driver/list'
import type { Found } from '@chauffeur/contract/kernel/find'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyCustomers } from '../search/index.ts'
import { addDriver, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
let hangzhouCustomer: string
let shanghaiCustomer: string
beforeAll(async () => {
  world = await makeWorld()
  const made = await world.owner.query<{ customer_id: string }>(
    `insert into customers (tenant_id, phone, name, city_id) values
      ($1, '13900001111', '方先生', $2), ($1, '13900002222', '方女士', $3), ($1, '13900003333', '东方先生', $2) returning customer_id`,
    [world.tenantA, HANGZHOU, SHANGHAI],
  )
  hangzhouCustomer = made.rows[0]!.customer_id
  shanghaiCustomer = made.rows[1]!.customer_id
  await keyCustomers(world.app.platform)
})
afterAll(() => world.close())

const found = async (call: { method: string; path: string }, input: Record<string, unknown>, as: Person = 'all') =>
  ((await world.send(call, input, as)) as unknown as { data: { rows: Found[] } }).data.rows
const names = (rows: readonly Found[]) => rows.map(({ name }) => name)

test('a customer is found by a part of a name or its initials, within sight', async () => {
  expect(names(await found(deskCustomerCalls.findCustomers, { keyword: '方' })).toSorted()).toEqual(['东方先生', '方先生', '方女士'])
  expect(names(await found(deskCustomerCalls.findCustomers, { keyword: 'dfx' }))).toEqual(['东方先生'])
  expect(names(await found(deskCustomerCalls.findCustomers, { keyword: '方' }, 'hangzhou')).toSorted()).toEqual(['东方先生', '方先生'])
  expect(names(await found(deskCustomerCalls.findCustomers, { keyword: '方女' }))).toEqual(['方女士'])
  expect(await found(deskCustomerCalls.findCustomers, { keyword: '方' }, 'nowhere')).toEqual([])
})

test('a customer is found by a whole telephone only, and shows it masked to whoever sees them masked', async () => {
  const [whole] = await found(deskCustomerCalls.findCustomers, { keyword: '13900001111' })
  expect(whole).toMatchObject({ id: hangzhouCustomer, name: '方先生', place: '杭州市', off: false })
  for (const copied of ['139 0000 1111', '+86 139-0000-1111', '8613900001111'])
    expect(await found(deskCustomerCalls.findCustomers, { keyword: copied }), copied).toMatchObject([{ id: hangzhouCustomer }])
  expect(await found(deskCustomerCalls.findCustomers, { keyword: '1390000' })).toEqual([])
  expect(await found(deskCustomerCalls.findCustomers, { keyword: '13900001111' }, 'partner')).toEqual([])
})

test('what was chosen before keeps its name, and nobody learns the name of what they do not see', async () => {
  const ids = [shanghaiCustomer, hangzhouCustomer]
  expect(names(await found(deskCustomerCalls.findCustomers, { ids })).toSorted()).toEqual(['方先生', '方女士'])
  expect(names(await found(deskCustomerCalls.findCustomers, { ids }, 'hangzhou'))).toEqual(['方先生'])
  expect(await found(deskCustomerCalls.findCustomers, { ids: [] })).toEqual([])
})

test('drivers, enterprises and channels are found within sight', async () => {
  const driverId = await addDriver(world, { cityId: HANGZHOU, phone: '13766180001' })
  await addDriver(world, { cityId: SHANGHAI, orgId: null })
  for (const copied of ['13766180001', '137 6618 0001', '+86-137-6618-0001'])
    expect(await found(driverCalls.find, { keyword: copied }), copied).toMatchObject([{ id: driverId }])
  expect(await found(driverCalls.find, { keyword: '+86 137 6618 0001' }, 'partner')).toEqual([])
  const drivers = await found(driverCalls.find, {})
  const [first] = drivers
  expect(await found(driverCalls.find, { keyword: first!.fact })).toMatchObject([{ id: first!.id }])
  expect(await found(driverCalls.find, { ids: [first!.id] })).toEqual([first])
  const hangzhou = await found(driverCalls.find, {}, 'hangzhou')
  expect(new Set(hangzhou.map(({ place }) => place))).toEqual(new Set(['杭州市']))
  expect(hangzhou.length).toBeLessThan(drivers.length)
  expect(new Set((await found(driverCalls.find, { cityId: SHANGHAI })).map(({ place }) => place))).toEqual(new Set(['上海市']))

  await world.owner.query(
    `insert into enterprises (tenant_id, name, credit_code, pay_mode, state, city_ids) values
      ($1, '甲公司', 'X1', 'PREPAID', 'ACTIVE', array[$2::bigint]), ($1, '乙公司', 'X2', 'PREPAID', 'STOPPED', array[$3::bigint])`,
    [world.tenantA, HANGZHOU, SHANGHAI],
  )
  expect(await found(enterpriseCalls.findEnterprises, { keyword: '公司' })).toMatchObject([
    { name: '乙公司', fact: 'X2', off: true },
    { name: '甲公司', off: false },
  ])
  expect(names(await found(enterpriseCalls.findEnterprises, { keyword: '公司' }, 'hangzhou'))).toEqual(['甲公司'])

  expect(names(await found(channelCalls.find, { keyword: 'BANK' }))).toEqual(['银行渠道'])
  expect(names(await found(channelCalls.find, {}, 'partner'))).toEqual(['银行渠道'])
  expect(await found(channelCalls.find, {}, 'nowhere')).toEqual([])
})
