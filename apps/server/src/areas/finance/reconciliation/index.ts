export { refreshMany, retryMany } from './ask.service.ts'
export { reconcileJob, statementRound } from './reconcile.job.ts'
export { reconciliationRoutes } from './reconciliation.routes.ts'
export { statementUpload } from './statement-upload.http.ts'
