export { grantOfPartner, isGrantOfChannel, lockGrantNumber } from './partner-grant.queries.ts'
export { askedOf, grantForPartner, grantOfNumber, partnerGrantView, revokeForPartner } from './partner-grant.service.ts'
export { rightGrantRoutes } from './right-grant.routes.ts'
export { rightGrantImport } from './right-grant-import.ts'
