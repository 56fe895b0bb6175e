export { type GroupOf, groupsOf, isMember, membersAfter } from './membership.queries.ts'
