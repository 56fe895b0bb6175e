export { STAND_ANEW, TELL } from './match.queries.ts'
export { paidByChannel, paidThere } from './paid.queries.ts'
export { matchStatement, type StatementFile } from './match.service.ts'
export {
  NOTHING_MOVED,
  type ReconKind,
  type StatementFault,
  type StatementProblem,
  StatementRefused,
} from './statement.rules.ts'
