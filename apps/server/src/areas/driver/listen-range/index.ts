export { listenRangeImport } from './listen-range.import.ts'
export { listenRangeRoutes } from './listen-range.routes.ts'
