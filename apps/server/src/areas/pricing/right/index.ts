export { mayKeep } from './right.list.ts'
export { findRight, type RightDb } from './right.queries.ts'
export { rightRoutes } from './right.routes.ts'
