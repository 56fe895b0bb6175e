import * as z from 'zod'

/**
 * The shape of a price template and of a priced line. A template version is stored as this JSON and never changed, so both sides and the
 * bill of an old order read the same words.
 *
 * The schemas check single fields. That bands cover the day and that the parts fit each other is for the server's `templateProblems`.
 */

/** Limits keep every product of a price and a count within exact integers. */
const price = z.number().int().min(0).max(10_000_000)
const distance = z.number().int().min(0).max(10_000_000)
const step = z.number().int().min(1).max(10_000_000)
const span = z
  .number()
  .int()
  .min(0)
  .max(31 * 86_400)
const unit = z.number().int().min(1).max(86_400)

/** Local time of the city, `hh:mm:ss`. */
export const bandStart = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, '时间应为 00:00:00 至 23:59:59 | must be a time from 00:00:00 to 23:59:59')
/** Local time of the city, `hh:mm:ss`; the end of the day is `24:00:00`. */
export const bandEnd = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d:[0-5]\d|24:00:00)$/, '时间应为 00:00:01 至 24:00:00 | must be a time from 00:00:01 to 24:00:00')

/** Departures with `from ≤ local time < to`; hours over midnight are two. */
export const hours = z.object({ from: bandStart, to: bandEnd })
export type Hours = z.infer<typeof hours>

/** Departures with `from ≤ local time < to` pay `startFen`, which includes the first `includedM`. */
export const priceBand = z.object({ from: bandStart, to: bandEnd, startFen: price, includedM: distance })
export type PriceBand = z.infer<typeof priceBand>

/** Every started unit counts; `maxTotalS` limits the waiting looked at, free time included. */
export const perMinuteWait = z.object({
  kind: z.literal('PER_MIN_CEIL'),
  freeS: span,
  unitS: unit,
  unitFen: price,
  maxTotalS: span.nullable(),
})
/** Only whole units count; their price is lower when the driver came late. */
export const fullBlockWait = z.object({
  kind: z.literal('FULL_BLOCK_FLOOR'),
  freeS: span,
  unitS: unit,
  unitFen: price,
  unitFenLate: price,
  maxTotalS: span.nullable(),
})
export const waitRule = z.discriminatedUnion('kind', [perMinuteWait, fullBlockWait])
export type WaitRule = z.infer<typeof waitRule>

/** Long-distance or return fee: each started step beyond the threshold. */
export const remoteRule = z.object({ on: z.boolean(), thresholdM: distance, stepM: step, stepFen: price })
export type RemoteRule = z.infer<typeof remoteRule>

/** A package includes the band's distance and this time (waiting counts as time used); beyond it, after `freeS`, each started unit costs. */
export const packageRule = z.object({ includedS: span, freeS: span, unitS: unit, unitFen: price })
export type PackageRule = z.infer<typeof packageRule>

export const pricingMode = z.enum(['PER_KM', 'BLOCK', 'PACKAGE'])
export type PricingMode = z.infer<typeof pricingMode>
export const dynamicPart = z.enum(['START', 'MILEAGE', 'WAIT'])
export type DynamicPart = z.infer<typeof dynamicPart>

/** What the platform keeps where a template does not say. */
export const DEFAULT_COMMISSION_BP = 2_000

export const priceTemplateRules = z.object({
  mode: pricingMode,
  /** Each started `stepM` beyond the band's included distance costs `stepFen`; per kilometre it is 1000. */
  stepM: step,
  stepFen: price,
  bands: z.array(priceBand).max(96),
  /** Null: waiting is not charged. */
  wait: waitRule.nullable(),
  remote: remoteRule,
  /** Mode PACKAGE only. */
  package: packageRule.nullable(),
  /** What a dynamic rate multiplies. */
  dynamicScope: z.array(dynamicPart).max(3),
  /** The most a dynamic rate may add. */
  feeMaxFen: price.nullable(),
  /** The platform's part of start, mileage, waiting, long distance and dynamic pricing; absent: `DEFAULT_COMMISSION_BP`. */
  commissionBp: z.number().int().min(0).max(10_000).optional(),
})
export type PriceTemplateRules = z.infer<typeof priceTemplateRules>

export const templateOwner = z.enum(['CITY', 'ENTERPRISE', 'FENCE', 'PARTNER', 'GROUP'])
export type TemplateOwner = z.infer<typeof templateOwner>
export const templateOwnerText: Record<TemplateOwner, { zh: string; en: string }> = {
  CITY: { zh: '城市', en: 'City' },
  ENTERPRISE: { zh: '企业', en: 'Enterprise' },
  FENCE: { zh: '价格围栏', en: 'Price fence' },
  PARTNER: { zh: '合作渠道', en: 'Partner channel' },
  GROUP: { zh: '客户分组', en: 'Customer group' },
}

export const couponType = z.enum(['CASH', 'RATE', 'FIXED_PRICE', 'START_PRICE_FREE'])
export type CouponType = z.infer<typeof couponType>
/** Who bears a discount: it decides the ledger account. */
export const discountFunder = z.enum(['PLATFORM', 'TENANT', 'PARTNER'])
export type DiscountFunder = z.infer<typeof discountFunder>
/** What a partner's right pays of a trip: up to an amount, the price of so many metres, or all that is discountable. */
export const rightCover = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('CAP'), capFen: price }),
  z.object({ kind: z.literal('DISTANCE'), includedM: distance }),
  z.object({ kind: z.literal('FULL') }),
])
export type RightCover = z.infer<typeof rightCover>

