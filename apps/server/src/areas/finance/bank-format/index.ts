export { rowOf } from './bank-format.rules.ts'
export { bankFormatRoutes } from './bank-format.routes.ts'
export { bankFormats } from './bank-format.setting.ts'
