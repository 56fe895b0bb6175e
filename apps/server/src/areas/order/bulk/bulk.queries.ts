import type { CancelConsequence } from '@chauffeur/contract/order/cancel-rules'
import type { BulkAction, BulkJobState, BulkRowState } from '@chauffeur/contract/order/bulk'
import { sql } from 'kysely'
import { matchingOrders, type OrderFilter } from '../model/index.ts'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Scope } from '#platform/database/scope'

export interface BulkRowDb {
  order_id: string
  order_no: string
  service_status: number
  state: BulkRowState
  rule: string
  verdict: string | null
  fee_fen: number | null
  consequence: CancelConsequence | null
  problem: string
}
export interface BulkJobDb {
  job_id: string
  action: BulkAction
  state: BulkJobState
  /** The job behind the requests that works on it, or last did. */
  run_job_id: string | null
  text: string
  by_customer: boolean
  created_at: Date
  total: number
  waiting: number
  done: number
  failed: number
  skipped: number
  fee_fen: number
  penalty_fen: number
  penalties: number
}

/** Ids of the chosen orders within the scope, or of all that the filter finds; one more than the limit where there are more. */
export async function chosenOrders(
  db: TenantDb,
  scope: Scope,
  chosen: { orderIds?: readonly string[] | undefined; filter?: OrderFilter | undefined },
  limit: number,
): Promise<string[]> {
  const { orderIds } = chosen
  const rows = orderIds
    ? (await sql<{ id: string }>`select order_id::text as id from orders where order_id = any (${orderIds}::bigint[])`.execute(db)).rows
    : (
        await sql<{ id: string }>`select order_id::text as id from (${matchingOrders(db, scope, chosen.filter ?? {})}) o
          order by created_at desc, order_id desc limit ${sql.lit(limit + 1)}`.execute(db)
      ).rows
  return rows.map(({ id }) => id)
}

export const insertJob = async (
  tx: TenantTx,
  job: { tenantId: string; action: BulkAction; text: string; byCustomer: boolean; createdBy: string },
): Promise<string> =>
  (
    await tx
      .insertInto('order_bulk_jobs')
      .values({
        tenant_id: job.tenantId,
        action: job.action,
        text: job.text,
        by_customer: job.byCustomer,
        created_by: job.createdBy,
      })
      .returning('job_id')
      .executeTakeFirstOrThrow()
  ).job_id

/** The rows of a job in one statement, whatever their number. */
export const insertRows = (tx: TenantTx, tenantId: string, jobId: string, rows: readonly NewRow[]) =>
  sql`insert into order_bulk_rows (tenant_id, job_id, order_id, order_no, state, rule, verdict, fee_fen, consequence, problem)
    select ${tenantId}::bigint, ${jobId}::bigint, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(order_id bigint, order_no text, state text, rule text, verdict text, fee_fen integer, consequence jsonb, problem text)
    on conflict (tenant_id, job_id, order_id) do update
      set state = excluded.state, rule = excluded.rule, verdict = excluded.verdict, fee_fen = excluded.fee_fen,
        consequence = excluded.consequence, problem = excluded.problem`.execute(tx)
export type NewRow = Omit<BulkRowDb, 'service_status'>

/** The job with its figures; null for somebody else's. */
export const findJob = async (db: TenantDb, where: { jobId: string } | 'unfinished'): Promise<BulkJobDb | undefined> =>
  (
    await sql<BulkJobDb>`
      select j.job_id::text, j.action, case when j.state = 'RUNNING' and run.job_id is null then 'READY' else j.state end as state,
        j.run_job_id::text, j.text, j.by_customer, j.created_at, count(r.order_id)::int as total,
        (count(*) filter (where r.state = 'WAITING'))::int as waiting, (count(*) filter (where r.state = 'DONE'))::int as done,
        (count(*) filter (where r.state = 'FAILED'))::int as failed, (count(*) filter (where r.state = 'SKIPPED'))::int as skipped,
        coalesce(sum(r.fee_fen) filter (where r.state in ('WAITING', 'DONE')), 0)::int as fee_fen,
        coalesce(sum((r.consequence ->> 'driverPenaltyFen')::int) filter (where r.state in ('WAITING', 'DONE')), 0)::int as penalty_fen,
        (count(*) filter (where r.state in ('WAITING', 'DONE') and (r.consequence ->> 'driverPenaltyFen')::int > 0))::int as penalties
      from order_bulk_jobs j left join order_bulk_rows r on r.tenant_id = j.tenant_id and r.job_id = j.job_id
        left join jobs run on run.tenant_id = j.tenant_id and run.job_id = j.run_job_id and run.state in ('WAITING', 'RUNNING')
      where ${where === 'unfinished' ? sql`j.state = 'RUNNING'` : sql`j.job_id = ${where.jobId}`}
      group by j.tenant_id, j.job_id, run.job_id order by j.job_id desc limit 1`.execute(db)
  ).rows[0]

