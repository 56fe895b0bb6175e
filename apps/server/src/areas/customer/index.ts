import { customerAppRoutes } from './app/index.ts'
import { deskCustomerRoutes } from './card/index.ts'
import { enterpriseRoutes } from './enterprise/index.ts'
import { groupRound, groupRoutes } from './group/index.ts'
import { levelRoutes } from './standing/index.ts'
import { mergeRoutes } from './merge/index.ts'
import { customerAppPointRoutes, pointConfigRoutes, pointRoutes } from './point-desk/index.ts'
import { pointRounds } from './points/index.ts'
import { customerJobs, profileRoutes } from './profile/index.ts'
import { searchRound } from './search/index.ts'

export const customerRoutes = [
  ...customerAppRoutes,
  ...deskCustomerRoutes,
  ...enterpriseRoutes,
  ...groupRoutes,
  ...levelRoutes,
  ...mergeRoutes,
  ...pointConfigRoutes,
  ...pointRoutes,
  ...customerAppPointRoutes,
  ...profileRoutes,
]
export { customerJobs }
export const customerRounds = [searchRound, groupRound, ...pointRounds]
