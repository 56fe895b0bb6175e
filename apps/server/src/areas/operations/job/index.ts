export { jobRoutes } from './job.routes.ts'
