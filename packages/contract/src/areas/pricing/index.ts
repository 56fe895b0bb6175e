import { couponRefusals } from './coupon.ts'
import { discountRefusals } from './discount.ts'
import { fenceCalls, fenceRefusals } from './fence.ts'
import { rateCalls, rateRefusals } from './rate.ts'
import { templateCalls, templateRefusals } from './template.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  pricing: { ...templateCalls, ...fenceCalls, ...rateCalls },
}
export const refusals = [couponRefusals, templateRefusals, fenceRefusals, rateRefusals, discountRefusals]
