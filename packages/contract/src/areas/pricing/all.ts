import { discountRefusals } from './discount.ts'
import { fenceCalls, fenceRefusals } from './fence.ts'
import { rateCalls, rateRefusals } from './rate.ts'
import { templateCalls, templateRefusals } from './template.ts'

export const pricingCalls = { ...templateCalls, ...fenceCalls, ...rateCalls }
export const pricingRefusals = { ...templateRefusals, ...fenceRefusals, ...rateRefusals, ...discountRefusals }
