import { WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import type { ReconKind } from './statement.rules.ts'

/**
 * Our side of a statement, the only place that says where it stands. Columns: `out_no`, `back` (it went the other way), `fen` (below zero where
 * it went back), `counts` (we say that it moved), `state`, `moved_at`, `business_type`, `business_id`, `city_id`, `org_id`, `nth` (of those under one
 * number, the one that may stand in the statement first). $1 is the tenant, $2 the channel.
 */
export const oursOf: Readonly<Record<ReconKind, string>> = {
  // Each attempt by its own number: money may have left under one that was given up. Only the one under the withdrawal's number is where that stands.
  PAYOUT: `
    select a.out_no, false as back, a.amount_fen::bigint as fen, a.state = 'PAID' as counts,
      (case when a.out_no = w.out_no then w.state else ${S.failed} end)::smallint as state,
      case when a.out_no = w.out_no then coalesce(w.paid_at, a.final_at, a.created_at) else coalesce(a.final_at, a.created_at) end as moved_at,
      'WITHDRAWAL'::text as business_type, w.withdrawal_id as business_id, w.city_id, w.org_id, 1 as nth
    from payout_attempts a join withdrawals w on w.tenant_id = a.tenant_id and w.withdrawal_id = a.withdrawal_id
    where a.tenant_id = $1 and a.channel = $2
    union all
    select a.out_no, true, -a.amount_fen::bigint, true, w.state, e.at, 'WITHDRAWAL', w.withdrawal_id, w.city_id, w.org_id, 1
    from withdrawal_events e join withdrawals w on w.tenant_id = e.tenant_id and w.withdrawal_id = e.withdrawal_id
      join payout_attempts a on a.tenant_id = w.tenant_id and a.withdrawal_id = w.withdrawal_id and a.out_no = w.out_no
    where e.tenant_id = $1 and e.event = 'bankReturn' and a.channel = $2
      -- What we took back because it never left comes in no statement.
      and not exists (select from recon_details d where d.tenant_id = $1 and d.out_detail_no = a.out_no and d.resolution = 'REVERSE_OURS')`,
  // What an operator entered is known by the channel's number. Of those entered under one number one stands in the statement, and the others nowhere.
  COLLECTION: `
    select c.*, row_number() over (partition by c.out_no, c.back order by c.counts desc, c.business_type, c.business_id desc)::int as nth from (
      select p.reference as out_no, false as back, p.amount_fen::bigint as fen, true as counts, o.pay_status::smallint as state, p.paid_at as moved_at,
        'ORDER'::text as business_type, p.order_id as business_id, o.city_id, o.org_id
      from order_payments p join orders o on o.tenant_id = p.tenant_id and o.order_id = p.order_id
      where p.tenant_id = $1 and p.way = $2
      union all
      -- Paid before the order was dispatched; and what of it was paid back.
      select p.reference, false, p.amount_fen::bigint, true, null, p.paid_at, 'PREPAYMENT', p.prepayment_id, o.city_id, o.org_id
      from order_prepayments p join orders o on o.tenant_id = p.tenant_id and o.order_id = p.order_id
      where p.tenant_id = $1 and p.way = $2
      union all
      select p.return_reference, true, -p.returned_fen::bigint, true, null, p.returned_at, 'PREPAYMENT', p.prepayment_id, o.city_id, o.org_id
      from order_prepayments p join orders o on o.tenant_id = p.tenant_id and o.order_id = p.order_id
      where p.tenant_id = $1 and p.return_way = $2
      union all
      select t.reference, false, t.amount_fen, t.reversed_at is null, null, t.created_at, 'TOP_UP', t.top_up_id, null, null
      from enterprise_top_ups t where t.tenant_id = $1 and t.way = case $2 when 'WECHAT' then 'WX' else $2 end
      union all
      select y.reference, y.kind = 'REFUNDED', case y.kind when 'REFUNDED' then -y.amount_fen else y.amount_fen end, y.reversed_at is null, null, (y.paid_on + time '12:00') at time zone 'Asia/Shanghai', 'PARTNER_PAYMENT', y.partner_payment_id, null, null
      from partner_payments y where y.tenant_id = $1 and $2 = 'BANK' and y.kind <> 'OFFSET') c`,
}
