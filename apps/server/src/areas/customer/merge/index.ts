export { mergeRoutes } from './merge.routes.ts'
export { eraseCustomer } from './merge.service.ts'
