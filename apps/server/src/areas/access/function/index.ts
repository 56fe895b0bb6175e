export { functionsByCode, knownCodes } from './function.queries.ts'
export { functionRoutes } from './function.routes.ts'
export { functionView } from './function.view.ts'
export {
  ADMINISTRATION,
  difference,
  type Grantor,
  isAdministrator,
  lackingToGive,
  type Reach,
  roleChangeRefusal,
  type RoleState,
  roleWithin,
  seesNothing,
  seesWholeTenant,
} from './grant.rules.ts'
export { platformExists } from './system.queries.ts'
