import { templateA, templateARemote, templateB, templateE, templateF, templateFourHours } from '#demo/pricing/price-templates'
import { feeLine, type FeeLine, type LineType, type PriceTemplateRules } from '@chauffeur/contract/pricing/model'
import { describe, expect, it } from 'vitest'
import { commission } from '../quote/index.ts'
import { type Discount, NO_LIMIT_FEN, type PricedTrip, type TripToPrice } from './pricing.model.ts'
import { waitedS } from './charge.rules.ts'
import { reasonOf } from './explain.rules.ts'
import { priceTrip } from './pricing.rules.ts'

const local = (time: string) => Date.parse(`2026-03-14T${time}+08:00`)

function trip(time: string, distanceM: number, waitS: number, more: Partial<TripToPrice> = {}): TripToPrice {
  return { departAt: local(time), utcOffsetMinutes: 480, distanceM, waiting: { waitS }, ...more }
}

const cash = (faceFen: number, minSubtotalFen = 0): Discount => ({
  kind: 'coupon',
  coupon: { type: 'CASH', faceFen, minSubtotalFen, funder: 'PLATFORM' },
})

const amounts = (priced: PricedTrip): [LineType, number][] => priced.lines.map(({ type, amountFen }) => [type, amountFen])

function ruleOf<K extends FeeLine['rule']['kind']>(priced: PricedTrip, kind: K) {
  return priced.lines.map(({ rule }) => rule).find((rule): rule is Extract<FeeLine['rule'], { kind: K }> => rule.kind === kind)
}

interface Case {
  name: string
  template: PriceTemplateRules
  trip: TripToPrice
  lines: [LineType, number][]
  subtotalFen: number
  totalFen: number
  rest?: Partial<PricedTrip>
}

const cases: Case[] = [
  {
    name: 'C01 an evening trip within the included distance costs the start price',
    template: templateA,
    trip: trip('20:15:00', 6300, 0),
    lines: [
      ['START', 3500],
      ['MILEAGE', 0],
      ['WAIT', 0],
    ],
    subtotalFen: 3500,
    totalFen: 3500,
  },
  {
    name: 'C02 departure at the very start of a band, exactly the included distance and the free minutes cost nothing more',
    template: templateA,
    trip: trip('22:00:00', 8000, 600),
    lines: [
      ['START', 5000],
      ['MILEAGE', 0],
      ['WAIT', 0],
    ],
    subtotalFen: 5000,
    totalFen: 5000,
  },
  {
    name: 'C03 one second before the band, one metre and one second over each cost one unit',
    template: templateA,
    trip: trip('21:59:59', 8001, 601),
    lines: [
      ['START', 3500],
      ['MILEAGE', 350],
      ['WAIT', 100],
    ],
    subtotalFen: 3950,
    totalFen: 3950,
  },
  {
    name: 'C04 started kilometres and started minutes count whole',
    template: templateA,
    trip: trip('23:40:00', 17_200, 26 * 60 + 20),
    lines: [
      ['START', 6500],
      ['MILEAGE', 3500],
      ['WAIT', 1700],
    ],
    subtotalFen: 11_700,
    totalFen: 11_700,
  },
  {
    name: 'C06 a driver who came early waits from the booked time, two whole blocks',
    template: templateB,
    trip: trip('21:30:00', 10_000, 0, { waiting: { arrivedAt: local('20:50:00'), bookTime: local('21:00:00') } }),
    lines: [
      ['START', 4000],
      ['MILEAGE', 0],
      ['WAIT', 4000],
    ],
    subtotalFen: 8000,
    totalFen: 8000,
  },
  {
    name: 'C08 the dynamic rate stops at its cap and the coupon takes off after weather',
    template: templateA,
    trip: trip('22:30:00', 12_400, 720, { dynamicRateBp: 13_000, dynamicMaxFen: 1500, weatherFen: 800, discount: cash(2000, 6000) }),
    lines: [
      ['START', 5000],
      ['MILEAGE', 1750],
      ['WAIT', 200],
      ['DYNAMIC', 1500],
      ['WEATHER', 800],
      ['COUPON', -2000],
    ],
    subtotalFen: 9250,
    totalFen: 7250,
    rest: { discountFen: 2000, couponLostFen: 0 },
  },
  {
    name: 'C10 the enterprise pays to its limit and the traveller the rest',
    template: templateE,
    trip: trip('22:10:00', 16_200, 1500, { enterpriseLimitFen: 8000 }),
    lines: [
      ['START', 6000],
      ['MILEAGE', 2100],
      ['WAIT', 250],
    ],
    subtotalFen: 8350,
    totalFen: 8350,
    rest: { enterpriseFen: 8000, personalFen: 350 },
  },
  {
    name: 'C11 a right pays up to its cap and the customer the rest',
    template: templateA,
    trip: trip('23:10:00', 7000, 0, { discount: { kind: 'right', cover: { kind: 'CAP', capFen: 5000 }, excess: 'CUSTOMER_PAYS' } }),
    lines: [
      ['START', 6500],
      ['MILEAGE', 0],
      ['WAIT', 0],
      ['RIGHTS', -5000],
    ],
    subtotalFen: 6500,
    totalFen: 1500,
    rest: { discountFen: 5000 },
  },
  {
    name: 'C12 a coupon larger than the fare makes the trip free and its rest is lost',
    template: templateA,
    trip: trip('10:00:00', 5000, 0, { discount: cash(5000) }),
    lines: [
      ['START', 3500],
      ['MILEAGE', 0],
      ['WAIT', 0],
      ['COUPON', -3500],
    ],
    subtotalFen: 3500,
    totalFen: 0,
    rest: { discountFen: 3500, couponLostFen: 1500 },
  },
  {
    name: 'C13 a coupon over 60.00 is refused at 59.50',
    template: templateA,
    trip: trip('12:00:00', 15_000, 0, { discount: cash(2000, 6000) }),
    lines: [
      ['START', 3500],
      ['MILEAGE', 2450],
      ['WAIT', 0],
    ],
    subtotalFen: 5950,
    totalFen: 5950,
    rest: { discountFen: 0, couponLostFen: 0, couponRefused: 'BELOW_THRESHOLD' },
  },
]

