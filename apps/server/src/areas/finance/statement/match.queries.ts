import { RECON_BATCH_STATE as B, RECON_RESULT as R } from '@chauffeur/contract/finance/reconciliation-model'
import type { ReconKind } from './statement.rules.ts'
import { oursOf } from './ours.queries.ts'

/** What we hold to have moved so shortly before midnight may stand in the next day's statement. */
const NEAR_MIDNIGHT = "interval '30 minutes'"

/** The lines of one statement, for the transaction that matches them. A temporary table has no row security, so that COPY may fill it. */
export const STAGE = `
  create temp table recon_lines (line_no integer not null, out_no text not null, channel_no text not null, fen bigint not null, at timestamptz not null)
  on commit drop`
export const COPY_LINES = 'copy recon_lines from stdin'

/** $1 tenant, $2 channel, $3 batch, $4 run, $5 beginning and $6 end of the day, $7 the run before it. */
const matched = (kind: ReconKind) => `
  with ours as (${oursOf[kind]}),
  theirs as (
    select l.*, l.fen < 0 as back,
      row_number() over (partition by l.out_no, l.fen < 0 order by l.line_no) as nth,
      row_number() over (partition by l.channel_no, l.fen < 0 order by l.line_no) as nth_no
    from recon_lines l),
  -- What we hold to have moved on the day, or shortly before it began, and which does not stand in the statement.
  missing as materialized (
    select o.*, o.nth = 1 and o.moved_at >= $6::timestamptz - ${NEAR_MIDNIGHT} as late from ours o
    where o.counts and o.moved_at >= $5::timestamptz - ${NEAR_MIDNIGHT} and o.moved_at < $6
      and (o.nth > 1 or not exists (select from theirs t where t.out_no = o.out_no and t.back = o.back))),
  told as (
    select m.*, m.nth = 1 and exists (select from recon_details d join recon_batches b on b.tenant_id = d.tenant_id and b.batch_id = d.batch_id and b.run_no = d.run_no
      where d.tenant_id = $1 and d.out_detail_no = m.out_no and d.channel_fen <> 0 and (d.channel_fen < 0) = m.back and d.batch_id <> $3) as came
    from missing m),
  both_sides as (
    -- What stands in the statement, with what we know under its number, whenever we hold that it moved.
    select t.line_no, greatest(t.nth, case when t.channel_no = '' then 1 else t.nth_no end)::int as nth, t.out_no, t.channel_no, t.fen as channel_fen, t.at as channel_time,
      case when t.nth > 1 or (t.channel_no <> '' and t.nth_no > 1) then ${R.duplicate}
        when o.out_no is null then ${R.channelOnly}
        when o.fen <> t.fen then ${R.amount}
        when not o.counts then ${R.state}
        else ${R.matched} end as result,
      o.fen as our_fen, o.counts, o.state, o.moved_at, o.business_type, o.business_id, o.city_id, o.org_id, false as came
    from theirs t left join ours o on o.out_no = t.out_no and o.back = t.back and o.nth = 1
    union all
    select null, m.nth, m.out_no, '', 0, null, case when m.late then ${R.crossDay} else ${R.oursOnly} end,
      m.fen, m.counts, m.state, m.moved_at, m.business_type, m.business_id, m.city_id, m.org_id, m.came
    -- It came in another day's statement: of an earlier one there is nothing to say, of a later one that it went over the midnight.
    from told m where (not m.came or m.late)
      -- Of the day before only what that day's batch left waiting for this one.
      and (m.moved_at >= $5 or exists (select from recon_details d join recon_batches b on b.tenant_id = d.tenant_id and b.batch_id = d.batch_id and b.run_no = d.run_no
        where d.tenant_id = $1 and d.out_detail_no = m.out_no and d.result = ${R.crossDay} and d.batch_id <> $3)))`

/**
 * Every line and everything of ours, each once, with what people settled of it in the run before. A duplicate has no second payment of ours beside it,
 * and what only one side has is nothing on the other.
 */
export const insertDetails = (kind: ReconKind) => `${matched(kind)}
  insert into recon_details (tenant_id, batch_id, run_no, line_no, nth, out_detail_no, channel_no, business_type, business_id, city_id, org_id,
    our_fen, channel_fen, our_counts, our_state, channel_state, our_time, channel_time, result, resolution, reason, proposed, proposed_by, proposed_by_name, proposed_at,
    resolved_by, resolved_by_name, resolved_at)
  select $1, $3, $4, m.line_no, m.nth, m.out_no, m.channel_no, coalesce(m.business_type, ''), m.business_id, m.city_id, m.org_id,
    case when m.result = ${R.duplicate} then 0 else coalesce(m.our_fen, 0) end, m.channel_fen, m.result <> ${R.duplicate} and coalesce(m.counts, false), m.state,
    case when m.line_no is null then '' when m.channel_fen < 0 then 'RETURNED' else 'SUCCESS' end, m.moved_at, m.channel_time, m.result,
    coalesce(was.resolution, case when m.result = ${R.crossDay} and m.came then 'MERGED_NEXT_DAY' else 'NONE' end), coalesce(was.reason, ''),
    was.proposed, was.proposed_by, coalesce(was.proposed_by_name, ''), was.proposed_at, was.resolved_by, coalesce(was.resolved_by_name, ''),
    coalesce(was.resolved_at, case when m.result = ${R.crossDay} and m.came then now() end)
  from both_sides m left join recon_details was on was.tenant_id = $1 and was.batch_id = $3 and was.run_no = $7 and was.result <> ${R.matched}
    and was.out_detail_no = m.out_no and was.result = m.result and was.nth = m.nth and (was.our_fen < 0 or was.channel_fen < 0) = (coalesce(m.our_fen, 0) < 0 or m.channel_fen < 0)
    and (was.resolution <> 'NONE' or was.proposed is not null)`

