export { recoveryHash, secretContext, stepOf } from './second-factor.service.ts'
export { needsAuthenticator } from './session.queries.ts'
export { sessionRoutes } from './session.routes.ts'
export { authenticate, confirmPerson, type From, type SignInRefusal } from './sign-in.service.ts'