describe('published cases', () => {
  it.each(cases)('$name', ({ template, trip, lines, subtotalFen, totalFen, rest }) => {
    const priced = priceTrip(template, trip)
    expect(amounts(priced)).toEqual(lines)
    expect([priced.couponRefused, priced.rightRefused]).toEqual([rest?.couponRefused, undefined])
    expect(priced).toMatchObject({ subtotalFen, totalFen, enterpriseFen: 0, personalFen: totalFen, ...rest })
    for (const line of priced.lines) expect(feeLine.parse(line)).toEqual(line)
  })
})

describe('what the platform keeps and the driver earns', () => {
  it('C08: 16.90 and 75.60, the coupon borne by marketing', () => {
    const { lines } = priceTrip(templateA, cases.find(({ name }) => name.startsWith('C08'))?.trip ?? trip('00:00:00', 0, 0))
    expect(commission(lines, 2000)).toEqual({
      commissionBaseFen: 8450,
      commissionFen: 1690,
      driverFen: 7560,
      payableFen: 7250,
      funded: [{ funder: 'PLATFORM', account: 'MARKETING_EXPENSE', amountFen: 2000 }],
    })
  })

  it('C11: 13.00 and 52.00, the right owed by the partner', () => {
    const { lines } = priceTrip(templateA, cases.find(({ name }) => name.startsWith('C11'))?.trip ?? trip('00:00:00', 0, 0))
    expect(commission(lines, 2000)).toMatchObject({
      commissionFen: 1300,
      driverFen: 5200,
      payableFen: 1500,
      funded: [{ funder: 'PARTNER', account: 'PARTNER_RECEIVABLE', amountFen: 5000 }],
    })
  })
})

