export { examAttemptRoutes } from './attempt.routes.ts'
export { endOverdue, examRound } from './attempt.service.ts'
