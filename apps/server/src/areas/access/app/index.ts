export { appsRoutes } from './apps.routes.ts'
export { channelOf, channelsInScope, channelsOn, rightsInForce } from './channel.queries.ts'