describe('waiting', () => {
  it('begins at the booked time for a driver who came early', () => {
    const at = (minute: number) => Date.UTC(2026, 10, 20, 14, minute)
    expect(waitedS({ waiting: { arrivedAt: at(0), bookTime: at(10) }, departAt: at(25) })).toBe(900)
    expect(waitedS({ waiting: { arrivedAt: at(12), bookTime: at(10) }, departAt: at(25) })).toBe(780)
    expect(waitedS({ waiting: { arrivedAt: at(0) }, departAt: at(1) })).toBe(60)
    expect(waitedS({ waiting: { arrivedAt: at(0), bookTime: at(10) }, departAt: at(5) })).toBe(0)
  })

  it('stops counting after the longest waiting: 180 minutes charged, however long it lasts', () => {
    const waitFen = (minutes: number) => priceTrip(templateA, trip('10:00:00', 5000, minutes * 60)).subtotalFen - 3500
    expect([waitFen(190), waitFen(191), waitFen(600)]).toEqual([18_000, 18_000, 18_000])
  })

  it('begins at arrival when the driver is late, and whole blocks cost half', () => {
    const late = priceTrip(
      templateB,
      trip('21:44:59', 10_000, 0, { waiting: { arrivedAt: local('21:15:00'), bookTime: local('21:00:00') } }),
    )
    expect(ruleOf(late, 'WAIT')).toMatchObject({ waitS: 1799, units: 1, unitFen: 1000, driverLate: true })
    expect(late.totalFen).toBe(5000)
  })

  it('a driver who comes on the second is not late', () => {
    const waiting = { arrivedAt: local('21:00:00'), bookTime: local('21:00:00') }
    expect(ruleOf(priceTrip(templateB, trip('21:15:00', 10_000, 0, { waiting })), 'WAIT')).toMatchObject({ units: 1, unitFen: 2000 })
  })

  it('charges nothing when the trip leaves before the booked time', () => {
    const early = trip('20:55:00', 5000, 0, { waiting: { arrivedAt: local('20:40:00'), bookTime: local('21:00:00') } })
    expect(ruleOf(priceTrip(templateA, early), 'WAIT')).toMatchObject({ waitS: 0, units: 0 })
  })

  it('takes the desk’s word on lateness over the clock', () => {
    const waiting = { arrivedAt: local('21:15:00'), bookTime: local('21:00:00') }
    expect(priceTrip(templateB, trip('21:30:00', 10_000, 0, { waiting, driverLate: false })).totalFen).toBe(6000)
  })

  it('has no line where the template charges none', () => {
    expect(amounts(priceTrip({ ...templateF, wait: null }, trip('10:00:00', 6000, 9999)))).toEqual([
      ['START', 4500],
      ['MILEAGE', 400],
    ])
  })
})

describe('distance, long distance and packages', () => {
  it('counts every started block', () => {
    expect(priceTrip(templateB, trip('08:00:00', 10_001, 0)).totalFen).toBe(6000)
    expect(priceTrip(templateB, trip('08:00:00', 20_000, 0)).totalFen).toBe(6000)
    expect(priceTrip(templateB, trip('08:00:00', 20_001, 0)).totalFen).toBe(8000)
  })

  it('adds a long-distance fee per started kilometre beyond the threshold', () => {
    expect(ruleOf(priceTrip(templateARemote, trip('10:00:00', 20_000, 0)), 'REMOTE')).toMatchObject({ overM: 0, steps: 0 })
    const far = priceTrip(templateARemote, trip('10:00:00', 22_300, 0))
    expect(amounts(far)).toEqual([
      ['START', 3500],
      ['MILEAGE', 15 * 350],
      ['WAIT', 0],
      ['REMOTE', 300],
    ])
  })

  it('includes hours and kilometres in a package, waiting being time used', () => {
    const within = trip('10:00:00', 300_000, 3600, { durationS: 3 * 3600 + 1800 })
    expect(amounts(priceTrip(templateFourHours, within))).toEqual([
      ['START', 23_600],
      ['MILEAGE', 0],
      ['WAIT', 0],
    ])
    const over = trip('10:00:00', 300_001, 3600, { durationS: 3 * 3600 + 1801 })
    const priced = priceTrip(templateFourHours, over)
    expect(amounts(priced)).toEqual([
      ['START', 23_600],
      ['MILEAGE', 2000],
      ['WAIT', 3000],
    ])
    expect(ruleOf(priced, 'OVERTIME')).toMatchObject({ usedS: 4 * 3600 + 1801, countedS: 1, units: 1 })
  })
})

