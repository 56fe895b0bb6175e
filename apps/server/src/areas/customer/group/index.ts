export { groupRound } from './group.round.ts'
export { groupRoutes } from './group.routes.ts'
export { memberImport } from './member-import.ts'
