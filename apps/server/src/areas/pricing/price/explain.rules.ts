import type {
  CouponRefusal,
  CouponType,
  DiscountFunder,
  DynamicPart,
  FeeRule,
  RightCover,
  RightRefusal,
} from '@chauffeur/contract/pricing/model'

export interface Words {
  zh: string
  en: string
}

/** What made a line of a bill: a price rule, or the row by which a cancellation was judged. */
export type BillRule = FeeRule | { kind: 'CANCEL_FEE'; rule: string }

/** Which rule made a line, in words with its numbers. */
export function reasonOf(rule: BillRule): Words {
  switch (rule.kind) {
    case 'START':
      return {
        zh: `${rule.localTime} 出发，适用 ${rule.from}–${rule.to} 时段：起步价 ${yuan(rule.startFen)}，含 ${km(rule.includedM)}`,
        en: `Departure at ${rule.localTime} is in the band ${rule.from}–${rule.to}: ${yuan(rule.startFen)} including ${km(rule.includedM)}`,
      }
    case 'MILEAGE':
      return over(rule, {
        zh: `行程 ${km(rule.distanceM)}，未超出起步含的 ${km(rule.includedM)}`,
        en: `${km(rule.distanceM)} driven, within the ${km(rule.includedM)} included`,
        zhOver: `行程 ${km(rule.distanceM)}，超出 ${km(rule.includedM)} 的部分为 ${km(rule.overM)}`,
        enOver: `${km(rule.distanceM)} driven, ${km(rule.overM)} beyond the ${km(rule.includedM)} included`,
      })
    case 'REMOTE':
      return over(rule, {
        zh: `行程 ${km(rule.distanceM)}，未超过远途起点 ${km(rule.thresholdM)}`,
        en: `${km(rule.distanceM)} driven, not above ${km(rule.thresholdM)}`,
        zhOver: `行程 ${km(rule.distanceM)}，超过远途起点 ${km(rule.thresholdM)} 的部分为 ${km(rule.overM)}`,
        enOver: `${km(rule.distanceM)} driven, ${km(rule.overM)} above ${km(rule.thresholdM)}`,
      })
    case 'WAIT':
      return waitWords(rule)
    case 'OVERTIME':
      return {
        zh: `用时 ${minutes(rule.usedS).zh}，套餐含 ${minutes(rule.includedS).zh}，宽限 ${minutes(rule.freeS).zh}：${counted(rule).zh}`,
        en: `${minutes(rule.usedS).en} used, ${minutes(rule.includedS).en} in the package, ${minutes(rule.freeS).en} of grace: ${counted(rule).en}`,
      }
    case 'DYNAMIC':
      return {
        zh: `(${parts(rule.scope, 'zh')}) ${yuan(rule.baseFen)} × (${times(rule.rateBp)} − 1) = ${yuan(rule.uncappedFen)}${rule.capped ? `，封顶 ${yuan(rule.maxFen ?? 0)}` : ''}`,
        en: `(${parts(rule.scope, 'en')}) ${yuan(rule.baseFen)} × (${times(rule.rateBp)} − 1) = ${yuan(rule.uncappedFen)}${rule.capped ? `, capped at ${yuan(rule.maxFen ?? 0)}` : ''}`,
      }
    case 'WEATHER':
      return { zh: `恶劣天气每单 ${yuan(rule.flatFen)}`, en: `${yuan(rule.flatFen)} an order in bad weather` }
    case 'WEATHER_RATE':
      return {
        zh: `恶劣天气 (${parts(['START', 'MILEAGE'], 'zh')}) ${yuan(rule.baseFen)} × (${times(rule.rateBp)} − 1)`,
        en: `Bad weather (${parts(['START', 'MILEAGE'], 'en')}) ${yuan(rule.baseFen)} × (${times(rule.rateBp)} − 1)`,
      }
    case 'PASS_THROUGH':
      return { zh: `按 ${rule.receipts} 张票据实收`, en: `At cost, ${rule.receipts} receipt${rule.receipts === 1 ? '' : 's'}` }
    case 'TIP':
      return { zh: '客户给司机的小费', en: 'From the customer to the driver' }
    case 'RIGHT':
      return rightWords(rule)
    case 'COUPON':
      return couponWords(rule)
    case 'CANCEL_FEE':
      return { zh: `取消判责规则 ${rule.rule}`, en: `Cancellation rule ${rule.rule}` }
    case 'MANUAL':
      return { zh: `人工调整：${rule.reason}`, en: `Adjusted: ${rule.reason}` }
  }
}

export const couponRefusalWords: Record<CouponRefusal, Words> = {
  BELOW_THRESHOLD: { zh: '可抵扣费用未达到使用门槛，优惠券未使用', en: "Below the coupon's threshold; the coupon was not used" },
  NO_BENEFIT: { zh: '优惠券在本单没有可抵扣的金额，未使用', en: 'The coupon takes nothing off this trip; it was not used' },
}
export const rightRefusalWords: Record<RightRefusal, Words> = {
  EXCEEDS_COVER: { zh: '费用超出权益的保障范围，权益未使用', en: 'The trip costs more than the right covers; the right was not used' },
  NO_BENEFIT: { zh: '权益在本单没有可抵扣的金额，未使用', en: 'The right takes nothing off this trip; it was not used' },
}
const couponTypeWords: Record<CouponType, Words> = {
  CASH: { zh: '现金券', en: 'Cash coupon' },
  RATE: { zh: '折扣券', en: 'Discount coupon' },
  FIXED_PRICE: { zh: '一口价券', en: 'Fixed price coupon' },
  START_PRICE_FREE: { zh: '免起步价券', en: 'Free start price coupon' },
}

