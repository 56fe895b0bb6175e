export { levelRoutes } from './level.routes.ts'
export { levelsOf, promisedTo } from './level.setting.ts'
export { belongs, groupsOf, groupsOfPhone, inAnyGroup, isMember, lockGroupsOf, membersAfter, teamGroups } from './membership.queries.ts'
export { type PriceGroupWhy, priceGroupOf } from './price-group.queries.ts'
