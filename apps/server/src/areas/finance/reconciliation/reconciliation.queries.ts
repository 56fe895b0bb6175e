import { RECON_BATCH_STATE as B, RECON_RESULT as R, type ReconBatchState } from '@chauffeur/contract/finance/reconciliation-model'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { PlatformDb, TenantDb, TenantTx } from '#platform/database/db'
import { listOf } from '#platform/database/sql-text'
import type { AccountKind } from '../ledger/index.ts'
import { type ReconKind, STAND_ANEW, TELL } from '../statement/index.ts'

/** A batch with the statement of the run that counts. */
export const batchesWithFile = (db: TenantDb) =>
  db
    .selectFrom('recon_batches as b')
    .leftJoin('recon_runs as r', (join) =>
      join.onRef('r.tenant_id', '=', 'b.tenant_id').onRef('r.batch_id', '=', 'b.batch_id').onRef('r.run_no', '=', 'b.run_no'),
    )
export const batchShown = (rows: ReturnType<typeof batchesWithFile>) =>
  rows.selectAll('b').select([
    sql<string>`to_char(b.bill_date, 'YYYY-MM-DD')`.as('day'),
    'r.file_id',
    'r.file_name',
    'r.sha1',
    'r.rows as file_rows',
    'r.downloaded_at',
    // The job whose turn it is has not ended.
    sql<boolean>`exists (select from jobs j where j.tenant_id = b.tenant_id and j.job_id = b.job_id and j.state in ('WAITING', 'RUNNING'))`.as(
      'under_way',
    ),
  ])
export const findBatch = (db: TenantDb, batchId: string) =>
  batchShown(batchesWithFile(db)).where('b.batch_id', '=', batchId).executeTakeFirst()
export type BatchRow = NonNullable<Awaited<ReturnType<typeof findBatch>>>

export const lockBatch = (tx: TenantTx, batchId: string) =>
  tx.selectFrom('recon_batches').select('batch_id').where('batch_id', '=', batchId).forUpdate().executeTakeFirst()

export interface BatchKey {
  kind: ReconKind
  channel: 'WECHAT' | 'BANK'
  merchantNo: string
  /** `YYYY-MM-DD`. */
  billDate: string
}
/** The batch of a day, made where there is none. */
export async function openBatch(tx: TenantTx, tenantId: string, { kind, channel, merchantNo, billDate }: BatchKey): Promise<string> {
  const batchNo = `${kind}-${channel}-${merchantNo}-${billDate.replaceAll('-', '')}`
  const { rows } = await sql<{ batch_id: string }>`
    with made as (
      insert into recon_batches (tenant_id, batch_no, kind, channel, merchant_no, bill_date)
      values (${tenantId}::bigint, ${batchNo}, ${kind}, ${channel}, ${merchantNo}, ${billDate}::date) on conflict do nothing returning batch_id)
    select batch_id::text from made union all
    select batch_id::text from recon_batches where kind = ${kind} and channel = ${channel} and merchant_no = ${merchantNo} and bill_date = ${billDate}::date
    limit 1`.execute(tx)
  return rows[0]?.batch_id ?? openBatch(tx, tenantId, { kind, channel, merchantNo, billDate })
}

const tell = (tx: TenantTx, tenantId: string, batchIds: readonly string[]) =>
  tx.executeQuery(CompiledQuery.raw(TELL, [tenantId, [...batchIds]]))

/** The job has its turn from now on. */
export async function giveTurn(tx: TenantTx, { tenantId, batchId }: { tenantId: string; batchId: string }, jobId: string): Promise<void> {
  await tx
    .updateTable('recon_batches')
    .set((eb) => ({
      job_id: jobId,
      problem: '',
      problem_detail: null,
      next_try_at: null,
      version: eb('version', '+', 1),
      updated_at: sql<Date>`now()`,
    }))
    .where('batch_id', '=', batchId)
    .execute()
  await tell(tx, tenantId, [batchId])
}

