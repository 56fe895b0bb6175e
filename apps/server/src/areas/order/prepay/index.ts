export { prepayRounds } from './prepay.rounds.ts'
export { prepayRoutes } from './prepay.routes.ts'
export { orderPrepayView } from './prepay.view.ts'
