import { RECON_BATCH_STATE as B, RECON_RESULT as R } from '@chauffeur/contract/finance/reconciliation-model'
import { sql } from 'kysely'
import { listOf } from '#platform/database/sql-text'

const [duplicate, crossDay] = [sql.lit(R.duplicate), sql.lit(R.crossDay)]
const settled = listOf([B.balanced, B.closed])

/**
 * Of every batch that is balanced or settled, each item: what the books took from or put into the channel's cash for it, beside what the statement
 * shows. What somebody noted without a posting is explained by that note; what went over midnight is the next day's.
 */
export const channelCash = sql<{ tenant: string; what: string; why: string }>`
  with items as materialized (
    select d.*, b.kind, b.channel, b.batch_no, coalesce(nullif(d.channel_fen, 0), d.our_fen) < 0 as back,
      case b.kind when 'PAYOUT' then -1 else 1 end as sign, case b.channel when 'WECHAT' then 'CASH_WX' else 'CASH_BANK' end as cash
    from recon_batches b join recon_details d on d.tenant_id = b.tenant_id and d.batch_id = b.batch_id and d.run_no = b.run_no
    where b.state in ${settled} and d.result <> ${crossDay}),
  entries as (
    -- What settling it posted, in whichever run that was.
    select i.tenant_id, i.detail_id, e.entry_id from items i
      join recon_details o on o.tenant_id = i.tenant_id and o.batch_id = i.batch_id and o.out_detail_no = i.out_detail_no and o.nth = i.nth
        and (coalesce(nullif(o.channel_fen, 0), o.our_fen) < 0) = i.back
      join ledger_entries e on e.tenant_id = o.tenant_id and e.business_type = 'RECON' and e.business_id = o.detail_id
    union
    select i.tenant_id, i.detail_id, e.entry_id from items i
      join payout_attempts a on a.tenant_id = i.tenant_id and a.out_no = i.out_detail_no
      join withdrawals w on w.tenant_id = a.tenant_id and w.withdrawal_id = a.withdrawal_id
      join ledger_entries e on e.tenant_id = w.tenant_id and e.business_type = 'WITHDRAWAL' and e.business_id = w.withdrawal_id
        and (not i.back and (e.step = 'PAID_' || a.attempt or e.step = 'ADOPTED' and w.out_no = a.out_no)
          or (i.back or i.resolution = 'REVERSE_OURS') and e.step = 'RETURNED' and w.out_no = a.out_no)
    where i.kind = 'PAYOUT' and i.result <> ${duplicate}
    union
    -- Of two payments that were entered under one number each has an item.
    select i.tenant_id, i.detail_id, e.entry_id from items i
      join (select tenant_id, way, reference, 'ORDER' as business_type, order_id as business_id, false as back from order_payments
        union all select tenant_id, way, reference, 'PREPAYMENT', prepayment_id, false from order_prepayments
        union all select tenant_id, return_way, return_reference, 'PREPAYMENT', prepayment_id, true from order_prepayments where return_reference is not null
        union all select tenant_id, case way when 'WX' then 'WECHAT' else way end, reference, 'TOP_UP', top_up_id, false from enterprise_top_ups
        union all select tenant_id, 'BANK', reference, 'PARTNER_PAYMENT', partner_payment_id, kind = 'REFUNDED' from partner_payments where kind <> 'OFFSET') p
        on p.tenant_id = i.tenant_id and p.way = i.channel and p.reference = i.out_detail_no and p.back = i.back
          -- A partner's money that was entered for another statement first is the same money.
          and (i.business_id is null or (i.business_type, i.business_id) = (p.business_type, p.business_id)
            or (i.business_type, p.business_type) = ('PARTNER_PAYMENT', 'PARTNER_PAYMENT'))
      join ledger_entries e on e.tenant_id = p.tenant_id and e.business_type = p.business_type and e.business_id = p.business_id
        and (e.business_type in ('TOP_UP', 'PARTNER_PAYMENT') or e.step = case when e.business_type = 'ORDER' then 'PAID' when p.back then 'REFUNDED' else 'RECEIVED' end)
    where i.kind = 'COLLECTION' and i.result <> ${duplicate}),
  booked as (
    select i.tenant_id, i.detail_id, sum(case l.side when 'D' then l.amount_fen else -l.amount_fen end) as fen
    from items i join entries e on e.tenant_id = i.tenant_id and e.detail_id = i.detail_id
      join ledger_lines l on l.tenant_id = e.tenant_id and l.entry_id = e.entry_id
      join ledger_accounts a on a.tenant_id = l.tenant_id and a.account_id = l.account_id and a.kind = i.cash
    group by 1, 2)
  select i.tenant_id::text as tenant, i.batch_no || ' ' || i.out_detail_no as what,
    format('cash %s, statement %s', coalesce(b.fen, 0), i.sign * s.fen) as why
  from items i left join booked b on b.tenant_id = i.tenant_id and b.detail_id = i.detail_id
    cross join lateral (select case when i.resolution in ('MANUAL_NOTE', 'RETRIED') then case when i.our_counts then i.our_fen else 0 end else i.channel_fen end as fen) s
  where coalesce(b.fen, 0) <> i.sign * s.fen
  union all
  select w.tenant_id::text, w.withdraw_no, 'paid on ' || b.bill_date || ', and in no statement'
  from recon_batches b join payout_attempts a on a.tenant_id = b.tenant_id and a.channel = b.channel and a.state = 'PAID'
    join withdrawals w on w.tenant_id = a.tenant_id and w.withdrawal_id = a.withdrawal_id and w.out_no = a.out_no
      and w.paid_at >= b.bill_date::timestamp at time zone 'Asia/Shanghai' and w.paid_at < (b.bill_date + 1)::timestamp at time zone 'Asia/Shanghai'
  where b.kind = 'PAYOUT' and b.state in ${settled}
    and not exists (select from recon_details d where d.tenant_id = a.tenant_id and d.out_detail_no = a.out_no)
  union all
  select b.tenant_id::text, 'order ' || p.order_id, 'collected on ' || b.bill_date || ', and in no statement'
  from recon_batches b join (select tenant_id, order_id, way, reference, paid_at from order_payments
      union all select tenant_id, order_id, way, reference, paid_at from order_prepayments) p on p.tenant_id = b.tenant_id and p.way = b.channel
      and p.paid_at >= b.bill_date::timestamp at time zone 'Asia/Shanghai' and p.paid_at < (b.bill_date + 1)::timestamp at time zone 'Asia/Shanghai'
  where b.kind = 'COLLECTION' and b.state in ${settled}
    and not exists (select from recon_details d where d.tenant_id = p.tenant_id and d.out_detail_no = p.reference)`

/** What two people noted of money that only one side has: no posting explains it, so whoever checks the books is told. */
export const notedSums = sql<{ tenant: string; what: string; why: string }>`
  select d.tenant_id::text as tenant, b.batch_no || ' ' || d.out_detail_no as what,
    format('%s noted by %s: %s', d.channel_fen - case when d.our_counts then d.our_fen else 0 end,
      concat_ws(' and ', nullif(d.proposed_by_name, ''), nullif(d.resolved_by_name, '')), d.reason) as why
  from recon_batches b join recon_details d on d.tenant_id = b.tenant_id and d.batch_id = b.batch_id and d.run_no = b.run_no
  where d.resolution = 'MANUAL_NOTE' and d.channel_fen <> case when d.our_counts then d.our_fen else 0 end
  order by d.detail_id desc`