/** A batch and the job that has its turn: what another would write of it is not written. */
export interface Turn {
  tenantId: string
  batchId: string
  jobId: string
}
/** How far the job is. */
export async function setStage(tx: TenantTx, { tenantId, batchId, jobId }: Turn, state: ReconBatchState): Promise<void> {
  await tx
    .updateTable('recon_batches')
    .set((eb) => ({
      state,
      started_at: sql<Date>`case when state in ${listOf([B.waiting, B.failed])} then now() else coalesce(started_at, now()) end`,
      version: eb('version', '+', 1),
      updated_at: sql<Date>`now()`,
    }))
    .where('batch_id', '=', batchId)
    .where('job_id', '=', jobId)
    .execute()
  await tell(tx, tenantId, [batchId])
}

/** It came to nothing: an earlier run that counts stands as it was. */
export async function setFailed(
  tx: TenantTx,
  { tenantId, batchId, jobId }: Turn,
  failed: { problem: string; detail: object; againInS: number | null },
): Promise<void> {
  await sql`
    update recon_batches set
      state = case when run_no = 0 then ${sql.lit(B.failed)} when diff_count = 0 then ${sql.lit(B.balanced)} when open_count = 0 then ${sql.lit(B.closed)} else ${sql.lit(B.unbalanced)} end,
      problem = ${failed.problem}, problem_detail = ${JSON.stringify(failed.detail)}::jsonb, tries = tries + 1,
      next_try_at = now() + make_interval(secs => ${failed.againInS}), job_id = null, ended_at = now(), version = version + 1, updated_at = now()
    where batch_id = ${batchId}::bigint and job_id = ${jobId}::bigint`.execute(tx)
  await tell(tx, tenantId, [batchId])
}

/** Whether this very file was matched before, by which run. */
export const runOfFile = (db: TenantDb, batchId: string, sha1: string) =>
  db
    .selectFrom('recon_runs')
    .select(['run_no'])
    .where('batch_id', '=', batchId)
    .where('sha1', '=', sha1)
    .orderBy('run_no', 'desc')
    .executeTakeFirst()

/** After differences of these were settled. */
export async function standAnew(tx: TenantTx, tenantId: string, batchIds: readonly string[]): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(STAND_ANEW, [tenantId, [...batchIds]]))
  await tell(tx, tenantId, batchIds)
}

/** Details of runs that count, with the batch they belong to. */
export const details = (db: TenantDb) => db.selectFrom('recon_details as d')
export const detailShown = (rows: ReturnType<typeof details>) => rows.selectAll('d')
export const lockDetail = (tx: TenantTx, detailId: string) =>
  tx.selectFrom('recon_details').selectAll().where('detail_id', '=', detailId).forUpdate().executeTakeFirst()
export type DetailRow = NonNullable<Awaited<ReturnType<typeof lockDetail>>>

/**
 * What a batch says of itself beside its details. Batches are seen by who sees the whole tenant; whoever sees some of the details is told their
 * number and day, and no sums.
 */
export async function headsOf(db: TenantDb, batchIds: readonly string[]) {
  const rows = batchIds.length
    ? await db
        .selectFrom('recon_batches')
        .select(['batch_id', 'batch_no', 'kind', 'channel', 'run_no', sql<string>`to_char(bill_date, 'YYYY-MM-DD')`.as('day')])
        .where('batch_id', 'in', [...batchIds])
        .execute()
    : []
  return new Map(rows.map((row) => [row.batch_id, row]))
}
export type BatchHead = Awaited<ReturnType<typeof headsOf>> extends Map<string, infer Head> ? Head : never

