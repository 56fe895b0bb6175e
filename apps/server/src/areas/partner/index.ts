import { nonceRound, partnerApiRoutes } from './api/index.ts'
import { callbackRoutes } from './callback/index.ts'
import { channelRoutes } from './channel/index.ts'
import { keyRoutes } from './key/index.ts'
import { webhookRound, webhookRoutes } from './webhook/index.ts'

export const partnerRoutes = [...channelRoutes, ...keyRoutes, ...callbackRoutes, ...webhookRoutes, ...partnerApiRoutes]
export const partnerRounds = [nonceRound, webhookRound]
