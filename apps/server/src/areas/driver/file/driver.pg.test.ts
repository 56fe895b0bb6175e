import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { withdrawalCalls } from '@chauffeur/contract/finance/withdrawal'
import { driverCalls } from '@chauffeur/contract/driver/list'
import { driverFileCalls } from '@chauffeur/contract/driver/file'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inAppOf } from '#test/notices'
import { as, driverAt, offersOf, placeCall, seenAt, signInByCode, until, workStatus } from '#test/drivers'
import { messagesIn } from '#test/harness/messages'
import { addDriver, addOrder, HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'
import { readIdCard } from './driver-file.rules.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ engine: true })
})
afterAll(() => world.close())

let cards = 0
/** A card nobody else has, of somebody born in 1990. */
const freshCard = () => {
  const start = `33010619900307${String(++cards).padStart(3, '0')}`
  return '0123456789X'
    .split('')
    .map((check) => start + check)
    .find((number) => readIdCard(number)) as string
}
const file = (more: Record<string, unknown> = {}) => ({
  name: '王建国',
  phone: `1390000${String(++cards).padStart(4, '0')}`,
  idCardNo: freshCard(),
  licenceClass: 'C1',
  licenceFirstIssue: '2012-05-01',
  licenceExpire: '2032-05-01',
  cityId: HANGZHOU,
  orgId: world.fleetOrg,
  serviceTypes: ['TRIP'],
  listenRadiusM: 5000,
  verified: true,
  ...more,
})
const save = (more: Record<string, unknown> = {}, who: Parameters<World['send']>[2] = 'all', headers = {}) =>
  world.send(driverFileCalls.save, file(more), who, headers)
const info = async (driverId: string, who: Parameters<World['send']>[2] = 'all') =>
  (await world.send(driverFileCalls.info, { driverId }, who)).data as Record<string, never>

/** Somebody of tenant A with these authorities and no others. */
async function withOnly(codes: readonly string[]): Promise<'weak'> {
  const { userId } = world.people.weak
  await world.owner.query(
    `with role as (insert into roles (tenant_id, name) select tenant_id, '只改资料' from users where user_id = $1 returning tenant_id, role_id),
       given as (insert into role_functions (tenant_id, role_id, function_code) select tenant_id, role_id, unnest($2::text[]) from role)
     insert into user_roles (tenant_id, user_id, role_id) select tenant_id, $1, role_id from role`,
    [userId, codes],
  )
  return 'weak'
}

