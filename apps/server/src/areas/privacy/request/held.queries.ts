import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import type { Vault } from '#platform/identity/vault'
import { phonePrint } from '#platform/provider/sms'

type Rows = Record<string, unknown>[]
export type Held = Record<string, Rows>
export type Section = [name: string, columns: string, from: RawBuilder<unknown>]

/** Of a section; whoever has more than this has ordered every night for thirty years. */
const MOST = 20_000

/** What is held of a person goes out as the business reads it; secrets of others (who of its people wrote it, keys) stay. */
export async function gather(db: TenantDb, sections: readonly Section[]): Promise<Held> {
  const held = await Promise.all(
    sections.map(async ([name, columns, from]) => {
      const { rows } = await sql<{ row: Record<string, unknown> }>`
        select to_jsonb(t) as row from (select ${sql.raw(columns)} from ${from} limit ${MOST}) t`.execute(db)
      return [name, rows.map(({ row }) => row)] as const
    }),
  )
  return Object.fromEntries(held)
}

/** What of the books is of one person: what they have there now, and each entry that changed it. `owner` is of the table of accounts. */
export const books = (owner: RawBuilder<unknown>): Section[] => [
  ['accounts', `kind, balance_fen as "balanceFen", status`, sql`ledger_accounts a where ${owner} order by account_id`],
  [
    'accountEntries',
    `e.at, a.kind, e.business_type as "businessType", e.step, l.side, l.amount_fen as "amountFen", l.balance_after_fen as "balanceAfterFen", e.memo`,
    sql`ledger_lines l join ledger_accounts a on a.tenant_id = l.tenant_id and a.account_id = l.account_id
      join ledger_entries e on e.tenant_id = l.tenant_id and e.entry_id = l.entry_id where ${owner} order by l.account_id, l.account_version desc`,
  ],
]
/** What somebody did in an app of theirs, from where. What they typed stands with what they did it to. */
export const acts = (type: 'CUSTOMER' | 'DRIVER', ids: readonly string[]): Section => [
  'acts',
  `call, at, ip, code`,
  sql`operation_logs where actor_type = ${type} and actor_id = any (${ids}::bigint[]) order by at desc`,
]
/** Calls over a number that lay between the driver and the contact of an order: it kept their own numbers from each other, and so does this. */
export const numberCalls = (orders: RawBuilder<unknown>, own: 'DRIVER' | 'CONTACT', other: 'DRIVER' | 'CONTACT'): Section => [
  'privacyCalls',
  `number, caller, case caller when '${own}' then caller_masked when '${other}' then called_masked else '' end as "ownNumber",
   started_at as "startedAt", answered_at as "answeredAt", ended_at as "endedAt"`,
  sql`privacy_calls where order_id in (select order_id from orders where ${orders}) order by call_id desc`,
]

/** What went to a telephone because the business wanted to say something, and that it wants no more. */
export const marketing = (prints: readonly Buffer[]): Section[] => [
  [
    'broadcasts',
    `b.name, r.state, r.why, r.claimed_at as "sentAt"`,
    sql`broadcast_recipients r join broadcasts b on b.tenant_id = r.tenant_id and b.broadcast_id = r.broadcast_id
      where r.phone_print = any (${prints}::bytea[]) order by b.broadcast_id desc`,
  ],
  [
    'optOuts',
    `way, said, said_at as "saidAt", removed_at as "removedAt", removed_reason as "removedReason"`,
    sql`message_opt_outs where phone_print = any (${prints}::bytea[]) order by opt_out_id desc`,
  ],
]

