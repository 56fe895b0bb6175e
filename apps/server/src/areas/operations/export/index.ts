export { createExport } from './create.service.ts'
export { exportJob } from './export.job.ts'
export { exportRoutes } from './export.routes.ts'
export { openExportFile } from './export-file.ts'