describe('adding a driver', () => {
  test('makes somebody who can sign in and go on duty; the card is stored sealed and shown by its last four', async () => {
    const idCardNo = freshCard()
    const added = await save({ idCardNo, phone: '13955550001', driverNo: 'HZ-900' })
    expect(added).toMatchObject({ code: 0, data: { driverNo: 'HZ-900', version: 1 } })
    const { driverId } = added.data as { driverId: string }
    expect(await info(driverId)).toMatchObject({
      name: '王建国',
      gender: Number(idCardNo[16]) % 2 === 1 ? 'MALE' : 'FEMALE',
      birthDate: '1990-03-07',
      idCard: `**************${idCardNo.slice(-4)}`,
      licenceFirstIssue: '2012-05-01',
      qualification: 50,
      walletFen: null,
      allowedActions: ['edit', 'disable', 'remark'],
    })
    const stored = await world.owner.query<{ all: string }>('select d::text as all from drivers d where driver_id = $1', [driverId])
    expect(stored.rows[0]!.all).not.toContain(idCardNo)
    const log = await world.owner.query<{ all: string }>(`select string_agg(l::text, '') as all from operation_logs l`)
    expect(log.rows[0]!.all).not.toContain(idCardNo)
    expect((await world.send(dispatchCalls.goOnline, {}, await signInByCode(world, '13955550001'))).code).toBe(0)
  })

  test('whoever may not see telephones changes the rest without knowing them', async () => {
    const added = await save({ phone: '13955550011', emergencyContact: '李女士', emergencyPhone: '13955550012' })
    const { driverId, version } = added.data as { driverId: string; version: number }
    const clerk = await withOnly(['driver.view', 'driver.edit'])
    expect(await info(driverId, clerk)).toMatchObject({ phone: '139****0011', emergencyPhone: '139****0012' })
    const changed = { driverId, version, idCardNo: '', phone: '', emergencyContact: '李女士', emergencyPhone: '', name: '王建军' }
    expect(await save(changed, clerk)).toMatchObject({ code: 0, data: { version: version + 1 } })
    expect(await info(driverId)).toMatchObject({ name: '王建军', phone: '13955550011', emergencyPhone: '13955550012' })
    // Who sees it and leaves it empty means that there is none.
    expect((await save({ ...changed, version: version + 1 })).code).toBe(0)
    expect(await info(driverId)).toMatchObject({ phone: '13955550011', emergencyPhone: '' })
    expect(await save({ phone: '' }, clerk)).toMatchObject({ error: 'driver.fileInvalid', data: { fields: [{ path: 'phone' }] } })
  })

  test('without the papers checked the driver cannot go on duty until they are', async () => {
    const added = await save({ verified: false, phone: '13955550002' })
    const { driverId, version } = added.data as { driverId: string; version: number }
    const token = await signInByCode(world, '13955550002')
    expect((await world.send(dispatchCalls.goOnline, {}, token)).error).toBe('driver.notQualified')
    expect((await save({ driverId, version, idCardNo: '', phone: '13955550002' })).code).toBe(0)
    expect((await world.send(dispatchCalls.goOnline, {}, token)).code).toBe(0)
  })

  test('a telephone, a card or a number has one driver, also beyond what the operator sees', async () => {
    const idCardNo = freshCard()
    expect((await save({ idCardNo, phone: '13955550003', driverNo: 'SH1', cityId: SHANGHAI, orgId: world.shanghaiOrg })).code).toBe(0)
    expect((await save({ phone: '13955550003' }, 'hangzhou')).error).toBe('driver.phoneTaken')
    expect((await save({ idCardNo: idCardNo.toLowerCase() }, 'hangzhou')).error).toBe('driver.idCardTaken')
    expect((await save({ driverNo: 'SH1' }, 'hangzhou')).error).toBe('driver.numberTaken')
    expect((await save({ phone: '13955550003', orgId: '', idCardNo }, 'other')).code).toBe(0)
  })

  test('a date that slipped into the wrong field is no driver number', async () => {
    const refused = await save({ driverNo: '2030-06-01' })
    expect(refused.code).toBe(400)
    expect(JSON.stringify(refused.data)).toContain('driverNo')
  })

  test('names the field that is wrong', async () => {
    const refused = await save({ idCardNo: '330106199003071233', licenceExpire: '2020-01-01' })
    expect(refused.error).toBe('driver.fileInvalid')
    expect((refused.data as { fields: { path: string }[] }).fields.map(({ path }) => path)).toEqual(['idCardNo', 'licenceExpire'])
  })

  test('stays within the operator’s cities and organisations', async () => {
    expect((await save({ cityId: SHANGHAI, orgId: world.shanghaiOrg }, 'hangzhou')).error).toBe('driver.cityOutOfScope')
    expect((await save({ orgId: world.shanghaiOrg })).error).toBe('driver.orgOutOfScope')
    expect((await save({ orgId: '' }, 'company')).error).toBe('driver.orgOutOfScope')
    expect((await save({}, 'company')).code).toBe(0)
  })

  test('sent twice it happens once', async () => {
    const body = file()
    const send = () => world.send(driverFileCalls.save, body, 'all', { 'idempotency-key': 'add-twice' })
    const [first, second] = [await send(), await send()]
    expect(first.code).toBe(0)
    expect(second.data).toEqual(first.data)
  })

  test('a change on top of somebody else’s is refused', async () => {
    const body = file()
    const { driverId, version } = (await world.send(driverFileCalls.save, body)).data as { driverId: string; version: number }
    expect((await world.send(driverFileCalls.save, { ...body, idCardNo: '', driverId, version, name: '王建军' })).code).toBe(0)
    expect((await world.send(driverFileCalls.save, { ...body, idCardNo: '', driverId, version, name: '王建民' })).error).toBe(
      'driver.versionConflict',
    )
    expect((await info(driverId)).name).toBe('王建军')
  })
})

const disable = (driverId: string, disable = true, more: { freezeWallet?: boolean } = {}) =>
  world.send(driverFileCalls.disable, { driverId, disable, reason: disable ? '乘客投诉' : '复训合格', ...more })

