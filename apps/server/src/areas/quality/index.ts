import { photoRoutes, photoTrialRoutes } from './review/index.ts'
import { photoRulesRoutes } from './rules/index.ts'

export { photoRounds as qualityRounds } from './review/index.ts'

export const qualityRoutes = [...photoRoutes, ...photoRulesRoutes, ...photoTrialRoutes]