export const rowsOf = async (db: TenantDb, jobId: string): Promise<BulkRowDb[]> =>
  (
    await sql<BulkRowDb>`
      select r.order_id::text, r.order_no, o.service_status, r.state, r.rule, r.verdict, r.fee_fen, r.consequence, r.problem
      from order_bulk_rows r join orders o on o.tenant_id = r.tenant_id and o.order_id = r.order_id
      where r.job_id = ${jobId} order by array_position(array['FAILED', 'SKIPPED', 'WAITING', 'DONE'], r.state), r.order_no desc`.execute(
      db,
    )
  ).rows

/** None of a job that was stopped. */
export const nextRows = (tx: TenantTx, jobId: string, limit: number) =>
  tx
    .selectFrom('order_bulk_rows as r')
    .innerJoin('order_bulk_jobs as j', (join) => join.onRef('j.tenant_id', '=', 'r.tenant_id').onRef('j.job_id', '=', 'r.job_id'))
    .select([
      'r.order_id',
      'r.order_no',
      'r.rule',
      'r.verdict',
      'r.fee_fen',
      sql<CancelConsequence | null>`r.consequence`.as('consequence'),
    ])
    .where('j.job_id', '=', jobId)
    .where('j.state', '=', 'RUNNING')
    .where('r.state', '=', 'WAITING')
    .orderBy('r.order_id')
    .limit(limit)
    .execute()

/** Takes a waiting row for good: of two runs at once one gets it. */
export async function takeRow(tx: TenantTx, jobId: string, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from order_bulk_rows r join order_bulk_jobs j on j.tenant_id = r.tenant_id and j.job_id = r.job_id
    where r.job_id = ${jobId} and r.order_id = ${orderId} and r.state = 'WAITING' and j.state = 'RUNNING' for update of r skip locked`.execute(
    tx,
  )
  return rows.length > 0
}

export const finishRow = (
  tx: TenantTx,
  jobId: string,
  orderId: string,
  how: { state: BulkRowState; problem: string; rule?: string; verdict?: string; feeFen?: number; consequence?: CancelConsequence | null },
) =>
  tx
    .updateTable('order_bulk_rows')
    .set({
      state: how.state,
      problem: how.problem,
      ...(how.rule !== undefined && { rule: how.rule }),
      ...(how.verdict !== undefined && { verdict: how.verdict }),
      ...(how.feeFen !== undefined && { fee_fen: how.feeFen }),
      ...(how.consequence !== undefined && { consequence: how.consequence && JSON.stringify(how.consequence) }),
    })
    .where('job_id', '=', jobId)
    .where('order_id', '=', orderId)
    .execute()

/** Rows whose turn never came; one that is being done meanwhile keeps what comes of it. */
export const skipWaiting = (tx: TenantTx, jobId: string, problem: string) =>
  tx.updateTable('order_bulk_rows').set({ state: 'SKIPPED', problem }).where('job_id', '=', jobId).where('state', '=', 'WAITING').execute()

/** Whoever begins, stops, tries again or ends a job does so one after the other. */
export const lockJob = (tx: TenantTx, jobId: string) =>
  tx.selectFrom('order_bulk_jobs').select('job_id').where('job_id', '=', jobId).forUpdate().executeTakeFirst()

export const setJobState = (tx: TenantTx, jobId: string, from: readonly BulkJobState[], state: BulkJobState) =>
  tx.updateTable('order_bulk_jobs').set({ state }).where('job_id', '=', jobId).where('state', 'in', from).execute()

export const setRunning = (tx: TenantTx, jobId: string, runJobId: string) =>
  tx.updateTable('order_bulk_jobs').set({ state: 'RUNNING', run_job_id: runJobId }).where('job_id', '=', jobId).execute()