/** What people know the withdrawals, orders and enterprises of details by, of those in sight; under type and id. */
export async function businessNosOf(db: TenantDb, rows: readonly Pick<DetailRow, 'business_type' | 'business_id'>[]) {
  const idsOf = (type: string) => rows.flatMap((row) => (row.business_type === type && row.business_id !== null ? [row.business_id] : []))
  const { rows: found } = await sql<{ of: string; no: string }>`
    select 'WITHDRAWAL ' || withdrawal_id as of, withdraw_no as no from withdrawals where withdrawal_id = any (${idsOf('WITHDRAWAL')}::bigint[])
    union all select 'ORDER ' || order_id, order_no from orders where order_id = any (${idsOf('ORDER')}::bigint[])
    union all select 'PREPAYMENT ' || p.prepayment_id, o.order_no from order_prepayments p join orders o on o.tenant_id = p.tenant_id and o.order_id = p.order_id
      where p.prepayment_id = any (${idsOf('PREPAYMENT')}::bigint[])
    union all select 'TOP_UP ' || t.top_up_id, e.name from enterprise_top_ups t join enterprises e on e.tenant_id = t.tenant_id and e.enterprise_id = t.enterprise_id
      where t.top_up_id = any (${idsOf('TOP_UP')}::bigint[])
    union all select 'PARTNER_PAYMENT ' || y.partner_payment_id, s.statement_no from partner_payments y
      join partner_statements s on s.tenant_id = y.tenant_id and s.partner_statement_id = y.partner_statement_id
      where y.partner_payment_id = any (${idsOf('PARTNER_PAYMENT')}::bigint[])`.execute(db)
  return new Map(found.map(({ of, no }) => [of, no]))
}

export const settle = (
  tx: TenantTx,
  detailId: string,
  set: { resolution: DetailRow['resolution']; reason: string; by: { userId: string; realName: string } },
) =>
  tx
    .updateTable('recon_details')
    .set((eb) => ({
      resolution: set.resolution,
      reason: set.reason,
      proposed: null,
      resolved_by: set.by.userId,
      resolved_by_name: set.by.realName,
      resolved_at: sql<Date>`now()`,
      version: eb('version', '+', 1),
    }))
    .where('detail_id', '=', detailId)
    .execute()

export const propose = (
  tx: TenantTx,
  detailId: string,
  set: { proposed: string | null; reason: string; by: { userId: string; realName: string } | null },
) =>
  tx
    .updateTable('recon_details')
    .set((eb) => ({
      proposed: set.proposed,
      reason: set.reason,
      proposed_by: set.by?.userId ?? null,
      proposed_by_name: set.by?.realName ?? '',
      proposed_at: set.by ? sql<Date>`now()` : null,
      version: eb('version', '+', 1),
    }))
    .where('detail_id', '=', detailId)
    .execute()

/** Payments that failed here and stand in the statement of a batch as made. */
export const failedThoughPaid = async (db: TenantDb, batchId: string) => {
  const { rows } = await sql<{ out_no: string; channel_no: string; at: Date }>`
    select a.out_no, d.channel_no, d.channel_time as at
    from recon_batches b join recon_details d on d.tenant_id = b.tenant_id and d.batch_id = b.batch_id and d.run_no = b.run_no and d.channel_fen > 0
      join payout_attempts a on a.tenant_id = d.tenant_id and a.out_no = d.out_detail_no and a.state = 'FAILED' and a.paid_there_at is null
    where b.batch_id = ${batchId}::bigint and b.kind = 'PAYOUT' and d.result <> ${sql.lit(R.matched)} limit 1000`.execute(db)
  return rows
}

/** The last attempt of each, with how the withdrawal stands. */
export const lastAttempts = (db: TenantDb, withdrawalIds: readonly string[]) =>
  db
    .selectFrom('withdrawals as w')
    .innerJoin('payout_attempts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'w.tenant_id').onRef('a.withdrawal_id', '=', 'w.withdrawal_id').onRef('a.attempt', '=', 'w.attempt'),
    )
    .selectAll('a')
    .select(['w.state as withdrawal_state', 'w.withdraw_no', 'w.net_fen'])
    .where('w.withdrawal_id', 'in', withdrawalIds.length ? [...withdrawalIds] : ['0'])
    .execute()
export type LastAttempt = Awaited<ReturnType<typeof lastAttempts>>[number]

/** How many of these the reader sees. */
export const withdrawalsInSight = async (db: TenantDb, withdrawalIds: readonly string[]): Promise<number> =>
  (
    await db
      .selectFrom('withdrawals')
      .select('withdrawal_id')
      .where('withdrawal_id', 'in', [...withdrawalIds])
      .execute()
  ).length

