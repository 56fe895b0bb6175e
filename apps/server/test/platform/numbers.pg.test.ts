import { driverFileCalls } from '@chauffeur/contract/driver/file'
import { orderCalls } from '@chauffeur/contract/order/list'
import { withdrawalCalls } from '@chauffeur/contract/finance/withdrawal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { post } from '#areas/finance/ledger'
import { readIdCard } from '#areas/driver/file'
import { documentNo } from '#platform/database/document-number'
import { wholeTenant } from '#platform/database/scope'
import { as, driverAt, placeCall } from '../drivers.ts'
import { HANGZHOU, makeWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

/** A card with its check digit. */
const cardOf = (n: number) =>
  '0123456789X'
    .split('')
    .map((check) => `33010619900307${String(n + 1).padStart(3, '0')}${check}`)
    .find(readIdCard)

test('the ten-millionth order has a number of its own, whole, and is found by it and by its last six digits', async () => {
  await world.owner.query(`select setval('order_numbers', 9999997), setval('booking_numbers', 9999997)`)
  const placed = []
  for (let n = 0; n < 12; n++) placed.push(await placeCall(world))
  const serials = placed.map(({ orderNo }) => orderNo.replace(/^D\d{6}/, ''))
  expect(serials).toEqual(Array.from({ length: 12 }, (_, n) => String(9_999_998 + n)))
  const bookings = await world.owner.query<{ serial: string }>(`select substr(booking_no, 8) as serial from bookings order by booking_id`)
  expect(bookings.rows.map(({ serial }) => serial)).toEqual(serials)
  const found = async (keyword: string) =>
    ((await world.send(orderCalls.list, { keyword })).data as { rows: { orderId: string }[] }).rows.map(({ orderId }) => orderId)
  const tenth = placed[9]!
  expect(await found(tenth.orderNo)).toEqual([tenth.orderId])
  expect(await found(tenth.orderNo.slice(-6))).toContain(tenth.orderId)
})

test('the ten-millionth withdrawal is applied for, and the one after it', async () => {
  await world.owner.query(`insert into document_serials (tenant_id, series, last) values ($1, 'WITHDRAWAL', 9999999)`, [world.tenantA])
  const numbers = []
  for (let n = 0; n < 2; n++) {
    const driver = await driverAt(world, null, 'OFFLINE')
    const entry = { tenantId: world.tenantA, businessType: 'ORDER', businessId: String(800_000 + n), step: 'PAID', memo: `D${n}` }
    await world.app.platform.db.write(wholeTenant(world.tenantA), (tx) =>
      post(tx, { ...entry, actor: { type: 'TIMER', id: null } }, [
        { account: { ownerType: 'PLATFORM', ownerId: '0', kind: 'CASH_WX' }, side: 'D', amountFen: 20_000 },
        { account: { ownerType: 'DRIVER', ownerId: driver.driverId, kind: 'DRIVER_AVAILABLE' }, side: 'C', amountFen: 20_000 },
      ]),
    )
    const call = as(world, driver)
    await call(withdrawalCalls.saveAccount, { way: 'BANK', holderName: '王师傅', bankName: '工商银行', accountNo: '6222020200112233445' })
    numbers.push(((await call(withdrawalCalls.apply, { amountFen: 10_000, way: 'BANK' })).data as { withdrawNo: string }).withdrawNo)
  }
  expect(numbers.map((withdrawNo) => withdrawNo.replace(/^W\d{6}/, ''))).toEqual(['10000000', '10000001'])
})

test('the millionth driver has a number of their own, and one that was given by hand is passed over', async () => {
  const add = async (n: number, driverNo?: string) => {
    const file = {
      name: '王建国',
      phone: `1390000888${n}`,
      idCardNo: cardOf(n),
      licenceClass: 'C1',
      licenceFirstIssue: '2012-05-01',
      licenceExpire: '2032-05-01',
      cityId: HANGZHOU,
      serviceTypes: ['TRIP'],
      listenRadiusM: 5000,
      verified: true,
    }
    const { code, data } = await world.send(driverFileCalls.save, { ...file, ...(driverNo && { driverNo }) })
    return [code, (data as { driverNo?: string }).driverNo]
  }
  await world.owner.query(`insert into document_serials (tenant_id, series, last) values ($1, 'DRIVER', 999998)`, [world.tenantA])
  expect(await add(0, 'N1000000')).toEqual([0, 'N1000000'])
  expect(await add(1)).toEqual([0, 'N999999'])
  expect(await add(2)).toEqual([0, 'N1000001'])
})

test('a tenant counts its own serials, from one and without a gap, also where a transaction fell through or two came at once', async () => {
  const next = (tenantId: string, fail = false) =>
    world.app.platform.db
      .write(wholeTenant(tenantId), async (tx) => {
        const { no } = await tx.selectNoFrom(documentNo('DRIVER', tenantId).as('no')).executeTakeFirstOrThrow()
        if (fail) throw new Error(no)
        return no
      })
      .catch((error: Error) => `not ${error.message}`)
  expect([await next(world.tenantB), await next(world.tenantB, true), await next(world.tenantB)]).toEqual([
    'N000001',
    'not N000002',
    'N000002',
  ])
  const given = await Promise.all(Array.from({ length: 12 }, (_, n) => next(world.tenantB, n % 3 === 0)))
  expect(given.filter((no) => no.startsWith('N')).sort()).toEqual(Array.from({ length: 8 }, (_, n) => `N${String(n + 3).padStart(6, '0')}`))
})
