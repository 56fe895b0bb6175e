export {
  addressesOf,
  type CustomerRowDb,
  findCustomerByPhone,
  insertCustomer,
  insertNote,
  updateCustomer,
} from './customer.queries.ts'
