import { customerAppRoutes } from './app/index.ts'
import { deskCustomerRoutes } from './card/index.ts'
import { enterpriseRoutes } from './enterprise/index.ts'
import { groupRound, groupRoutes } from './group/index.ts'
import { levelRoutes } from './standing/index.ts'
import { mergeRoutes } from './merge/index.ts'
import { pointConfigRoutes, pointRoutes } from './point-desk/index.ts'
import { pointRounds } from './points/index.ts'
import { customerJobs, profileRoutes } from './profile/index.ts'
import { searchRound } from './search/index.ts'

export const customerRoutes = [
<<<<<<< HEAD
=======
  ...customerAppRoutes,
>>>>>>> 9f06e757 (Requests of people about what is held of them, and what customers do by themselves: sign in, agree, see, correct and erase)
  ...deskCustomerRoutes,
  ...enterpriseRoutes,
  ...groupRoutes,
  ...levelRoutes,
  ...mergeRoutes,
<<<<<<< HEAD
  ...pointConfigRoutes,
  ...pointRoutes,
=======
>>>>>>> 9f06e757 (Requests of people about what is held of them, and what customers do by themselves: sign in, agree, see, correct and erase)
  ...profileRoutes,
]
export { customerJobs }
export const customerRounds = [searchRound, groupRound, ...pointRounds]