describe('dynamic rate', () => {
  it('rounds half a fen up and tells the base it multiplied', () => {
    const odd = { ...templateF, bands: [{ from: '00:00:00', to: '24:00:00', startFen: 4501, includedM: 5000 }] }
    expect(ruleOf(priceTrip(odd, trip('10:00:00', 1, 0, { dynamicRateBp: 15_000 })), 'DYNAMIC')).toEqual({
      kind: 'DYNAMIC',
      rateBp: 15_000,
      scope: ['START', 'MILEAGE'],
      baseFen: 4501,
      uncappedFen: 2251,
      maxFen: null,
      capped: false,
    })
  })

  it('multiplies waiting only where the template says so', () => {
    const waited = trip('10:00:00', 5000, 1200, { dynamicRateBp: 12_000 })
    expect(ruleOf(priceTrip(templateA, waited), 'DYNAMIC')?.uncappedFen).toBe(700)
    expect(ruleOf(priceTrip({ ...templateA, dynamicScope: ['START', 'MILEAGE', 'WAIT'] }, waited), 'DYNAMIC')?.uncappedFen).toBe(900)
  })

  it('keeps to the lower of two caps', () => {
    const dear = trip('10:00:00', 5000, 0, { dynamicRateBp: 20_000, dynamicMaxFen: 1200 })
    expect(priceTrip({ ...templateA, feeMaxFen: 1000 }, dear).totalFen).toBe(4500)
    expect(priceTrip({ ...templateA, feeMaxFen: 2000 }, dear).totalFen).toBe(4700)
  })

  it('never makes a trip cheaper', () => {
    expect(priceTrip(templateA, trip('10:00:00', 5000, 0, { dynamicRateBp: 8000 })).totalFen).toBe(3500)
  })
})

describe('receipts, tip and the enterprise', () => {
  it('adds receipts of one kind up into one line and keeps them out of the discount', () => {
    const priced = priceTrip(
      templateA,
      trip('10:00:00', 5000, 0, {
        passThrough: [
          { type: 'TOLL', amountFen: 1000 },
          { type: 'PARKING', amountFen: 500 },
          { type: 'TOLL', amountFen: 250 },
          { type: 'OTHER', amountFen: 0 },
        ],
        tipFen: 300,
        discount: cash(9900),
      }),
    )
    expect(amounts(priced)).toEqual([
      ['START', 3500],
      ['MILEAGE', 0],
      ['WAIT', 0],
      ['COUPON', -3500],
      ['TOLL', 1250],
      ['PARKING', 500],
      ['TIP', 300],
    ])
    expect(priced).toMatchObject({ totalFen: 2050, couponLostFen: 6400 })
  })

  it('an enterprise without a limit pays all', () => {
    expect(priceTrip(templateE, trip('10:00:00', 5000, 0, { enterpriseLimitFen: NO_LIMIT_FEN }))).toMatchObject({
      enterpriseFen: 3000,
      personalFen: 0,
    })
  })
})

describe('broken input', () => {
  it.each<[string, Partial<TripToPrice>]>([
    ['a negative distance', { distanceM: -1 }],
    ['a fraction of a metre', { distanceM: 1.5 }],
    ['a distance that is not a number', { distanceM: Number.NaN }],
    ['negative waiting', { waiting: { waitS: -1 } }],
    ['a negative tip', { tipFen: -100 }],
    ['a negative receipt', { passThrough: [{ type: 'TOLL', amountFen: -1 }] }],
    ['a negative coupon', { discount: cash(-500) }],
    ['a negative right', { discount: { kind: 'right', cover: { kind: 'CAP', capFen: -1 }, excess: 'CUSTOMER_PAYS' } }],
    ['no departure', { departAt: Number.NaN }],
  ])('%s is refused rather than priced', (_, more) => {
    expect(() => priceTrip(templateA, trip('10:00:00', 5000, 0, more))).toThrow(RangeError)
  })

  it('a template that misses the hour is refused rather than guessed', () => {
    expect(() => priceTrip({ ...templateA, bands: templateA.bands.slice(1) }, trip('03:00:00', 5000, 0))).toThrow(
      'no price band at 03:00:00',
    )
  })
})

it('a level’s free waiting comes on top of the template’s, and the bill says so', () => {
  const plain = priceTrip(templateA, trip('20:15:00', 6_300, 1_500))
  const level = priceTrip(templateA, trip('20:15:00', 6_300, 1_500, { levelFreeS: 600 }))
  const paid = (priced: PricedTrip) => priced.lines.find(({ type }) => type === 'WAIT')!.amountFen
  expect(paid(plain) - paid(level)).toBe(1_000)
  const rule = ruleOf(level, 'WAIT')!
  expect(rule).toMatchObject({ freeS: 1_200, levelFreeS: 600 })
  expect(reasonOf(rule).zh).toContain('含客户等级 10 分钟')
  expect(feeLine.safeParse(level.lines.find(({ type }) => type === 'WAIT')).success).toBe(true)
})
