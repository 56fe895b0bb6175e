export { leaveQueue, type QueueTeam } from './area-queue.queries.ts'
export { keepQueue, ownQueue, type QueueWatch } from './area-queue.service.ts'
export { dispatchTeamsRoutes } from './team.routes.ts'
export { chooseTeam, isTeamOnly, type Team, type TeamTraits } from './team.rules.ts'
