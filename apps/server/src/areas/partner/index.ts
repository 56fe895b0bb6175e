import { nonceRound, partnerApiRoutes } from './api/index.ts'
import { channelRoutes } from './channel/index.ts'
import { keyRoutes } from './key/index.ts'

export const partnerRoutes = [...channelRoutes, ...keyRoutes, ...partnerApiRoutes]
export const partnerRounds = [nonceRound]
