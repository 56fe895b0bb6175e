import type { BoundRoute } from '#platform/implement'
import { fenceRoutes } from './fence.routes.ts'
import { rateRoutes } from './rate.routes.ts'
import { templateRoutes } from './template.routes.ts'

export const pricingRoutes: BoundRoute[] = [...templateRoutes, ...fenceRoutes, ...rateRoutes]
