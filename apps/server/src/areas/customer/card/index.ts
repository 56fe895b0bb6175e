export { customerCard } from './customer-card.service.ts'
export { addressesOf, type CustomerRowDb, findCustomerByPhone, insertCustomer, insertNote, updateCustomer } from './customer.queries.ts'
export { deskCustomerRoutes } from './customer.routes.ts'
export { refusedWords, userOf } from './discount.view.ts'
