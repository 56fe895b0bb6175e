export { customersFound, customersPicked, customersTagged, makeFindable } from './search.queries.ts'
export { keyCustomers, searchRound } from './search.round.ts'
