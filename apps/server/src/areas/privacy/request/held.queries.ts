import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import type { Vault } from '#platform/identity/vault'
import { phonePrint } from '#platform/provider/sms'

type Rows = Record<string, unknown>[]
export type Held = Record<string, Rows>
type Section = [name: string, columns: string, from: RawBuilder<unknown>]

/** Of a section; whoever has more than this has ordered every night for thirty years. */
const MOST = 20_000

/** What is held of a person goes out as the business reads it; secrets of others (who of its people wrote it, keys) stay. */
async function gather(db: TenantDb, sections: readonly Section[]): Promise<Held> {
  const held = await Promise.all(
    sections.map(async ([name, columns, from]) => {
      const { rows } = await sql<{ row: Record<string, unknown> }>`
        select to_jsonb(t) as row from (select ${sql.raw(columns)} from ${from} limit ${MOST}) t`.execute(db)
      return [name, rows.map(({ row }) => row)] as const
    }),
  )
  return Object.fromEntries(held)
}

/** What went to a telephone because the business wanted to say something, and that it wants no more. */
const marketing = (prints: readonly Buffer[]): Section[] => [
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
      sql`sms_outbox where phone_print = any (${prints}::bytea[])
        or channel <> 'NOTICE' and order_id in (select order_id from orders where ${whose}) order by sms_id desc`,
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
  ])
}

/** Everything that is held of a driver. */
export async function heldOfDriver(db: TenantDb, vault: Vault, driverId: string): Promise<Held> {
  const { rows } = await sql<{
    phone: string
    tenant_id: string
  }>`select phone, tenant_id from drivers where driver_id = ${driverId}`.execute(db)
  const prints = rows.map(({ phone, tenant_id }) => phonePrint(vault, tenant_id, phone))
  const whose = sql`driver_id = ${driverId}`
  return gather(db, [
    [
      'profile',
      `driver_id::text as "driverId", driver_no as "driverNo", name, phone, gender, language, birth_date as "birthDate", id_card_tail as "idCardTail",
       id_card_expire as "idCardExpire", licence_class as "licenceClass", licence_first_issue as "licenceFirstIssue", licence_expire as "licenceExpire",
       emergency_contact as "emergencyContact", emergency_phone as "emergencyPhone", level, qualification, disabled_reason as "disabledReason",
       joined_at as "joinedAt"`,
      sql`drivers where ${whose}`,
    ],
    [
      'orders',
      `order_no as "orderNo", service_status as "serviceStatus", accepted_at as "acceptedAt", arrived_at as "arrivedAt", depart_at as "departAt", ended_at as "endedAt", total_fen as "totalFen"`,
      sql`orders where ${whose} order by order_id desc`,
    ],
    [
      'offers',
      `sent_at as "sentAt", answered_at as "answeredAt", result, reject_reason as "rejectReason"`,
      sql`offers where ${whose} order by offer_id desc`,
    ],
    [
      'duty',
      `began_at as "beganAt", ended_at as "endedAt", end_reason as "endReason"`,
      sql`driver_duty_sessions where ${whose} order by began_at desc`,
    ],
    ['lastPosition', `lat, lng, received_at as "receivedAt"`, sql`driver_positions where ${whose}`],
    [
      'withdrawals',
      `withdraw_no as "withdrawNo", state, apply_fen as "applyFen", fee_fen as "feeFen", tax_fen as "taxFen", net_fen as "netFen", created_at as "createdAt", paid_at as "paidAt"`,
      sql`withdrawals where ${whose} order by withdrawal_id desc`,
    ],
    [
      'payoutAccounts',
      `way, holder_name as "holderName", number_masked as "number", bank_name as "bankName", changed_at as "changedAt"`,
      sql`driver_payout_accounts where ${whose}`,
    ],
    ['experience', `event, delta, balance, at`, sql`driver_experience where ${whose} order by experience_id desc`],
    [
      'levels',
      `from_level as "fromLevel", to_level as "toLevel", cause, at`,
      sql`driver_level_changes where ${whose} order by change_id desc`,
    ],
    ['checks', `kind, trigger, result, reason, at`, sql`driver_checks where ${whose} order by check_id desc`],
    [
      'faceConsents',
      `words_version as "wordsVersion", given_at as "givenAt", withdrawn_at as "withdrawnAt"`,
      sql`driver_face_consents where ${whose}`,
    ],
    ['agreements', `number, given, at, channel, ip, device`, sql`agreement_consents where ${whose} order by consent_id desc`],
    [
      'insurances',
      `product, insurer, policy_no as "policyNo", valid_from as "validFrom", valid_until as "validUntil"`,
      sql`driver_insurances where ${whose} order by insurance_id desc`,
    ],
    [
      'claims',
      `what, loss_at as "lossAt", amount_fen as "amountFen", paid_fen as "paidFen", state, report_no as "reportNo", created_at as "createdAt"`,
      sql`driver_claims where ${whose} order by driver_claim_id desc`,
    ],
    [
      'exams',
      `state, score, full_score as "fullScore", started_at as "startedAt", submitted_at as "submittedAt"`,
      sql`exam_attempts where ${whose} order by exam_attempt_id desc`,
    ],
    ['remarks', `type, text, at`, sql`driver_remarks where ${whose} order by remark_id desc`],
    ...marketing(prints),
    [
      'messages',
      `event, purpose, phone_shown as "phone", created_at as "createdAt", sent_at as "sentAt", segments`,
      sql`sms_outbox where phone_print = any (${prints}::bytea[]) order by sms_id desc`,
    ],
    // Address and keys lie sealed, and are nobody's but the browser's.
    [
      'telephones',
      `service as "pushService", english, created_at as "since", seen_at as "lastSeenAt"`,
      sql`push_devices where ${whose} order by device_id desc`,
    ],
    [
      'signIns',
      `signed_in_at as "signedInAt", last_active_at as "lastActiveAt", ended_at as "endedAt", ip, user_agent as "device"`,
      sql`sessions where ${whose} order by session_id desc`,
    ],
  ])
}
