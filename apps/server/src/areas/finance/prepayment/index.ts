export { holdsPrepayment, lockPaymentNumber, lockPrepaymentOf, type PrepaymentDb, prepaymentSeen } from './prepayment.queries.ts'
export { coveredBy, heldOf } from './prepayment.rules.ts'
export { carryPrepayment, heldFor, payPrepaymentBack, receivePrepayment, settlePrepayment, takePrepayment } from './prepayment.service.ts'
