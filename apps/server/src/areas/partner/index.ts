import { nonceRound, partnerApiRoutes, partnerGrantRoutes } from './api/index.ts'
import { callbackRoutes } from './callback/index.ts'
import { channelRoutes } from './channel/index.ts'
import { keyRoutes } from './key/index.ts'
import { partnerPaymentRoutes, partnerStatementRoutes, statementRound } from './settlement/index.ts'
import { webhookRound, webhookRoutes } from './webhook/index.ts'

export const partnerRoutes = [
  ...channelRoutes,
  ...keyRoutes,
  ...callbackRoutes,
  ...webhookRoutes,
  ...partnerApiRoutes,
  ...partnerGrantRoutes,
  ...partnerStatementRoutes,
  ...partnerPaymentRoutes,
]
export const partnerRounds = [nonceRound, webhookRound, statementRound]
