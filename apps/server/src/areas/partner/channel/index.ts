export { channelsInScope, channelsOf, channelsOn, findChannel, rightsInForce } from './channel.queries.ts'
export { channelToChange } from './channel.service.ts'
export { channelRoutes } from './channel.routes.ts'
export { channelHindrance } from './channel.rules.ts'
