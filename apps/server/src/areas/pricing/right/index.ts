export { mayKeep } from './right.list.ts'
export { findRight, lockRight, type RightDb } from './right.queries.ts'
export { rightRoutes } from './right.routes.ts'
