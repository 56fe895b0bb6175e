export { makeStatements, statementRound } from './statement.round.ts'
export { partnerStatementRoutes } from './statement.routes.ts'