/** Who bears what a coupon takes off. */
const funderWords: Record<DiscountFunder, Words> = {
  PLATFORM: { zh: '平台', en: 'the platform' },
  TENANT: { zh: '本公司', en: 'Own business' },
  PARTNER: { zh: '合作方', en: 'Partner' },
}

/** Sums, distances and times as the words of a rule have them. */
export const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`
const km = (m: number): string => `${(m / 1000).toLocaleString('en', { maximumFractionDigits: 3, useGrouping: false })} km`
const times = (bp: number): string => (bp / 10_000).toLocaleString('en', { maximumFractionDigits: 4 })
function minutes(s: number): Words {
  const [whole, rest] = [Math.floor(s / 60), s % 60]
  return {
    zh: rest ? `${whole} 分 ${rest} 秒` : `${whole} 分钟`,
    en: rest ? `${whole} min ${rest} s` : `${whole} min`,
  }
}

function over(
  rule: { steps: number; stepM: number; stepFen: number },
  words: { zh: string; en: string; zhOver: string; enOver: string },
): Words {
  if (rule.steps === 0) return words
  return {
    zh: `${words.zhOver}，每 ${km(rule.stepM)} ${yuan(rule.stepFen)}，不足按 1 段计：${rule.steps} × ${yuan(rule.stepFen)}`,
    en: `${words.enOver}, ${yuan(rule.stepFen)} each started ${km(rule.stepM)}: ${rule.steps} × ${yuan(rule.stepFen)}`,
  }
}

const counted = ({ countedS, units, unitFen }: { countedS: number; units: number; unitFen: number }): Words =>
  countedS === 0
    ? { zh: '不收费', en: 'nothing to pay' }
    : {
        zh: `计费 ${minutes(countedS).zh}，${units} × ${yuan(unitFen)}`,
        en: `${minutes(countedS).en} charged, ${units} × ${yuan(unitFen)}`,
      }

function waitWords(rule: Extract<FeeRule, { kind: 'WAIT' }>): Words {
  const unit = minutes(rule.unitS)
  const whole = rule.style === 'FULL_BLOCK_FLOOR'
  const level = rule.levelFreeS ? minutes(rule.levelFreeS) : null
  const limit = rule.maxTotalS !== null && rule.waitS > rule.maxTotalS ? minutes(rule.maxTotalS) : null
  return {
    zh: `等候 ${minutes(rule.waitS).zh}${limit ? `（最多计 ${limit.zh}）` : ''}，免费 ${minutes(rule.freeS).zh}${level ? `（含客户等级 ${level.zh}）` : ''}，每${whole ? '满' : ''} ${unit.zh}计一次${
      whole && rule.driverLate ? '（司机迟到价）' : ''
    }：${counted(rule).zh}`,
    en: `${minutes(rule.waitS).en} waited${limit ? ` (${limit.en} at most)` : ''}, ${minutes(rule.freeS).en} free${level ? ` (${level.en} of the customer’s level)` : ''}, each ${whole ? 'full' : 'started'} ${unit.en}${
      whole && rule.driverLate ? ' at the price of a late driver' : ''
    }: ${counted(rule).en}`,
  }
}

function couponWords(rule: Extract<FeeRule, { kind: 'COUPON' }>): Words {
  const face = rule.faceFen !== null ? ` ${yuan(rule.faceFen)}` : rule.rateBp !== null ? ` ×${times(rule.rateBp)}` : ''
  const { zh, en } = couponTypeWords[rule.couponType]
  const funder = funderWords[rule.funder]
  return {
    zh: `${zh}${face}，可抵扣费用 ${yuan(rule.subtotalFen)}（门槛 ${yuan(rule.minSubtotalFen)}）${rule.lostFen > 0 ? `，未用完的 ${yuan(rule.lostFen)} 作废` : ''}，由${funder.zh}承担`,
    en: `${en}${face}, discountable ${yuan(rule.subtotalFen)} (threshold ${yuan(rule.minSubtotalFen)})${rule.lostFen > 0 ? `, ${yuan(rule.lostFen)} left over is lost` : ''}, paid by: ${funder.en}`,
  }
}

function rightWords({ cover, coverFen, subtotalFen, limitFen, limitM }: Extract<FeeRule, { kind: 'RIGHT' }>): Words {
  const left = limitFen !== undefined ? yuan(limitFen) : limitM !== undefined ? km(limitM) : null
  const [zh, en] = left === null ? ['', ''] : [`，余额可用 ${left}`, `, ${left} left to use`]
  return {
    zh: `可抵扣费用 ${yuan(subtotalFen)}，权益${coverWords(cover).zh}${zh}，本单可抵 ${yuan(coverFen)}`,
    en: `Discountable ${yuan(subtotalFen)}; the right pays ${coverWords(cover).en}${en}, here ${yuan(coverFen)}`,
  }
}

/** What a right pays for. */
export function coverWords(cover: RightCover): Words {
  switch (cover.kind) {
    case 'CAP':
      return { zh: `最多抵 ${yuan(cover.capFen)}`, en: `up to ${yuan(cover.capFen)}` }
    case 'DISTANCE':
      return { zh: `抵 ${km(cover.includedM)} 以内的费用`, en: `the price of ${km(cover.includedM)}` }
    case 'FULL':
      return { zh: '全额抵扣', en: 'all of it' }
  }
}

const PARTS: Record<DynamicPart, Words> = {
  START: { zh: '起步费', en: 'start price' },
  MILEAGE: { zh: '里程费', en: 'mileage' },
  WAIT: { zh: '等候费', en: 'waiting' },
}
/** What dynamic pricing multiplies, in words. */
const parts = (scope: readonly DynamicPart[], language: keyof Words): string =>
  scope.length ? scope.map((part) => PARTS[part][language]).join(' + ') : language === 'zh' ? '无' : 'nothing'