/** Of details, which withdrawals they are of. */
export const withdrawalsOf = (db: TenantDb, detailIds: readonly string[]) =>
  db
    .selectFrom('recon_details')
    .select(['detail_id', 'business_id'])
    .where('detail_id', 'in', [...detailIds])
    .where('business_type', '=', 'WITHDRAWAL')
    .execute()

/** Under which number a detail about a withdrawal went out. */
export const outNoOf = async (db: TenantDb, detailId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('recon_details')
      .select('out_detail_no')
      .where('detail_id', '=', detailId)
      .where('business_type', '=', 'WITHDRAWAL')
      .executeTakeFirst()
  )?.out_detail_no

/** Differences of a withdrawal that were open when it was paid again. */
export const settleRetried = (tx: TenantTx, withdrawalId: string, by: { userId: string; realName: string }, reason: string) =>
  tx
    .updateTable('recon_details as d')
    .set((eb) => ({
      resolution: 'RETRIED',
      reason,
      resolved_by: by.userId,
      resolved_by_name: by.realName,
      resolved_at: sql<Date>`now()`,
      version: eb('d.version', '+', 1),
    }))
    .where('d.business_type', '=', 'WITHDRAWAL')
    .where('d.business_id', '=', withdrawalId)
    .where('d.resolution', '=', 'NONE')
    .where('d.result', '<>', 0)
    .returning('d.batch_id')
    .execute()

/** Each day of a month and kind with its batches. */
export const daysOf = async (db: TenantDb, month: string, kind: ReconKind | undefined) =>
  (
    await sql<{ day: string; kind: ReconKind; batches: number; states: ReconBatchState[]; open: number; diff: string }>`
      select to_char(bill_date, 'YYYY-MM-DD') as day, kind, count(*)::int as batches, array_agg(distinct state::int) as states, sum(open_count)::int as open, sum(diff_fen)::bigint as diff
      from recon_batches where bill_date >= ${`${month}-01`}::date and bill_date < ${`${month}-01`}::date + interval '1 month'
        ${kind ? sql`and kind = ${kind}` : sql``}
      group by bill_date, kind order by bill_date, kind`.execute(db)
  ).rows

/** Batches that wait for their statement and whose time has come, of all tenants. */
export const dueBatches = (db: PlatformDb, except: readonly string[], limit: number) =>
  db
    .selectFrom('recon_batches as b')
    .select(['b.tenant_id', 'b.batch_id'])
    .where('b.state', 'in', [B.waiting, B.failed])
    .where('b.next_try_at', '<=', sql<Date>`now()`)
    .$if(except.length > 0, (q) => q.where('b.batch_id', 'not in', [...except]))
    .orderBy('b.next_try_at')
    .limit(limit)
    .execute()

/** Whether anything of ours went through WeChat before a moment. */
const MOVED_BEFORE: Readonly<Record<ReconKind, (moment: RawBuilder<Date>) => RawBuilder<boolean>>> = {
  PAYOUT: (
    moment,
  ) => sql`exists (select from payout_attempts a join withdrawals w on w.tenant_id = a.tenant_id and w.withdrawal_id = a.withdrawal_id
    where a.channel = 'WECHAT' and least(a.created_at, w.paid_at) < ${moment})`,
  COLLECTION: (moment) => sql`exists (select from order_payments where way = 'WECHAT' and paid_at < ${moment})
    or exists (select from order_prepayments where way = 'WECHAT' and paid_at < ${moment} or return_way = 'WECHAT' and returned_at < ${moment})
    or exists (select from enterprise_top_ups where way = 'WX' and created_at < ${moment})`,
}
/** Of these days those on which, or before which, something of ours moved: before that there is nothing to compare. */
export const daysToCompare = async (db: TenantDb, kind: ReconKind, days: readonly string[]): Promise<string[]> =>
  (
    await sql<{ day: string }>`select day from unnest(${[...days]}::text[]) as day
      where ${MOVED_BEFORE[kind](sql`(day::date + 1)::timestamp at time zone 'Asia/Shanghai'`)} order by day`.execute(db)
  ).rows.map(({ day }) => day)

