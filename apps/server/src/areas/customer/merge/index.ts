export { mergeRoutes } from './merge.routes.ts'
