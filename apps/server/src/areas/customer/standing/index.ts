export { levelRoutes } from './level.routes.ts'
export { levelsOf, promisedTo } from './level.setting.ts'
export { belongs, groupsOf, isMember, priceGroupsOf, teamGroups } from './membership.queries.ts'
