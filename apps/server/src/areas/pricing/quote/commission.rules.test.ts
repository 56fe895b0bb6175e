import { templateA, templateARemote, templateF } from '#demo/pricing/price-templates'
import type { DiscountFunder, FeeLine, LineType } from '@chauffeur/contract/pricing/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceTrip, type TripToPrice } from '../price/index.ts'
import { commission } from './commission.rules.ts'

const trip = (distanceM: number, more: Partial<TripToPrice> = {}): TripToPrice => ({
  departAt: Date.parse('2026-03-14T10:00:00+08:00'),
  utcOffsetMinutes: 480,
  distanceM,
  waiting: { waitS: 0 },
  ...more,
})
const line = (type: LineType, amountFen: number, rule: object = { kind: 'TIP' }) => ({ type, amountFen, rule }) as FeeLine
const coupon = (amountFen: number, funder: DiscountFunder) => line('COUPON', -amountFen, { kind: 'COUPON', funder })
const right = (amountFen: number) => line('RIGHTS', -amountFen, { kind: 'RIGHT' })

describe('what the platform keeps of a fare', () => {
  test('leaves weather, receipts and tip to the driver whole', () => {
    const more = { weatherFen: 800, tipFen: 500, passThrough: [{ type: 'TOLL', amountFen: 1000 }] } as const
    expect(commission(priceTrip(templateA, trip(5000, more)).lines, 2000)).toMatchObject({
      commissionFen: 700,
      driverFen: 3500 - 700 + 800 + 500 + 1000,
    })
  })

  test('is of the long-distance fee too', () => {
    const { lines, subtotalFen } = priceTrip(templateARemote, trip(22_300))
    expect(commission(lines, 2000)).toMatchObject({ commissionBaseFen: subtotalFen, commissionFen: 1810, driverFen: 7240 })
  })

  test('is rounded half a fen up', () => {
    const bands = [{ from: '00:00:00', to: '24:00:00', startFen: 1005, includedM: 5000 }]
    const { lines } = priceTrip({ ...templateF, bands }, trip(1))
    expect(commission(lines, 1500).commissionFen).toBe(151) // 150.75
    expect(commission(lines, 1000).commissionFen).toBe(101) // 100.5
  })

  test('is none of it or all of it, and never more than the fare', () => {
    expect(commission([line('START', 3500)], 0)).toMatchObject({ commissionFen: 0, driverFen: 3500 })
    expect(commission([line('START', 3500)], 10_000)).toMatchObject({ commissionFen: 3500, driverFen: 0 })
    expect(() => commission([], 10_001)).toThrow(RangeError)
  })

  test('is not of what was put right by hand, either way: that is the driver’s', () => {
    const adjusted = (fen: number) => commission([line('START', 3500), line('ADJUST', fen, { kind: 'MANUAL', reason: '多收' })], 2000)
    expect(adjusted(-300)).toMatchObject({ commissionBaseFen: 3500, commissionFen: 700, driverFen: 2500, payableFen: 3200 })
    expect(adjusted(300)).toMatchObject({ commissionFen: 700, driverFen: 3100, payableFen: 3800 })
  })
})

describe('a discount', () => {
  test('costs neither platform nor driver: who funds it makes up for it', () => {
    const plain = commission([line('START', 3500)], 2000)
    for (const off of [coupon(2000, 'PLATFORM'), coupon(3500, 'TENANT'), coupon(1, 'PARTNER'), right(3500)]) {
      const { commissionFen, driverFen, payableFen } = commission([line('START', 3500), off], 2000)
      expect({ commissionFen, driverFen }).toEqual({ commissionFen: plain.commissionFen, driverFen: plain.driverFen })
      expect(payableFen).toBe(3500 + off.amountFen)
    }
  })

  test('is owed by the partner or spent on marketing, by whose it is; a right is always the partner’s', () => {
    const accountOf = (off: FeeLine) => commission([line('START', 3500), off], 2000).funded
    expect(accountOf(coupon(500, 'PLATFORM'))).toEqual([{ funder: 'PLATFORM', account: 'MARKETING_EXPENSE', amountFen: 500 }])
    expect(accountOf(coupon(500, 'TENANT'))).toEqual([{ funder: 'TENANT', account: 'MARKETING_EXPENSE', amountFen: 500 }])
    expect(accountOf(coupon(500, 'PARTNER'))).toEqual([{ funder: 'PARTNER', account: 'PARTNER_RECEIVABLE', amountFen: 500 }])
    expect(accountOf(right(500))).toEqual([{ funder: 'PARTNER', account: 'PARTNER_RECEIVABLE', amountFen: 500 }])
  })
})

test('no fen is lost or made: payable and what is funded are what platform and driver get', () => {
  const types: LineType[] = ['START', 'MILEAGE', 'WAIT', 'REMOTE', 'DYNAMIC', 'WEATHER', 'TOLL', 'TIP', 'ADJUST']
  const charges = fc.array(fc.record({ type: fc.constantFrom(...types), fen: fc.nat(1_000_000) }), { maxLength: 9 })
  fc.assert(
    fc.property(charges, fc.nat(10_000), fc.nat(100_000), fc.boolean(), (some, rateBp, offFen, isRight) => {
      const lines = [...some.map(({ type, fen }) => line(type, fen)), isRight ? right(offFen) : coupon(offFen, 'TENANT')]
      const { payableFen, funded, commissionFen, driverFen } = commission(lines, rateBp)
      expect(payableFen + funded.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(commissionFen + driverFen)
      expect(Number.isInteger(commissionFen)).toBe(true)
    }),
  )
})