/** Everything that is held of a customer, and of those who were merged into them. `db` sees the whole business. */
export async function heldOfCustomer(db: TenantDb, vault: Vault, customerId: string): Promise<Held> {
  const people = await sql<{ id: string; phone: string; tenant_id: string }>`
    select customer_id::text as id, phone, tenant_id from customers where customer_id = ${customerId} or merged_into = ${customerId}`.execute(
    db,
  )
  const ids = people.rows.map(({ id }) => id)
  const phones = people.rows.map(({ phone }) => phone)
  const prints = people.rows.map(({ phone, tenant_id }) => phonePrint(vault, tenant_id, phone))
  const whose = sql`customer_id = any (${ids}::bigint[])`
  return gather(db, [
    [
      'profile',
      `customer_id::text as "customerId", phone, name, gender, language, birthday, level, source, tags, plate_nos as "plateNos", remark,
       blacklisted_until as "blacklistedUntil", blacklist_reason as "blacklistReason", order_count as "orderCount", created_at as "createdAt"`,
      sql`customers where ${whose}`,
    ],
    [
      'orders',
      `order_no as "orderNo", service_status as "serviceStatus", pay_status as "payStatus", created_at as "createdAt", book_time as "bookTime",
       customer_name as "customerName", contact_phone as "contactPhone", car_plate as "carPlate", pickup_address as "pickupAddress",
       pickup_lat as "pickupLat", pickup_lng as "pickupLng", dropoff_address as "dropoffAddress", dropoff_lat as "dropoffLat",
       dropoff_lng as "dropoffLng", remark, total_fen as "totalFen", cancel_reason as "cancelReason", ended_at as "endedAt"`,
      sql`orders where ${whose} order by order_id desc`,
    ],
    [
      'bookings',
      `booking_no as "bookingNo", caller_phone as "callerPhone", contact_phone as "contactPhone", remark, source, created_at as "createdAt"`,
      // By their orders, which are found by the customer: bookings are not.
      sql`bookings where booking_id in (select booking_id from orders where ${whose}) and ${whose} order by booking_id desc`,
    ],
    [
      'payments',
      `amount_fen as "amountFen", way, reference, paid_at as "paidAt"`,
      sql`order_payments where order_id in (select order_id from orders where ${whose}) order by payment_id desc`,
    ],
    [
      'prepayments',
      `amount_fen as "amountFen", way, reference, paid_at as "paidAt", state, returned_fen as "returnedFen", returned_at as "returnedAt"`,
      sql`order_prepayments where order_id in (select order_id from orders where ${whose}) order by prepayment_id desc`,
    ],
    ...books(sql`a.owner_type = 'CUSTOMER' and a.owner_id = any (${ids}::bigint[])`),
    numberCalls(whose, 'CONTACT', 'DRIVER'),
    [
      'calls',
      `direction, phone, started_at as "startedAt", answered_at as "answeredAt", ended_at as "endedAt", result, wrap_up as "outcome", note`,
      sql`phone_calls where ${whose} order by call_id desc`,
    ],
    [
      'recordings',
      `r.record_id::text as "recordId", r.started_at as "startedAt", r.expire_at as "keptUntil"`,
      sql`sound_records r where r.call_id in (select call_id from phone_calls where ${whose}) or r.order_id in (select order_id from orders where ${whose})`,
    ],
    [
      'messages',
      `event, purpose, phone_shown as "phone", created_at as "createdAt", sent_at as "sentAt", segments`,
      // What the driver was told of the order in their app is the driver's.
      sql`sms_outbox where phone_print = any (${prints}::bytea[])
        or channel not in ('NOTICE', 'PUSH') and order_id = any (array(select order_id from orders where ${whose})) order by sms_id desc`,
    ],
    ['agreements', `number, given, at, channel, source, ip, device`, sql`agreement_consents where ${whose} order by consent_id desc`],
    ...marketing(prints),
    ['consents', `kind, given, source, at`, sql`customer_consents where ${whose} order by consent_id desc`],
    ['notes', `text, at`, sql`customer_notes where ${whose} order by note_id desc`],
    [
      'coupons',
      `coupon_id::text as "couponId", state, granted_at as "grantedAt", valid_from as "validFrom", valid_to as "validTo", used_at as "usedAt", discount_fen as "discountFen"`,
      sql`coupons where ${whose} order by coupon_id desc`,
    ],
    [
      'points',
      `event, delta, balance_after as "balanceAfter", about, reason, at`,
      sql`point_records where ${whose} order by record_id desc`,
    ],
    ['pointLots', `points, remaining, made_at as "madeAt", expires_at as "expiresAt"`, sql`point_lots where ${whose} order by lot_id desc`],
    [
      'pointAdjustments',
      `points, reason, note, state, asked_at as "askedAt", decided_at as "decidedAt"`,
      sql`point_adjustments where ${whose} order by adjustment_id desc`,
    ],
    // One that is kept for them and was not redeemed is worth money to whoever knows it.
    ['redeemedCodes', `code, used_at as "usedAt"`, sql`redeem_codes where used_by = any (${ids}::bigint[]) order by used_at desc`],
    [
      'rights',
      `right_grant_id::text as "rightGrantId", state, times, used_times as "usedTimes", amount_fen as "amountFen", used_fen as "usedFen", granted_at as "grantedAt"`,
      sql`right_grants where ${whose} order by right_grant_id desc`,
    ],
    [
      'groups',
      `g.name, m.added_at as "addedAt", m.excluded`,
      sql`customer_group_members m join customer_groups g on g.tenant_id = m.tenant_id and g.group_id = m.group_id where m.${whose}`,
    ],
    ['teams', `name, type`, sql`order_teams where customer_ids && ${ids}::bigint[] and removed_at is null order by team_id`],
    [
      'merges',
      `reason, merged_at as "mergedAt", undone_at as "undoneAt"`,
      sql`customer_merges where kept_id = any (${ids}::bigint[]) or gone_id = any (${ids}::bigint[]) order by merge_id desc`,
    ],
    [
      'employers',
      `e.name, p.name as "employeeName", p.dept, p.state`,
      sql`enterprise_employees p join enterprises e on e.tenant_id = p.tenant_id and e.enterprise_id = p.enterprise_id where p.phone = any (${phones}::text[])`,
    ],
    ['pickups', `address, lat, lng, trips, last_at as "lastAt"`, sql`learned_pickups where ${whose}`],
    ['blockedDrivers', `reason, created_at as "createdAt", until`, sql`customer_driver_blocks where ${whose}`],
    [
      'requests',
      `kind, state, channel, words, opened_at as "openedAt", due_at as "dueAt", closed_at as "closedAt", closing`,
      sql`privacy_requests where ${whose} order by privacy_request_id desc`,
    ],
    [
      'signIns',
      `signed_in_at as "signedInAt", last_active_at as "lastActiveAt", ended_at as "endedAt", ip, user_agent as "device"`,
      sql`sessions where ${whose} order by session_id desc`,
    ],
    acts('CUSTOMER', ids),
  ])
}
