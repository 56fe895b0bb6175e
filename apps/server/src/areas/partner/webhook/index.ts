export { webhookRound } from './send.round.ts'
export { webhookRoutes } from './webhook.routes.ts'
