export { departmentRoutes } from './department.routes.ts'
export { consumePasswordLink, findPasswordLink, issuePasswordLink, type PasswordLink } from './password-link.service.ts'
export { userRoutes } from './user.routes.ts'
