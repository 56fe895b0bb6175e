import { agreementRoutes } from './agreement/index.ts'
import { consentRoutes } from './consent/index.ts'

export const privacyRoutes = [...agreementRoutes, ...consentRoutes]
