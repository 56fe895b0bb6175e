import { fenceRoutes, rateRoutes } from './rate/index.ts'
import { templateRoutes } from './template/index.ts'

export { expiry } from './discount/index.ts'

export const pricingRoutes = [...fenceRoutes, ...rateRoutes, ...templateRoutes]
