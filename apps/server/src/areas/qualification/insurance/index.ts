export { insuranceImport } from './insurance.import.ts'
export { driverInsuranceRoutes } from './insurance.routes.ts'
