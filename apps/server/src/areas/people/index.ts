import { departmentRoutes } from './department.routes.ts'
import { userRoutes } from './user.routes.ts'

export { consumePasswordLink, findPasswordLink, issuePasswordLink, type PasswordLink } from './password-link.service.ts'
export const peopleRoutes = [...userRoutes, ...departmentRoutes]
