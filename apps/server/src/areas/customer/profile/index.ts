export { customerJobs } from './bulk.job.ts'
export { customerImport } from './customer-import.ts'
export { profileRoutes } from './profile.routes.ts'
export { changeCustomers, type CustomerDb, listedCustomer, lockCustomers } from './profile.queries.ts'
