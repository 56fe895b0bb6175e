import { accountRoutes } from './account/index.ts'
import { appsRoutes } from './app/index.ts'
import { functionRoutes } from './function/index.ts'
import { authorityRoutes, menuRoutes } from './menu/index.ts'
import { roleRoutes } from './role/index.ts'
import { sessionRoutes } from './session/index.ts'
import { setupRoutes } from './setup/index.ts'
import { tenancyRoutes } from './tenant/index.ts'
import { departmentRoutes, userRoutes } from './user/index.ts'

export const accessRoutes = [
  ...accountRoutes,
  ...appsRoutes,
  ...functionRoutes,
  ...authorityRoutes,
  ...menuRoutes,
  ...roleRoutes,
  ...sessionRoutes,
  ...setupRoutes,
  ...tenancyRoutes,
  ...departmentRoutes,
  ...userRoutes,
]
