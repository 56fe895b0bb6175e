export { customerJobs } from './bulk.job.ts'
export { customerImport } from './customer-import.ts'
export { profileRoutes } from './profile.routes.ts'
<<<<<<< HEAD
export { changeCustomers, type CustomerDb, type ListedCustomer, listedCustomer, lockCustomers } from './profile.queries.ts'
=======
export { changeCustomers, consentsOf, type CustomerDb, insertConsent, listedCustomer, lockCustomers } from './profile.queries.ts'
>>>>>>> 9f06e757 (Requests of people about what is held of them, and what customers do by themselves: sign in, agree, see, correct and erase)
