export { customerJobs } from './bulk.job.ts'
export { customerImport } from './customer-import.ts'
export { profileRoutes } from './profile.routes.ts'
export { changeCustomers, type CustomerDb, type ListedCustomer, listedCustomer, lockCustomers } from './profile.queries.ts'
