import { partnerPaymentCalls } from '@chauffeur/contract/partner/payment'
import { type PartnerStatement, partnerStatementCalls } from '@chauffeur/contract/partner/statement'
import type { TenantDb } from '#platform/database/db'
import { implement } from '#platform/http/implement'
import { paymentsOf, paymentView } from './payment.queries.ts'
import { enterPayment, offsetCredit, refundCredit, takePaymentBack } from './payment.service.ts'
import { type Asker, lineList, statementList, statementView } from './statement.list.ts'
import { eventsOf, findStatement, sumsOf } from './statement.queries.ts'
import {
  confirmStatement,
  decideDispute,
  disputeLine,
  finalizeStatement,
  makeByHand,
  reckonAgain,
  seesStatements,
  sendStatement,
} from './statement.service.ts'

async function shown(db: TenantDb, id: string, asker: Asker): Promise<PartnerStatement | undefined> {
  const row = seesStatements(asker.scope) ? await findStatement(db, id) : undefined
  if (!row) return undefined
  const [sums, payments, events] = [await sumsOf(db, id), await paymentsOf(db, id), await eventsOf(db, id)]
  return {
    ...statementView(row, asker),
    sums,
    payments: payments.map((one) => paymentView(one, id, asker)),
    events: events.map(({ event, actor_name, reason, at }) => ({ event, actorName: actor_name, reason, at: at.toISOString() })),
  }
}

export const partnerStatementRoutes = implement(
  'partnerStatement',
  partnerStatementCalls,
)({
  list: statementList.page,
  view: async ({ input, db, fail, ...asker }) => (await shown(db, input.partnerStatementId, asker)) ?? fail('partnerStatement.notFound'),
  lines: lineList.page,
  make: async ({ input, db, ...context }) => {
    const made = await makeByHand(input, { tx: db, ...context }, new Date())
    return (await shown(db, made, context)) ?? context.fail('partnerStatement.notFound')
  },
  reckon: async ({ input, db, ...context }) => {
    await reckonAgain(input, { tx: db, ...context })
    return (await shown(db, input.partnerStatementId, context))!
  },
  send: async ({ input, db, ...context }) => {
    await sendStatement(input, { tx: db, ...context })
    return (await shown(db, input.partnerStatementId, context))!
  },
  confirm: async ({ input, db, ...context }) => {
    await confirmStatement(input, { tx: db, ...context })
    return (await shown(db, input.partnerStatementId, context))!
  },
  dispute: async ({ input, db, ...context }) => {
    await disputeLine(input, { tx: db, ...context })
    return (await shown(db, input.partnerStatementId, context))!
  },
  decide: async ({ input, db, ...context }) => {
    await decideDispute(input, { tx: db, ...context })
    return (await shown(db, input.partnerStatementId, context))!
  },
  finalize: async ({ input, db, ...context }) => {
    await finalizeStatement(input, { tx: db, ...context })
    return (await shown(db, input.partnerStatementId, context))!
  },
  pay: async ({ input, db, ...context }) => {
    await enterPayment(input, { tx: db, ...context })
    return (await shown(db, input.partnerStatementId, context))!
  },
})

export const partnerPaymentRoutes = implement(
  'partnerPayment',
  partnerPaymentCalls,
)({
  takeBack: async ({ input, db, ...context }) => {
    const of = await takePaymentBack(input, { tx: db, ...context })
    return (await shown(db, of, context))!
  },
  offset: async ({ input, db, ...context }) => {
    await offsetCredit(input, { tx: db, ...context })
    return (await shown(db, input.partnerStatementId, context))!
  },
  refund: async ({ input, db, ...context }) => {
    await refundCredit(input, { tx: db, ...context })
    return (await shown(db, input.partnerStatementId, context))!
  },
})
