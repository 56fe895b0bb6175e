export { dispatchDefaults, radiusOf, timeoutOf } from './params.rules.ts'
export { settingsInForce, traitsOf } from './settings.queries.ts'
export { dispatchSettingsRoutes } from './settings.routes.ts'
export { chosenOf, inForce } from './settings.service.ts'
