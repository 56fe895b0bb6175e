import { authorityRoutes as own } from './authority.routes.ts'
import { functionRoutes } from './function.routes.ts'
import { menuRoutes } from './menu.routes.ts'
import { roleRoutes } from './role.routes.ts'

export { functionsByCode } from './function.queries.ts'
export { functionView } from './function.view.ts'
export { type Grantor, isAdministrator, lackingToGive, seesNothing, seesWholeTenant } from './grant.rules.ts'
export { administratorRemains, grantorOf } from './grantor.service.ts'
export { allRoles, findRole } from './role.queries.ts'
export { people, personLine } from './user-line.list.ts'
export const authorityRoutes = [...own, ...functionRoutes, ...menuRoutes, ...roleRoutes]
