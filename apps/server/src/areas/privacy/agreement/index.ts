export { agreementRoutes } from './agreement.routes.ts'
export { askedNumber, findNumber, presentVersions } from './agreement.queries.ts'
export { textView } from './agreement.view.ts'
