import { dispatchBlocksRoutes, dispatchDeskRoutes } from './desk/index.ts'
import { dispatchSettingsRoutes } from './settings/index.ts'
import { dispatchTeamsRoutes } from './team/index.ts'

export { startDispatch } from './engine/index.ts'
export { endWaiting, offerSource, offerStreamRoute } from './offer/index.ts'

export const dispatchRoutes = [...dispatchBlocksRoutes, ...dispatchDeskRoutes, ...dispatchSettingsRoutes, ...dispatchTeamsRoutes]
