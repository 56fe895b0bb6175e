import { discountRefusals } from './pricing-discount.ts'
import { fenceCalls, fenceRefusals } from './pricing-fence.ts'
import { rateCalls, rateRefusals } from './pricing-rate.ts'
import { templateCalls, templateRefusals } from './pricing-template.ts'

export const pricingCalls = { ...templateCalls, ...fenceCalls, ...rateCalls }
export const pricingRefusals = { ...templateRefusals, ...fenceRefusals, ...rateRefusals, ...discountRefusals }
