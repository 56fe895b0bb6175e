export { couponEvents } from './event.round.ts'
export { groupGrant } from './grant.job.ts'
export { couponGrantRoutes } from './grant.routes.ts'
export { grantImport } from './grant-import.ts'