/** What an earlier day left waiting has its answer in this run: it stands in the statement, or is missing there too. Gives the batches that it touches. */
export const MERGE_EARLIER = `
  with came as (select d.out_detail_no, coalesce(nullif(d.channel_fen, 0), d.our_fen) < 0 as back from recon_details d
    where d.tenant_id = $1 and d.batch_id = $2 and d.run_no = $3 and d.result not in (${R.duplicate}, ${R.crossDay})),
  waiting as (select d.detail_id, d.out_detail_no, d.our_fen < 0 as back from recon_details d
      join recon_batches b on b.tenant_id = d.tenant_id and b.batch_id = d.batch_id and b.run_no = d.run_no
    where d.tenant_id = $1 and d.batch_id <> $2 and d.result = ${R.crossDay} and d.resolution = 'NONE'
      and b.bill_date between $4::date - 3 and $4::date - 1)
  update recon_details d set resolution = 'MERGED_NEXT_DAY', resolved_at = now(), version = version + 1
  from waiting w join came c on c.out_detail_no = w.out_detail_no and c.back = w.back
  where d.tenant_id = $1 and d.detail_id = w.detail_id returning d.batch_id::text as batch_id`

/** The sums of a run, counted from what was stored. */
export const SUMS = `
  select count(*) filter (where our_fen <> 0)::int as our_count, coalesce(sum(our_fen), 0)::bigint as our_fen,
    count(*) filter (where channel_fen <> 0)::int as channel_count, coalesce(sum(channel_fen), 0)::bigint as channel_fen,
    count(*) filter (where result <> ${R.matched})::int as diff_count, coalesce(sum(variance_fen), 0)::bigint as diff_fen,
    count(*) filter (where result <> ${R.matched} and resolution = 'NONE')::int as open_count
  from recon_details where tenant_id = $1 and batch_id = $2 and run_no = $3`
/** The run with the statement it was made from: $1 tenant, $2 batch, $3 run, then file, its name, digest, format, lines and when it came. */
export const ADD_RUN = `
  insert into recon_runs (tenant_id, batch_id, run_no, file_id, file_name, sha1, format, rows, downloaded_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`
/** The run counts from now on, where the one before it ($13) still does and the job ($14) has its turn; $4 to $12 are its sums. */
export const END_RUN = `
  update recon_batches set run_no = $3, our_count = $4, our_fen = $5, channel_count = $6, channel_fen = $7, other_count = $8, other_fen = $9, diff_count = $10,
    diff_fen = $11, open_count = $12, state = case when $10::int = 0 then ${B.balanced} when $12::int = 0 then ${B.closed} else ${B.unbalanced} end, problem = '', problem_detail = null, next_try_at = null, job_id = null,
    ended_at = now(), version = version + 1, updated_at = now()
  where tenant_id = $1 and batch_id = $2 and run_no = $13 and job_id = $14`
/** How a batch stands after its run, or after somebody settled a difference of it: $1 tenant, $2 batches. */
export const STAND_ANEW = `
  update recon_batches b set open_count = n.open, state = case when b.diff_count = 0 then ${B.balanced} when n.open = 0 then ${B.closed} else ${B.unbalanced} end,
    version = b.version + 1, updated_at = now()
  from (select d.batch_id, count(*) filter (where d.result <> ${R.matched} and d.resolution = 'NONE')::int as open
    from recon_details d join recon_batches of on of.tenant_id = d.tenant_id and of.batch_id = d.batch_id and of.run_no = d.run_no
    where d.tenant_id = $1 and d.batch_id = any ($2::bigint[]) group by d.batch_id) n
  where b.tenant_id = $1 and b.batch_id = n.batch_id and b.state in (${B.balanced}, ${B.unbalanced}, ${B.closed})`
/** Tells those who have batches on the screen how these stand now, once that is so: $1 tenant, $2 batches. */
export const TELL = `
  insert into live_events (tenant_id, topic, payload)
  select tenant_id, 'reconciliation', jsonb_build_object('batchId', batch_id::text, 'state', state) from recon_batches
  where tenant_id = $1 and batch_id = any ($2::bigint[])`
export interface Sums {
  our_count: number
  our_fen: string
  channel_count: number
  channel_fen: string
  diff_count: number
  diff_fen: string
  open_count: number
}