describe('disabling a driver', () => {
  test('who waits for orders: off duty at once, not back on duty, until enabled again', async () => {
    const driver = await driverAt(world, 3_000)
    expect((await disable(driver.driverId, true, { freezeWallet: false })).data).toEqual({ afterTrip: false, walletFrozen: false })
    expect(await workStatus(world, driver)).toBe('OFFLINE')
    expect((await as(world, driver)(dispatchCalls.goOnline)).error).toBe('driver.notQualified')
    expect(await info(driver.driverId)).toMatchObject({ disabledReason: '乘客投诉', qualification: 70, disablesAfterTrip: false })
    expect((await disable(driver.driverId)).error).toBe('driver.alreadyDisabled')
    expect((await disable(driver.driverId, false)).code).toBe(0)
    expect((await disable(driver.driverId, false)).error).toBe('driver.notDisabled')
    expect(await inAppOf(world, driver, /APP_SUSPENDED|APP_REINSTATED/)).toEqual([
      'APP_SUSPENDED 公司已暂停您接单，原因：乘客投诉。如有疑问请联系公司。',
      'APP_REINSTATED 您的接单资格已恢复，各项检查合格后即可上线。',
    ])
    expect((await as(world, driver)(dispatchCalls.goOnline)).code).toBe(0)
    await as(world, driver)(dispatchCalls.goOffline)
  })

  test('who has an order: the trip goes on to its bill, then the driver is off duty', async () => {
    const driver = await driverAt(world, 100)
    const placed = await placeCall(world)
    const [offer] = await until(async () => (await offersOf(world, driver)).length && offersOf(world, driver), 'offer')
    const call = as(world, driver)
    expect((await call(dispatchCalls.accept, { id: offer!.offerId })).code).toBe(0)
    expect((await disable(driver.driverId)).data).toEqual({ afterTrip: true, walletFrozen: true })
    expect(await workStatus(world, driver)).toBe('TO_PICKUP')
    expect(await info(driver.driverId)).toMatchObject({ disablesAfterTrip: true, currentOrderId: placed.orderId })
    seenAt(world, driver.driverId, 0)
    for (const step of [dispatchCalls.arrive, dispatchCalls.depart])
      expect((await call(step, { id: placed.orderId, lat: 30.27, lng: 120.15 })).code).toBe(0)
    expect((await call(dispatchCalls.end, { id: placed.orderId, lat: 30.27, lng: 120.15, reason: '客户下车' })).code).toBe(0)
    expect((await call(dispatchCalls.file, { id: placed.orderId })).code).toBe(0)
    expect(await workStatus(world, driver)).toBe('OFFLINE')
    // The session was good for the trip, and ends with it.
    world.app.platform.forgetSession()
    expect((await call(dispatchCalls.goOnline)).code).toBe(401)
    expect((await info(driver.driverId)).today).toMatchObject({ served: 1, asked: 1, accepted: 1 })
  })

  test('who is being asked: the offer goes to somebody else', async () => {
    const driver = await driverAt(world, 100)
    await placeCall(world)
    await until(async () => (await offersOf(world, driver)).length, 'offer')
    const other = await driverAt(world, 200)
    expect((await disable(driver.driverId)).data).toEqual({ afterTrip: false, walletFrozen: true })
    expect(await workStatus(world, driver)).toBe('OFFLINE')
    await until(async () => (await offersOf(world, other)).length, 'offer to the other')
    await as(world, other)(dispatchCalls.goOffline)
  })
})