export const couponRefusal = z.enum(['BELOW_THRESHOLD', 'NO_BENEFIT'])
export type CouponRefusal = z.infer<typeof couponRefusal>
export const rightRefusal = z.enum(['EXCEEDS_COVER', 'NO_BENEFIT'])
export type RightRefusal = z.infer<typeof rightRefusal>

export const lineType = z.enum([
  'START',
  'MILEAGE',
  'WAIT',
  'REMOTE',
  'DYNAMIC',
  'WEATHER',
  'TOLL',
  'PARKING',
  'LODGING',
  'OTHER',
  'TIP',
  'RIGHTS',
  'COUPON',
  'ADJUST',
])
export type LineType = z.infer<typeof lineType>
export const passThroughType = lineType.extract(['TOLL', 'PARKING', 'LODGING', 'OTHER'])
export type PassThroughType = z.infer<typeof passThroughType>

const whole = z.number().int()

/** Which rule made a line, with every number that went into it. */
export const feeRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('START'), localTime: z.string(), from: z.string(), to: z.string(), startFen: whole, includedM: whole }),
  z.object({
    kind: z.literal('MILEAGE'),
    mode: pricingMode,
    distanceM: whole,
    includedM: whole,
    overM: whole,
    steps: whole,
    stepM: whole,
    stepFen: whole,
  }),
  z.object({
    kind: z.literal('WAIT'),
    style: z.enum(['PER_MIN_CEIL', 'FULL_BLOCK_FLOOR']),
    waitS: whole,
    /** After the limit and the free time. */
    countedS: whole,
    freeS: whole,
    /** Of the free time, what the customer's level gives. */
    levelFreeS: whole.optional(),
    maxTotalS: whole.nullable(),
    units: whole,
    unitS: whole,
    unitFen: whole,
    driverLate: z.boolean(),
  }),
  z.object({
    kind: z.literal('OVERTIME'),
    usedS: whole,
    includedS: whole,
    freeS: whole,
    countedS: whole,
    units: whole,
    unitS: whole,
    unitFen: whole,
  }),
  z.object({ kind: z.literal('REMOTE'), distanceM: whole, thresholdM: whole, overM: whole, steps: whole, stepM: whole, stepFen: whole }),
  z.object({
    kind: z.literal('DYNAMIC'),
    rateBp: whole,
    scope: z.array(dynamicPart),
    baseFen: whole,
    uncappedFen: whole,
    maxFen: whole.nullable(),
    capped: z.boolean(),
  }),
  z.object({ kind: z.literal('WEATHER'), flatFen: whole }),
  z.object({ kind: z.literal('WEATHER_RATE'), rateBp: whole, baseFen: whole }),
  z.object({ kind: z.literal('PASS_THROUGH'), receipts: whole }),
  z.object({ kind: z.literal('TIP') }),
  z.object({
    kind: z.literal('RIGHT'),
    cover: rightCover,
    coverFen: whole,
    subtotalFen: whole,
    /** Of a right in money: what the trip might use at most. Of one in distance the same, and what it used. */
    limitFen: whole.optional(),
    limitM: whole.optional(),
    usedM: whole.optional(),
  }),
  z.object({
    kind: z.literal('COUPON'),
    couponType,
    funder: discountFunder,
    subtotalFen: whole,
    minSubtotalFen: whole,
    faceFen: whole.nullable(),
    rateBp: whole.nullable(),
    maxFen: whole.nullable(),
    lostFen: whole,
  }),
  z.object({ kind: z.literal('MANUAL'), reason: z.string() }),
])
export type FeeRule = z.infer<typeof feeRule>

/** One line of a quote or a bill. Charges are 0 or more, RIGHTS and COUPON 0 or less, ADJUST either. */
export const feeLine = z.object({ type: lineType, amountFen: z.number().int(), rule: feeRule })
export type FeeLine = z.infer<typeof feeLine>

export const lineLabels: Record<LineType, { zh: string; en: string }> = {
  START: { zh: '起步费', en: 'Start price' },
  MILEAGE: { zh: '里程费', en: 'Mileage' },
  WAIT: { zh: '等候费', en: 'Waiting' },
  REMOTE: { zh: '远途费', en: 'Long distance' },
  DYNAMIC: { zh: '动态加价', en: 'Dynamic pricing' },
  WEATHER: { zh: '恶劣天气费', en: 'Bad weather fee' },
  TOLL: { zh: '过路费', en: 'Tolls' },
  PARKING: { zh: '停车费', en: 'Parking' },
  LODGING: { zh: '住宿费', en: 'Lodging' },
  OTHER: { zh: '其他费用', en: 'Other' },
  TIP: { zh: '小费', en: 'Tip' },
  RIGHTS: { zh: '权益抵扣', en: 'Partner right' },
  COUPON: { zh: '优惠券抵扣', en: 'Coupon' },
  ADJUST: { zh: '人工调整', en: 'Adjustment' },
}

/** A package charges time beyond the included hours under the WAIT type; an operator should read it as what it is. */
export const overtimeLabel = { zh: '超时费', en: 'Overtime' }
export const labelOf = (line: FeeLine) => (line.rule.kind === 'OVERTIME' ? overtimeLabel : lineLabels[line.type])
