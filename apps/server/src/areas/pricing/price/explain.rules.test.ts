import { describe, expect, test } from 'vitest'
import { type BillRule, coverWords, reasonOf, yuan } from './explain.rules.ts'

const en = (rule: BillRule) => reasonOf(rule).en
const zh = (rule: BillRule) => reasonOf(rule).zh

const wait = {
  kind: 'WAIT',
  style: 'PER_MIN_CEIL',
  waitS: 900,
  countedS: 300,
  freeS: 600,
  maxTotalS: null,
  units: 5,
  unitS: 60,
  unitFen: 100,
  driverLate: false,
} as const

test('sums have two places, whatever they are', () => {
  expect([0, 5, 100, 123_456].map(yuan)).toEqual(['¥0.00', '¥0.05', '¥1.00', '¥1234.56'])
})

describe('what made a line, in words', () => {
  test('of distance says what was beyond, in started steps; without a step only that it was within', () => {
    const mileage = {
      kind: 'MILEAGE',
      mode: 'BLOCK',
      distanceM: 12_300,
      includedM: 8_000,
      overM: 4_300,
      steps: 1,
      stepM: 5_000,
      stepFen: 2_000,
    } as const
    expect(en(mileage)).toBe('12.3 km driven, 4.3 km beyond the 8 km included, ¥20.00 each started 5 km: 1 × ¥20.00')
    expect(en({ ...mileage, distanceM: 8_000, overM: 0, steps: 0 })).toBe('8 km driven, within the 8 km included')
    const remote = { kind: 'REMOTE', distanceM: 20_001, thresholdM: 20_000, overM: 1, steps: 1, stepM: 1_000, stepFen: 300 } as const
    expect(zh(remote)).toBe('行程 20.001 km，超过远途起点 20 km 的部分为 0.001 km，每 1 km ¥3.00，不足按 1 段计：1 × ¥3.00')
    expect(zh({ ...remote, distanceM: 20_000, overM: 0, steps: 0 })).toBe('行程 20 km，未超过远途起点 20 km')
  })

  test('of waiting says what was free and what was counted', () => {
    expect(en(wait)).toBe('15 min waited, 10 min free, each started 1 min: 5 min charged, 5 × ¥1.00')
    expect(en({ ...wait, waitS: 61, countedS: 0, units: 0 })).toBe('1 min 1 s waited, 10 min free, each started 1 min: nothing to pay')
  })

  test('of waiting says the limit only where it was passed, and the level’s part of the free time only where there is one', () => {
    expect(zh({ ...wait, maxTotalS: 900 })).not.toContain('最多计')
    expect(zh({ ...wait, waitS: 1_000, maxTotalS: 900 })).toContain('等候 16 分 40 秒（最多计 15 分钟）')
    expect(zh(wait)).not.toContain('客户等级')
    expect(zh({ ...wait, levelFreeS: 300 })).toContain('免费 10 分钟（含客户等级 5 分钟）')
  })

  test('of waiting by full blocks says so, and that the driver was late', () => {
    const blocks = { ...wait, style: 'FULL_BLOCK_FLOOR', unitS: 1_800, units: 1, unitFen: 2_000 } as const
    expect(en({ ...blocks, driverLate: true })).toContain('each full 30 min at the price of a late driver')
    expect(en(blocks)).not.toContain('late driver')
    // A started minute costs the same whoever was late.
    expect(en({ ...wait, driverLate: true })).not.toContain('late driver')
  })

  test('of the dynamic rate says of what it is, and the limit where it was cut', () => {
    const dynamic = {
      kind: 'DYNAMIC',
      rateBp: 13_000,
      scope: ['START', 'MILEAGE'],
      baseFen: 5_000,
      uncappedFen: 1_500,
      maxFen: 1_000,
      capped: true,
    } as const
    const rule = { ...dynamic, scope: [...dynamic.scope] }
    expect(en(rule)).toBe('(start price + mileage) ¥50.00 × (1.3 − 1) = ¥15.00, capped at ¥10.00')
    expect(zh({ ...rule, maxFen: 2_000, capped: false })).toBe('(起步费 + 里程费) ¥50.00 × (1.3 − 1) = ¥15.00')
    expect(en({ ...rule, scope: [], baseFen: 0, uncappedFen: 0, capped: false })).toContain('(nothing)')
  })

  test('of a coupon says who bears it, and what of it is lost', () => {
    const coupon = {
      kind: 'COUPON',
      couponType: 'CASH',
      funder: 'PARTNER',
      subtotalFen: 3_500,
      minSubtotalFen: 0,
      faceFen: 5_000,
      rateBp: null,
      maxFen: null,
      lostFen: 1_500,
    } as const
    expect(zh(coupon)).toBe('现金券 ¥50.00，可抵扣费用 ¥35.00（门槛 ¥0.00），未用完的 ¥15.00 作废，由合作方承担')
    expect(en({ ...coupon, couponType: 'RATE', faceFen: null, rateBp: 8_500, lostFen: 0, funder: 'TENANT' })).toBe(
      'Discount coupon ×0.85, discountable ¥35.00 (threshold ¥0.00), paid by: Own business',
    )
    expect(zh({ ...coupon, couponType: 'START_PRICE_FREE', faceFen: null, lostFen: 0 })).toContain('免起步价券，可抵扣费用')
  })

  test('of a right says what it pays for', () => {
    expect(coverWords({ kind: 'CAP', capFen: 5_000 }).en).toBe('up to ¥50.00')
    expect(coverWords({ kind: 'DISTANCE', includedM: 10_000 }).en).toBe('the price of 10 km')
    expect(en({ kind: 'RIGHT', cover: { kind: 'FULL' }, coverFen: 3_500, subtotalFen: 3_500 })).toBe(
      'Discountable ¥35.00; the right pays all of it, here ¥35.00',
    )
  })

  test('of receipts counts them: one is one', () => {
    expect(en({ kind: 'PASS_THROUGH', receipts: 1 })).toBe('At cost, 1 receipt')
    expect(en({ kind: 'PASS_THROUGH', receipts: 2 })).toBe('At cost, 2 receipts')
  })

  test('of a package says what was used, included and forgiven', () => {
    const overtime = {
      kind: 'OVERTIME',
      usedS: 15_000,
      includedS: 14_400,
      freeS: 300,
      countedS: 300,
      units: 1,
      unitS: 1_800,
      unitFen: 3_000,
    } as const
    expect(en(overtime)).toBe('250 min used, 240 min in the package, 5 min of grace: 5 min charged, 1 × ¥30.00')
    expect(zh({ ...overtime, usedS: 14_400, countedS: 0, units: 0 })).toBe('用时 240 分钟，套餐含 240 分钟，宽限 5 分钟：不收费')
  })
})
