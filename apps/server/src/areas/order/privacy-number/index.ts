export { driverNumberFor, numberBetween } from './between.service.ts'