/** Batches with a line of a customer's payment that nobody knew, and which was entered since. */
export const nowKnown = async (db: TenantDb) =>
  (
    await sql<{ batch_id: string; batch_no: string; file_id: string }>`
      select distinct b.batch_id, b.batch_no, r.file_id from recon_batches b
        join recon_runs r on r.tenant_id = b.tenant_id and r.batch_id = b.batch_id and r.run_no = b.run_no
        join recon_details d on d.tenant_id = b.tenant_id and d.batch_id = b.batch_id and d.run_no = b.run_no and d.result = ${sql.lit(R.channelOnly)}
      where b.kind = 'COLLECTION' and b.state in ${listOf([B.unbalanced, B.closed])}
        and (exists (select from order_payments p where p.tenant_id = d.tenant_id and p.way = b.channel and p.reference = d.out_detail_no)
          or exists (select from order_prepayments p where p.tenant_id = d.tenant_id and (d.channel_fen > 0 and p.way = b.channel and p.reference = d.out_detail_no
            or d.channel_fen < 0 and p.return_way = b.channel and p.return_reference = d.out_detail_no))
          or exists (select from enterprise_top_ups t where t.tenant_id = d.tenant_id and t.way = case b.channel when 'WECHAT' then 'WX' else b.channel end
            and t.reference = d.out_detail_no and t.reversed_at is null)
          or b.channel = 'BANK' and exists (select from partner_payments y where y.tenant_id = d.tenant_id and y.reference = d.out_detail_no
            and y.kind <> 'OFFSET' and y.reversed_at is null and (y.kind = 'REFUNDED') = (d.channel_fen < 0)))
      limit 50`.execute(db)
  ).rows

/** What settling an item of an earlier run posted and still stands, where the run that counts sees the item otherwise. */
export const superseded = async (db: TenantDb, batchId: string) =>
  (
    await sql<{
      entry_id: string
      detail_id: string
      step: string
      memo: string
      lines: { kind: AccountKind; side: 'D' | 'C'; fen: number }[]
    }>`
      select e.entry_id, was.detail_id, e.step, e.memo, (select jsonb_agg(jsonb_build_object('kind', a.kind, 'side', l.side, 'fen', l.amount_fen) order by l.line_no)
        from ledger_lines l join ledger_accounts a on a.tenant_id = l.tenant_id and a.account_id = l.account_id
        where l.tenant_id = e.tenant_id and l.entry_id = e.entry_id) as lines
      from recon_batches b join recon_details now on now.tenant_id = b.tenant_id and now.batch_id = b.batch_id and now.run_no = b.run_no
        join recon_details was on was.tenant_id = b.tenant_id and was.batch_id = b.batch_id and was.run_no < b.run_no
          and was.out_detail_no = now.out_detail_no and was.nth = now.nth and was.result <> now.result and was.resolution in ('ADOPT_CHANNEL', 'WRITE_OFF')
          and (was.our_fen < 0 or was.channel_fen < 0) = (now.our_fen < 0 or now.channel_fen < 0)
        join ledger_entries e on e.tenant_id = was.tenant_id and e.business_type = 'RECON' and e.business_id = was.detail_id and e.reversal_of is null
      where b.batch_id = ${batchId}::bigint
        and not exists (select from ledger_entries back where back.tenant_id = e.tenant_id and back.business_type = 'RECON' and back.business_id = e.business_id and back.reversal_of = e.entry_id)`.execute(
      db,
    )
  ).rows

/** A batch that waits for its statement is due from now on. */
export const makeDue = (tx: TenantTx, batchId: string) =>
  tx
    .updateTable('recon_batches')
    .set({ next_try_at: sql<Date>`now()` })
    .where('batch_id', '=', batchId)
    .where('state', '=', B.waiting)
    .where('job_id', 'is', null)
    .where('next_try_at', 'is', null)
    .execute()