describe('the wallet of a disabled driver', () => {
  const account = { way: 'BANK', holderName: '张三', bankName: '招商银行', accountNo: '6225880112345678' }
  const signIn = async (phone: string) => {
    await world.send(dispatchCalls.sendCode, { tenantId: world.tenantA, phone }, '')
    const code = /\d{6}/.exec((await messagesIn(world, phone)).at(-1)!.body)![0]
    return world.send(dispatchCalls.signIn, { tenantId: world.tenantA, phone, code }, '')
  }

  test('is frozen unless it is left open: the driver is signed out, signs in no more and takes nothing out, until enabled', async () => {
    const driver = await driverAt(world, null, 'OFFLINE')
    const call = as(world, driver)
    expect((await call(withdrawalCalls.saveAccount, account)).code).toBe(0)
    expect((await disable(driver.driverId)).data).toEqual({ afterTrip: false, walletFrozen: true })
    expect((await call(withdrawalCalls.saveAccount, account)).code).toBe(401)
    const refused = await signIn(driver.phone)
    expect(refused).toMatchObject({
      error: 'driver.accountDisabled',
      message: '账号已停用，暂时不能登录；账户余额不受影响，如有疑问请联系客服',
    })
    expect(await info(driver.driverId)).toMatchObject({ walletFrozen: true })
    const { rows } = await world.owner.query<{ after: object }>(
      `select after from operation_logs where call = 'driver-file.disable' or object_id = $1 order by at desc limit 1`,
      [driver.driverId],
    )
    expect(rows[0]!.after).toMatchObject({ disabled: true, walletFrozen: true })

    expect((await disable(driver.driverId, false)).code).toBe(0)
    expect(await info(driver.driverId)).toMatchObject({ walletFrozen: false })
    const signedIn = await signIn(driver.phone)
    expect(signedIn.code).toBe(0)
    expect((await call(withdrawalCalls.saveAccount, account)).code).toBe(401)
    expect((await world.send(withdrawalCalls.saveAccount, account, (signedIn.data as { token: string }).token)).code).toBe(0)
  })

  test('left open can be emptied, and that is all the driver may do', async () => {
    const driver = await driverAt(world, null, 'OFFLINE')
    expect((await disable(driver.driverId, true, { freezeWallet: false })).data).toEqual({ afterTrip: false, walletFrozen: false })
    const { token } = (await signIn(driver.phone)).data as { token: string }
    expect((await world.send(withdrawalCalls.saveAccount, account, token)).code).toBe(0)
    expect((await world.send(withdrawalCalls.apply, { amountFen: 1_000, way: 'BANK' }, token)).error).not.toBe('withdrawal.walletFrozen')
    expect((await world.send(dispatchCalls.goOnline, { lat: 30.27, lng: 120.15 }, token)).error).toBe('driver.notQualified')
  })

  test('frozen in mid-trip the trip goes on, the money stays', async () => {
    const driver = await driverAt(world, null, 'DRIVING')
    expect((await disable(driver.driverId)).data).toEqual({ afterTrip: true, walletFrozen: true })
    for (const [call, input] of [
      [withdrawalCalls.apply, { amountFen: 1_000, way: 'BANK' }],
      [withdrawalCalls.saveAccount, account],
    ] as const)
      expect((await world.send(call, input, driver.token)).error).toBe('withdrawal.walletFrozen')
  })
})

describe('remarks', () => {
  test('are added with their author, the newest first, and never changed', async () => {
    const driverId = await addDriver(world)
    const order = await addOrder(world, { driverId, orgId: world.fleetOrg })
    const remark = (more: object) => world.send(driverFileCalls.remark, { driverId, type: 'NOTE', text: '熟悉路线', ...more })
    expect((await remark({})).code).toBe(0)
    expect((await remark({ type: 'COMPLAINT', text: '绕路', orderNo: order.orderNo })).code).toBe(0)
    expect((await remark({ orderNo: 'D999999' })).error).toBe('driver.remarkOrder')
    expect((await info(driverId)).remarks).toMatchObject([
      { type: 'COMPLAINT', text: '绕路', orderNo: order.orderNo, orderId: order.orderId, authorName: 'all' },
      { type: 'NOTE', text: '熟悉路线', orderNo: '', orderId: null },
    ])
    await expect(world.app.platform.db.runtime.query(`update driver_remarks set text = 'x'`)).rejects.toThrow('permission denied')
  })
})

