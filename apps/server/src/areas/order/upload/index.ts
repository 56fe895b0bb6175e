export { orderUploadRoutes, uploadRound } from './upload.routes.ts'
