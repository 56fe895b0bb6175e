export { groupRound } from './group.round.ts'
export { listedGroup } from './group.queries.ts'
export { groupRoutes } from './group.routes.ts'
export { memberImport } from './member-import.ts'
