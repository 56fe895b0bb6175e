export { employeeImport } from './employee-import.ts'
export { enterpriseRoutes } from './enterprise.routes.ts'
export { limitsOf } from './enterprise.rules.ts'
export { billLimitFen, payerOf, payersFor } from './payer.service.ts'
