export { consentRoutes } from './consent.routes.ts'
export { tokenHashOf } from './consent.queries.ts'
export { ownAgreementOf, sayOf } from './consent.service.ts'
export { enterConsent } from './entered.service.ts'
