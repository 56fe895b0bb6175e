export { groundRoutes } from './ground.routes.ts'
export { groundRounds } from './street.round.ts'
export { mapInForce } from './ground.setting.ts'
export { mapFileRoutes } from './map-file.http.ts'
