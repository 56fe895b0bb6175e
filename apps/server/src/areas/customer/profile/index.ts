export { customerJobs } from './bulk.job.ts'
export { customerImport } from './customer-import.ts'
export { profileRoutes } from './profile.routes.ts'
export {
  changeCustomers,
  consentsOf,
  type CustomerDb,
  insertConsent,
  type ListedCustomer,
  listedCustomer,
  lockCustomers,
  saveLanguage,
} from './profile.queries.ts'
