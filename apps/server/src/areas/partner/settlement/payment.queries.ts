import type { PartnerStatement, PaymentKind } from '@chauffeur/contract/partner/statement'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { StatementRow } from './statement.queries.ts'
import type { Asker } from './statement.list.ts'

/** Of a statement: what was paid on it, and what it paid for another. */
export const paymentsOf = (db: TenantDb, statementId: string) =>
  db
    .selectFrom('partner_payments as p')
    .innerJoin('partner_statements as s', (on) =>
      on.onRef('s.tenant_id', '=', 'p.tenant_id').onRef('s.partner_statement_id', '=', 'p.partner_statement_id'),
    )
    .leftJoin('partner_statements as f', (on) =>
      on.onRef('f.tenant_id', '=', 'p.tenant_id').onRef('f.partner_statement_id', '=', 'p.from_statement_id'),
    )
    .selectAll('p')
    .select([
      sql<PaymentKind>`p.kind`.as('kind'),
      sql<string>`p.paid_on::text`.as('day'),
      's.statement_no as to_no',
      'f.statement_no as from_no',
    ])
    .where((eb) => eb.or([eb('p.partner_statement_id', '=', statementId), eb('p.from_statement_id', '=', statementId)]))
    .orderBy('p.partner_payment_id')
    .execute()
type PaymentDb = Awaited<ReturnType<typeof paymentsOf>>[number]

export function paymentView(one: PaymentDb, statementId: string, { operator, scope }: Asker): PartnerStatement['payments'][number] {
  const gave = one.kind === 'REFUNDED' || one.from_statement_id === statementId
  const other = one.from_statement_id === statementId ? [one.partner_statement_id, one.to_no] : [one.from_statement_id, one.from_no]
  const mayTakeBack =
    scope.channel === '*' &&
    operator.authorities.has('partnerStatement.decide') &&
    one.reversed_at === null &&
    one.created_by !== operator.userId
  return {
    partnerPaymentId: one.partner_payment_id,
    kind: one.kind,
    amountFen: gave ? -Number(one.amount_fen) : Number(one.amount_fen),
    otherStatementId: other[0] ?? null,
    otherStatementNo: other[1] ?? '',
    reference: one.reference,
    remark: one.remark,
    paidOn: one.day,
    enteredAt: one.created_at.toISOString(),
    enteredByName: one.created_by_name,
    takenBackAt: one.reversed_at?.toISOString() ?? null,
    takenBackByName: one.reversed_by_name,
    takenBackReason: one.reverse_reason,
    allowedActions: mayTakeBack ? ['takeBack'] : [],
  }
}

export interface NewPayment {
  tenantId: string
  statement: Pick<StatementRow, 'partner_statement_id' | 'channel_id'>
  kind: PaymentKind
  fromStatementId?: string
  amountFen: number
  reference: string
  remark: string
  paidOn: string
  by: { userId: string; realName: string }
}
/** Undefined where a payment under that reference stands. */
export const insertPayment = async (tx: TenantTx, of: NewPayment): Promise<string | undefined> =>
  (
    await tx
      .insertInto('partner_payments')
      .values({
        tenant_id: of.tenantId,
        partner_statement_id: of.statement.partner_statement_id,
        channel_id: of.statement.channel_id,
        kind: of.kind,
        from_statement_id: of.fromStatementId ?? null,
        amount_fen: of.amountFen,
        reference: of.reference,
        remark: of.remark,
        paid_on: sql<Date>`${of.paidOn}::date`,
        created_by: of.by.userId,
        created_by_name: of.by.realName,
      })
      .onConflict((on) =>
        on
          .columns(['tenant_id', 'reference'])
          .where('reversed_at', 'is', null)
          .where('kind', '<>', sql.lit<PaymentKind>('OFFSET'))
          .doNothing(),
      )
      .returning('partner_payment_id')
      .executeTakeFirst()
  )?.partner_payment_id

/** Statements that a payment is of: they are locked before it. */
export const statementsOfPayment = (tx: TenantTx, paymentId: string) =>
  tx
    .selectFrom('partner_payments')
    .select(['partner_statement_id', 'from_statement_id'])
    .where('partner_payment_id', '=', paymentId)
    .executeTakeFirst()
export const lockPayment = (tx: TenantTx, paymentId: string) =>
  tx
    .selectFrom('partner_payments')
    .selectAll()
    .select([sql<PaymentKind>`kind`.as('kind'), sql<string>`paid_on::text`.as('day')])
    .where('partner_payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst()

export const markTakenBack = (tx: TenantTx, paymentId: string, by: { userId: string; realName: string }, reason: string) =>
  tx
    .updateTable('partner_payments')
    .set({ reversed_at: sql<Date>`clock_timestamp()`, reversed_by: by.userId, reversed_by_name: by.realName, reverse_reason: reason })
    .where('partner_payment_id', '=', paymentId)
    .execute()

/** Whether a statement of the bank that counts shows the money of a payment. */
export const shownByBank = async (tx: TenantTx, paymentId: string): Promise<boolean> =>
  (
    await sql`
      select from recon_details d
        join recon_batches b on b.tenant_id = d.tenant_id and b.batch_id = d.batch_id and b.run_no = d.run_no
      where d.business_type = 'PARTNER_PAYMENT' and d.business_id = ${paymentId}::bigint and d.channel_fen <> 0 limit 1`.execute(tx)
  ).rows.length > 0

export const statementIdOf = async (tx: TenantTx, statementNo: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('partner_statements')
      .select('partner_statement_id')
      .where('statement_no', '=', statementNo.trim())
      .where('state', '=', 'FINAL')
      .executeTakeFirst()
  )?.partner_statement_id
