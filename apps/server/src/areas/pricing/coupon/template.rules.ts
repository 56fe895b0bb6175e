import type { CouponTemplateStatus } from '@chauffeur/contract/pricing/coupon-template'
import { COUPON_TEMPLATE_STATUS as S } from '@chauffeur/contract/pricing/coupon'
import type { CouponType, DiscountFunder, Hours } from '@chauffeur/contract/pricing/model'
import { defineMachine } from '#platform/machine/machine'

/** A template's life. What is on can be turned off and on again; what is removed is gone for good. */
export const templateMachine = defineMachine<CouponTemplateStatus, 'turnOn' | 'turnOff' | 'remove', 'OPERATOR'>({
  states: [S.draft, S.on, S.off, S.deleted],
  begins: [S.draft],
  rests: [S.off, S.deleted],
  events: {
    turnOn: { from: [S.draft, S.off], to: S.on, by: ['OPERATOR'] },
    turnOff: { from: [S.on], to: S.off, by: ['OPERATOR'] },
    remove: { from: [S.draft, S.off], to: S.deleted, by: ['OPERATOR'] },
  },
})

/** What a coupon is worth and where it may be used, as it is stored. */
export interface Terms {
  type: CouponType
  faceFen: number | null
  rateBp: number | null
  maxFen: number | null
  minSubtotalFen: number
  cityIds: string[]
  channelIds: string[]
  serviceTypes: string[]
  bands: Hours[]
  fenceIds: string[]
  newCustomerOnly: boolean
  validFrom: Date | null
  validTo: Date | null
  daysAfterGrant: number | null
  funder: DiscountFunder
  funderChannelId: string | null
}
type Words = { zh: string; en: string }
type Faults = Partial<Record<keyof Terms | 'totalIssue' | 'groupIds', Words>>

const missing: Words = { zh: '请填写', en: 'Required' }
const ofNoUse: Words = { zh: '此类型的优惠券没有这一项', en: 'This type of coupon has none' }

/** What is wrong with terms, by field; empty when they can be stored. */
export function termFaults(terms: Terms, now: Date): Faults {
  const faults: Faults = {}
  const faced = terms.type === 'CASH' || terms.type === 'FIXED_PRICE'
  if (faced !== (terms.faceFen !== null)) faults.faceFen = faced ? missing : ofNoUse
  if ((terms.type === 'RATE') !== (terms.rateBp !== null)) faults.rateBp = terms.type === 'RATE' ? missing : ofNoUse
  if (terms.type === 'CASH' && terms.maxFen !== null) faults.maxFen = ofNoUse
  const { validFrom: from, validTo: to, daysAfterGrant } = terms
  if (from && to) {
    if (to <= from) faults.validTo = { zh: '结束时间应晚于开始时间', en: 'Must be later than the beginning' }
    else if (to <= now) faults.validTo = { zh: '结束时间应晚于现在', en: 'Must be in the future' }
    if (daysAfterGrant !== null) faults.daysAfterGrant = { zh: '已填固定期限', en: 'There is a fixed period already' }
  } else if (from || to) faults[from ? 'validTo' : 'validFrom'] = missing
  else if (daysAfterGrant === null) faults.daysAfterGrant = { zh: '请填写有效天数或固定期限', en: 'Give days, or a fixed period' }
  if ((terms.funder === 'PARTNER') !== (terms.funderChannelId !== null))
    faults.funderChannelId = terms.funder === 'PARTNER' ? { zh: '请选择承担费用的合作渠道', en: 'Choose the partner who pays' } : ofNoUse
  if (terms.bands.some(({ from: begin, to: end }) => end <= begin))
    faults.bands = { zh: '时段结束应晚于开始，跨零点请分成两段', en: 'Hours end after they begin; over midnight they are two' }
  return faults
}

const plain = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.map((one) => JSON.stringify(one)).sort() : value)
/** Terms that a change would alter for customers who have the coupon already. */
export const changedTerms = (before: Terms, after: Terms): (keyof Terms)[] =>
  (Object.keys(before) as (keyof Terms)[]).filter((field) => plain(before[field]) !== plain(after[field]))