describe('lists and maps', () => {
  const ids = async (call: { method: string; path: string }, input: object, who: Parameters<World['send']>[2] = 'all') =>
    ((await world.send(call, { pageSize: 200, ...input }, who)).data as { rows: { driverId: string }[] }).rows.map((row) => row.driverId)

  test('organisation drivers are those of organisations, and an organisation’s people see their own only', async () => {
    const [none, fleet, company, shanghai] = [
      await addDriver(world, { orgId: null }),
      await addDriver(world, { orgId: world.fleetOrg }),
      await addDriver(world, { orgId: world.hangzhouOrg }),
      await addDriver(world, { orgId: world.shanghaiOrg, cityId: SHANGHAI }),
    ]
    const all = await ids(driverCalls.orgList, {})
    expect([none, fleet, company, shanghai].map((id) => all.includes(id))).toEqual([false, true, true, true])
    expect(await ids(driverCalls.list, {})).toContain(none)
    const own = await ids(driverCalls.orgList, {}, 'company')
    expect([none, fleet, company, shanghai].map((id) => own.includes(id))).toEqual([false, true, true, false])
    const below = await ids(driverCalls.orgList, { orgId: world.hangzhouOrg })
    expect([fleet, company, shanghai].map((id) => below.includes(id))).toEqual([true, true, false])
    expect(await ids(driverCalls.orgList, { orgId: world.shanghaiOrg }, 'company')).toEqual([])
    expect(await ids(driverCalls.list, { disabled: true })).not.toContain(fleet)
  })

  test('organisations of a city are its company and what is below', async () => {
    const names = async (cityId?: string, who: Parameters<World['send']>[2] = 'all') =>
      ((await world.send(driverCalls.orgs, { cityId }, who)).data as { rows: { name: string }[] }).rows.map((row) => row.name).sort()
    expect(await names(HANGZHOU)).toEqual(['杭州公司', '西湖车队'])
    expect(await names(SHANGHAI)).toEqual(['上海公司'])
    expect(await names(SHANGHAI, 'company')).toEqual([])
  })

  test('the street of a driver on duty is told, of one off duty not', async () => {
    const driver = await driverAt(world, 50)
    const street = () => world.send(driverCalls.street, { driverId: driver.driverId })
    expect((await street()).data).toMatchObject({ place: { freshness: 'FRESH', datum: 'WGS84' } })
    await as(world, driver)(dispatchCalls.goOffline)
    expect((await street()).data).toEqual({ place: null })
  })

  test('orders that look for a driver are told with their place and when the search gives up, within the scope', async () => {
    const order = await addOrder(world, { status: 180, orgId: world.hangzhouOrg })
    const waiting = async (who: Parameters<World['send']>[2]) =>
      ((await world.send(driverCalls.waiting, {}, who)).data as { rows: { orderId: string; lat: number; searchEndsAt: string | null }[] })
        .rows
    const seen = async () => (await waiting('company')).find((row) => row.orderId === order.orderId)
    expect(await seen()).toMatchObject({ lat: 30.27, searchEndsAt: null })
    const endsAt = '2099-01-01T00:00:00.000Z'
    await world.owner.query(
      `insert into dispatch_searches (tenant_id, booking_id, city_id, params, ends_at, next_round_at)
       select tenant_id, booking_id, city_id, '{}', $2, 'infinity' from orders where order_id = $1`,
      [order.orderId, endsAt],
    )
    expect(await seen()).toMatchObject({ searchEndsAt: endsAt })
    await world.owner.query(`update dispatch_searches set state = 'CANCELLED', ended_at = now() where booking_id = $1`, [order.bookingId])
    expect(await waiting('other')).toEqual([])
    expect(await waiting('nowhere')).toEqual([])
  })
})

test('cities of organisations’ drivers are those where one drives, in sight of who asks; a driver of no organisation makes none', async () => {
  const cities = async (as: Parameters<World['send']>[2] = 'other') =>
    ((await world.send(driverCalls.orgOpenCities, {}, as)).data as { rows: { cityId: string }[] }).rows.map(({ cityId }) => cityId)
  await addDriver(world, { tenantId: world.tenantB, orgId: null })
  expect(await cities()).toEqual([])
  const { rows } = await world.owner.query<{ dept_id: string }>('select dept_id from departments where tenant_id = $1', [world.tenantB])
  await addDriver(world, { tenantId: world.tenantB, orgId: rows[0]!.dept_id })
  expect(await cities()).toEqual([HANGZHOU])
  await addDriver(world, { cityId: SHANGHAI, orgId: world.shanghaiOrg })
  await addDriver(world)
  expect((await cities('all')).sort()).toEqual([HANGZHOU, SHANGHAI].sort())
  expect(await cities('hangzhou')).toEqual([HANGZHOU])
  expect(await cities('nowhere')).toEqual([])
})
