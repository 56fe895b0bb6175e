export { agreementRoutes } from './agreement.routes.ts'
export { askedNumber, presentVersions } from './agreement.queries.ts'
export { textView } from './agreement.view.ts'
