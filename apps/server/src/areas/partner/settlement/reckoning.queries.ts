import { sql } from 'kysely'
import { partnerBilling } from '#areas/order/right-audit'
import type { TenantTx } from '#platform/database/db'

export interface Reckoned {
  statementId: string
  channelId: string
  from: Date
  to: Date
}

/**
 * Uses of the partner's rights with what they cost now and what statements have billed of them. What a dispute agreed on takes the place of the
 * contract's price; what the audit turned down for good costs nothing.
 */
const uses = (channelId: string, besides: string | null, and: ReturnType<typeof sql>) => sql`
  select u.tenant_id, u.order_id, o.order_no, o.city_id, g.right_id, u.settled_at, ${partnerBilling('a')} as billing,
    coalesce(b.agreed_fen, u.partner_fen, case when r.unit = 'TIMES' and r.price_to_partner_fen > 0 then r.price_to_partner_fen else u.covered_fen end) as price_fen,
    u.covered_fen, b.billed_fen, b.billed_covered_fen
  from right_configs r
    join right_grants g on g.tenant_id = r.tenant_id and g.right_id = r.right_id
    join right_uses u on u.tenant_id = g.tenant_id and u.right_grant_id = g.right_grant_id
    join orders o on o.tenant_id = u.tenant_id and o.order_id = u.order_id
    left join right_order_audits a on a.tenant_id = u.tenant_id and a.order_id = u.order_id
    left join lateral (
      select sum(l.amount_fen)::int as billed_fen, sum(l.covered_fen)::int as billed_covered_fen, min(l.agreed_fen) as agreed_fen
      from partner_statement_lines l
      where l.tenant_id = u.tenant_id and l.order_id = u.order_id and l.partner_statement_id is distinct from ${besides}::bigint) b on true
  where r.channel_id = ${channelId}::bigint and u.state in ('USED', 'AUDIT_FAILED') and ${and}`
const owed = sql`case billing when 'DROP' then 0 else price_fen end - coalesce(billed_fen, 0)`
const owedCovered = sql`case billing when 'DROP' then 0 else covered_fen end - coalesce(billed_covered_fen, 0)`

/** The lines of a statement: of every use up to the end of its month, what it costs beyond what others have billed. Audits under way wait. */
export async function insertLines(tx: TenantTx, { statementId, channelId, from, to }: Reckoned): Promise<void> {
  await sql`
    with uses as materialized (${uses(channelId, statementId, sql`u.settled_at < ${to}`)}),
      owed as (select *, ${owed} as owed_fen, ${owedCovered} as owed_covered_fen,
        case when billed_fen is not null then 'CORRECTION' when settled_at < ${from} then 'LATE' else 'USE' end as kind from uses where billing <> 'WAIT'),
      made as (
        insert into partner_statement_lines
          (tenant_id, partner_statement_id, line_no, kind, reason, order_id, order_no, city_id, right_id, used_at, amount_fen, covered_fen)
        select tenant_id, ${statementId}::bigint, row_number() over (order by array_position('{USE,LATE,CORRECTION}'::text[], kind), settled_at, order_id), kind,
          case kind when 'CORRECTION' then 'AUDIT' else '' end, order_id, order_no, city_id, right_id, settled_at, owed_fen, owed_covered_fen
        from owed where owed_fen <> 0 or owed_covered_fen <> 0)
    update partner_statements set reckoned_at = now(),
      waiting_count = (select count(*) from uses where billing = 'WAIT' and billed_fen is null),
      waiting_fen = (select coalesce(sum(price_fen), 0) from uses where billing = 'WAIT' and billed_fen is null)
    where partner_statement_id = ${statementId}::bigint`.execute(tx)
  await sumUp(tx, statementId)
}

/** After a dispute of a use: the difference to what it costs now, as a correction in the same statement. The dispute decides, whatever the audit is about to. */
export async function insertCorrection(
  tx: TenantTx,
  { statementId, channelId, orderId }: { statementId: string; channelId: string; orderId: string },
): Promise<void> {
  await sql`
    with uses as (${uses(channelId, null, sql`u.order_id = ${orderId}::bigint`)})
    insert into partner_statement_lines
      (tenant_id, partner_statement_id, line_no, kind, reason, order_id, order_no, city_id, right_id, used_at, amount_fen, covered_fen)
    select tenant_id, ${statementId}::bigint, (select max(line_no) + 1 from partner_statement_lines where partner_statement_id = ${statementId}::bigint),
      'CORRECTION', 'DISPUTE', order_id, order_no, city_id, right_id, settled_at, ${owed}, ${owedCovered}
    from uses where ${owed} <> 0 or ${owedCovered} <> 0`.execute(tx)
  await sumUp(tx, statementId)
}

const sumUp = (tx: TenantTx, statementId: string) =>
  sql`
    update partner_statements s set line_count = l.n, total_fen = l.fen, covered_fen = l.covered
    from (select count(*) as n, coalesce(sum(amount_fen), 0) as fen, coalesce(sum(covered_fen), 0) as covered
      from partner_statement_lines where partner_statement_id = ${statementId}::bigint) l
    where s.partner_statement_id = ${statementId}::bigint`.execute(tx)
