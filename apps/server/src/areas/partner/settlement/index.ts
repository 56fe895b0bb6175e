export { makeStatements, statementRound } from './statement.round.ts'
export { partnerPaymentRoutes, partnerStatementRoutes } from './statement.routes.ts'
