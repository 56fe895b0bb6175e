import { agreementRoutes } from './agreement/index.ts'
import { consentRoutes } from './consent/index.ts'
import { gatherJob, privacyRequestRoutes } from './request/index.ts'

export const privacyRoutes = [...agreementRoutes, ...consentRoutes, ...privacyRequestRoutes]
export const privacyJobs = [gatherJob]
