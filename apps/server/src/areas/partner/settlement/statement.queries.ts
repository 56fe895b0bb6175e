import type {
  CorrectionReason,
  DisputeReason,
  DisputeState,
  PartnerStatementState,
  StatementLineKind,
} from '@chauffeur/contract/partner/statement'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { PlatformDb, TenantDb, TenantTx } from '#platform/database/db'
import { documentNo } from '#platform/database/document-number'
import type { DB, PartnerStatements } from '#platform/database/tables.generated'
import { movesOf } from '#platform/machine/moves'
import { statementMachine } from './statement.rules.ts'

export type StatementRow = Selectable<PartnerStatements>
export const statementMoves = movesOf({
  machine: statementMachine,
  table: 'partner_statements',
  key: 'partner_statement_id',
  state: 'state',
  history: { table: 'partner_statement_events', from: 'from_state', to: 'to_state' },
})

/** Those in sight; a partner's people see what was sent to them. */
export const statements = (db: TenantDb) =>
  db
    .selectFrom('partner_statements as s')
    .innerJoin('channels as h', (on) => on.onRef('h.tenant_id', '=', 's.tenant_id').onRef('h.channel_id', '=', 's.channel_id'))
    .where(sql<boolean>`((select app_all_channels()) or s.state <> 'DRAFT')`)
export const listed = (rows: ReturnType<typeof statements>) =>
  rows
    .selectAll('s')
    .select([
      'h.name as channel_name',
      sql<string>`to_char(s.month, 'YYYY-MM')`.as('month_words'),
      sql<PartnerStatementState>`s.state`.as('state'),
      sql<'PARTNER' | 'HAND' | null>`s.confirmed_way`.as('confirmed_way'),
    ])
export const findStatement = (db: TenantDb, id: string) =>
  listed(statements(db)).where('s.partner_statement_id', '=', id).executeTakeFirst()
export type StatementDb = NonNullable<Awaited<ReturnType<typeof findStatement>>>

export const lines = (db: TenantDb) =>
  db
    .selectFrom('partner_statement_lines as l')
    .innerJoin('partner_statements as s', (on) =>
      on.onRef('s.tenant_id', '=', 'l.tenant_id').onRef('s.partner_statement_id', '=', 'l.partner_statement_id'),
    )
    .innerJoin('right_configs as r', (on) => on.onRef('r.tenant_id', '=', 'l.tenant_id').onRef('r.right_id', '=', 'l.right_id'))
export const linesShown = (rows: ReturnType<typeof lines>) =>
  rows
    .innerJoin('cities as c', 'c.city_id', 'l.city_id')
    .selectAll('l')
    .select([
      'c.name as city_name',
      'r.name as right_name',
      'r.right_no',
      sql<string>`coalesce((select g.partner_user_id from right_uses u join right_grants g on g.tenant_id = u.tenant_id and g.right_grant_id = u.right_grant_id
        where u.tenant_id = l.tenant_id and u.order_id = l.order_id), '')`.as('partner_user_id'),
      sql<StatementLineKind>`l.kind`.as('kind'),
      sql<CorrectionReason>`l.reason`.as('reason'),
      sql<DisputeState | null>`l.dispute`.as('dispute'),
      sql<DisputeReason | ''>`l.dispute_reason`.as('dispute_reason'),
      sql<PartnerStatementState>`s.state`.as('statement_state'),
    ])
export type LineDb = Awaited<ReturnType<ReturnType<typeof linesShown>['execute']>>[number]

export const sumsOf = async (db: TenantDb, id: string) =>
  (
    await sql<{ kind: StatementLineKind; reason: CorrectionReason; rightName: string; eachFen: number; lines: number; fen: number }>`
      select l.kind, l.reason, r.name as "rightName", l.amount_fen as "eachFen", count(*)::int as lines, sum(l.amount_fen)::float8 as fen
      from partner_statement_lines l join right_configs r on r.tenant_id = l.tenant_id and r.right_id = l.right_id
      where l.partner_statement_id = ${id}::bigint
      group by l.kind, l.reason, r.name, l.amount_fen order by array_position('{USE,LATE,CORRECTION}'::text[], l.kind), r.name, l.amount_fen desc limit 500`.execute(
      db,
    )
  ).rows
export const eventsOf = (db: TenantDb, id: string) =>
  db.selectFrom('partner_statement_events').selectAll().where('partner_statement_id', '=', id).orderBy('seq').execute()

/** One at a time reckons what a partner owes: what one statement has another leaves out. */
export const lockReckoning = (tx: TenantTx, channelId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('partner-statement', ${channelId}::bigint))`.execute(tx)

/** Undefined where the channel has one of that month. */
export const insertStatement = (tx: TenantTx, of: { tenantId: string; channelId: string; month: string }) =>
  tx
    .insertInto('partner_statements')
    .values({
      tenant_id: of.tenantId,
      statement_no: documentNo('PARTNER_STATEMENT', of.tenantId),
      channel_id: of.channelId,
      month: sql<Date>`${`${of.month}-01`}::date`,
    })
    .onConflict((on) => on.columns(['tenant_id', 'channel_id', 'month']).doNothing())
    .returningAll()
    .executeTakeFirst()
export const hasStatement = async (tx: TenantTx, channelId: string, month: string): Promise<boolean> =>
  (await tx
    .selectFrom('partner_statements')
    .select('partner_statement_id')
    .where('channel_id', '=', channelId)
    .where('month', '=', sql<Date>`${`${month}-01`}::date`)
    .executeTakeFirst()) !== undefined

export const lockLine = (tx: TenantTx, id: string, lineNo: number) =>
  tx
    .selectFrom('partner_statement_lines')
    .selectAll()
    .where('partner_statement_id', '=', id)
    .where('line_no', '=', lineNo)
    .forUpdate()
    .executeTakeFirst()
export const setLine = (tx: TenantTx, id: string, lineNo: number, set: Updateable<DB['partner_statement_lines']>) =>
  tx.updateTable('partner_statement_lines').set(set).where('partner_statement_id', '=', id).where('line_no', '=', lineNo).execute()
export const dropLines = (tx: TenantTx, id: string) =>
  tx.deleteFrom('partner_statement_lines').where('partner_statement_id', '=', id).execute()

/** Channels whose rights were used in a month, or for whom something waited when the one before was made, and that have no statement of it. */
export const channelsDue = async (db: PlatformDb, month: string, { from, to }: { from: Date; to: Date }) =>
  (
    await sql<{ tenantId: string; channelId: string }>`
      select d.tenant_id as "tenantId", d.channel_id as "channelId" from (
        select r.tenant_id, r.channel_id from right_uses u
          join right_grants g on g.tenant_id = u.tenant_id and g.right_grant_id = u.right_grant_id
          join right_configs r on r.tenant_id = g.tenant_id and r.right_id = g.right_id
        where u.state in ('USED', 'AUDIT_FAILED') and u.settled_at >= ${from} and u.settled_at < ${to} and r.channel_id is not null
        union
        select w.tenant_id, w.channel_id from partner_statements w
        where w.month = ${`${month}-01`}::date - interval '1 month' and w.waiting_count > 0) d
      where not exists (select from partner_statements s where s.tenant_id = d.tenant_id and s.channel_id = d.channel_id and s.month = ${`${month}-01`}::date)
      order by 1, 2`.execute(db)
  ).rows
