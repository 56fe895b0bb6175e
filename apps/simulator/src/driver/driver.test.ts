import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withdrawalCalls } from '@chauffeur/contract/finance/withdrawal'
import { centre, emptyWallet, No, openForBusiness, type SmallPlatform, startSmallPlatform } from '../../test/small-platform.ts'
import { type Run, startRun } from '../run.ts'
import { type DriverOrder, stepOf } from './trip.ts'

let platform: SmallPlatform
let run: Run | null = null
let lines: string[] = []

beforeEach(async () => {
  platform = await startSmallPlatform()
  openForBusiness(platform)
  lines = []
})
afterEach(async () => {
  run?.stop()
  await run?.ended
  await platform.close()
})

function start(speed: number, drivers = 1, statusEveryS = 0) {
  const operators = [{ username: 'op', password: 'secret' }]
  const rest = { ordersPerMinute: 0, seed: 2, forS: null, byHour: false, withParent: false, statusEveryS, partner: null }
  run = startRun({ ...rest, url: platform.url, drivers, speed, operators }, (line) => lines.push(line))
}
const driverCalls = () =>
  platform.seen
    .filter((call) => call.includes('/driver/v1/') && !/\/(me|positions|wallet)$/.test(call))
    .map((call) => call.replace(/^.*v1\//, ''))

const aPlace = { address: '西湖广场', lat: centre.lat, lng: centre.lng, datum: 'WGS84' as const, pin: 'PICKED' as const, note: '' }
const anOrder: DriverOrder = {
  orderId: '900',
  orderNo: 'D900',
  serviceStatus: 301,
  pickup: aPlace,
  dropoff: { ...aPlace, lat: centre.lat + 0.03 },
  customerName: '',
  contactPhone: '18800000001',
  privacyNumber: null,
  takes: { cash: true, tips: true },
  prepaidFen: 0,
  bookTime: null,
  acceptedAt: null,
  arrivedAt: null,
  departAt: null,
  version: 1,
}

/** Answers the calls of one order; the state is what the platform would have stored. */
function oneOrder(first: { order: DriverOrder | null }) {
  const state = { order: first.order, offered: false, last: { lat: 0, lng: 0 }, bill: 0 }
  const move = (to: DriverOrder['serviceStatus']) => {
    if (!state.order) throw new No(404, 'driver.orderNotFound')
    state.order = { ...state.order, serviceStatus: to }
    return { order: state.order }
  }
  const offer = {
    offerId: '5',
    orderId: '900',
    orderNo: 'D900',
    pickup: anOrder.pickup,
    dropoff: anOrder.dropoff,
    distanceM: 900,
    etaS: 200,
    estimateFen: 5000,
  }
  platform.on(dispatchCalls.positions, ({ positions }) => {
    const newest = positions.at(-1)
    if (newest) state.last = newest
    return { accepted: positions.length, rejected: 0 }
  })
  platform.on(dispatchCalls.me, () => ({
    driverId: '1',
    driverNo: '1',
    name: '1',
    cityId: '330100',
    workStatus: state.order ? ('TO_PICKUP' as const) : ('OFFLINE' as const),
    order: state.order,
  }))
  platform.on(dispatchCalls.offers, async ({ waitS }) => {
    if (state.offered) await new Promise((done) => setTimeout(done, (waitS ?? 0) * 1000).unref())
    const times = { sentAt: new Date().toISOString(), expiresAt: new Date(Date.now() + 15_000).toISOString() }
    return { offers: state.offered ? [] : [{ ...offer, ...times }] }
  })
  platform.on(dispatchCalls.accept, () => {
    state.offered = true
    state.order = anOrder
    return { order: anOrder }
  })
  platform.on(dispatchCalls.arrive, () => move(302))
  platform.on(dispatchCalls.depart, () => move(303))
  platform.on(dispatchCalls.end, () => move(304))
  platform.on(dispatchCalls.file, ({ cashCollected }, { key }) => {
    expect(key).not.toBe('')
    expect(cashCollected).toBeTypeOf('boolean')
    const filed = move(501)
    state.order = null
    state.offered = true
    state.bill++
    return { ...filed, lines: [], totalFen: 5000 }
  })
  return state
}

test('a driver takes an offer, comes to the customer, drives there and files the bill once', async () => {
  const state = oneOrder({ order: null })
  let arrivedAt = state.last
  platform.on(dispatchCalls.arrive, () => {
    arrivedAt = state.last
    state.order = { ...anOrder, serviceStatus: 302 }
    return { order: state.order }
  })
  start(3000)
  await vi.waitFor(() => expect(state.bill).toBe(1), 30_000)
  expect(driverCalls().slice(0, 11)).toEqual([
    'app',
    'code',
    'sign-in',
    'online',
    'withdrawals',
    'offers/stream',
    'offers/5/accept',
    'orders/900/arrive',
    'orders/900/depart',
    'orders/900/end',
    'orders/900/file',
  ])
  expect(Math.abs(arrivedAt.lat - centre.lat)).toBeLessThan(0.0002)
  expect(Math.abs(state.last.lat - (anOrder.dropoff?.lat ?? 0))).toBeLessThan(0.0002)
})

test('a driver found in the middle of a trip finishes it', async () => {
  const state = oneOrder({ order: { ...anOrder, serviceStatus: 303 } })
  start(3000)
  await vi.waitFor(() => expect(state.bill).toBe(1), 30_000)
  expect(driverCalls().filter((call) => call.startsWith('orders'))).toEqual(['orders/900/end', 'orders/900/file'])
})

test('a driver whose session was ended signs in again and goes on with the order', async () => {
  const state = oneOrder({ order: null })
  let ended = false
  platform.on(dispatchCalls.depart, () => {
    if (!ended) {
      ended = true
      throw new No(401, '')
    }
    state.order = { ...anOrder, serviceStatus: 303 }
    return { order: state.order }
  })
  start(3000)
  await vi.waitFor(() => expect(state.bill).toBe(1), 30_000)
  expect(driverCalls().filter((call) => call === 'sign-in')).toHaveLength(2)
}, 60_000)

test('a driver whose customer cancelled is free for the next offer', async () => {
  const state = oneOrder({ order: null })
  platform.on(dispatchCalls.arrive, () => {
    state.order = null
    throw new No(40900, 'driver.wrongState')
  })
  start(3000)
  await vi.waitFor(() => expect(driverCalls().at(-1)).toBe('offers/stream'), 30_000)
  await vi.waitFor(() => expect(driverCalls().filter((call) => call === 'offers/stream').length).toBeGreaterThan(1), 30_000)
  expect(state.bill).toBe(0)
}, 60_000)

test('a telephone the platform does not know is given up instead of being tried for ever', async () => {
  platform.on(dispatchCalls.signIn, () => {
    throw new No(40030, 'driver.badCode')
  })
  platform.on(dispatchCalls.sendCode, () => ({ expiresInS: 1 }))
  start(8, 1, 1)
  // The second refusal is counted a moment after it was sent.
  await vi.waitFor(() => expect(lines.at(-1)).toContain('unknownDrivers 1'), 30_000)
  expect(driverCalls().filter((call) => call === 'sign-in')).toHaveLength(2)
}, 60_000)

test('of drivers who begin a shift with money in the wallet some take part of it out, to accounts of every sort; one that is refused is corrected', async () => {
  platform.on(withdrawalCalls.wallet, () => ({ ...emptyWallet, availableFen: 80_000, withdrawableFen: 80_000 }))
  const account = { holderName: '模拟司机', bankName: '工商银行', numberMasked: '****1234' }
  const at = new Date().toISOString()
  const given: string[] = []
  platform.on(withdrawalCalls.saveAccount, ({ way, accountNo }) => {
    given.push(accountNo)
    return { way, ...account, changedAt: at, usableAt: at }
  })
  const asked: number[] = []
  const row = (amountFen: number) => {
    const fen = { applyFen: amountFen, feeFen: 0, taxFen: 0, netFen: amountFen }
    return { withdrawalId: '1', withdrawNo: 'W1', way: 'WX_SINGLE' as const, account, ...fen, createdAt: at, cancellable: true }
  }
  platform.on(withdrawalCalls.apply, ({ amountFen }) => {
    asked.push(amountFen)
    return { ...row(amountFen), state: 10 as const, step: null }
  })
  platform.on(withdrawalCalls.cancel, () => ({ ...row(100), state: 90 as const, step: null }))
  let refused = 1
  platform.on(withdrawalCalls.withdrawals, () => {
    const step = {
      kind: 'CORRECT_ACCOUNT' as const,
      text: '收款人姓名与账户不符',
      merchantNo: null,
      appId: null,
      confirmPackage: null,
      confirmUntil: null,
    }
    const rows = refused-- > 0 ? [{ ...row(20_000), state: 60 as const, step }] : []
    return { rows, total: rows.length, totalCapped: false, pageNo: 1, pageSize: 5 }
  })
  start(1, 24)
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1), 30_000)
  expect(asked.every((fen) => [20_000, 40_000, 80_000].includes(fen))).toBe(true)
  expect(asked.length).toBeLessThan(16)
  expect(given.length).toBeGreaterThan(asked.length)
  expect(given[0]).toMatch(/^oSim\d+$/)
}, 60_000)

test('what an order asks of the driver follows from its state alone', () => {
  expect([301, 302, 303, 304].map((status) => stepOf(status as DriverOrder['serviceStatus']))).toEqual([
    'goToPickup',
    'waitForCustomer',
    'drive',
    'file',
  ])
  expect(([102, 180, 403, 404, 405, 501, 502, 506] as const).map(stepOf)).toEqual(Array(8).fill(null))
})
