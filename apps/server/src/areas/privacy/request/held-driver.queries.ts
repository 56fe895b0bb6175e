import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import type { Vault } from '#platform/identity/vault'
import { phonePrint } from '#platform/provider/sms'
import { acts, books, gather, type Held, marketing, numberCalls } from './held.queries.ts'

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
    [
      'onlineDays',
      `day, first_at as "firstAt", last_at as "lastAt", times, online_s as "onlineS", peak_s as "peakS", attended`,
      sql`driver_online_days where ${whose} order by day desc`,
    ],
    ['answeredOffers', `day, accepted, rejected, expired, spared`, sql`driver_acceptance_days where ${whose} order by day desc`],
    [
      'listenRanges',
      `radius_m as "radiusM", reason, valid_from as "validFrom", valid_until as "validUntil"`,
      sql`driver_listen_ranges where ${whose} order by range_id desc`,
    ],
    [
      'teams',
      `t.name, t.type, m.joined_at as "joinedAt", m.priority`,
      sql`order_team_members m join order_teams t on t.tenant_id = m.tenant_id and t.team_id = m.team_id where m.${whose}`,
    ],
    [
      'queues',
      `t.name, q.entered_at as "enteredAt", q.left_at as "leftAt", q.leave_reason as "leaveReason", q.note`,
      sql`team_queue_entries q join order_teams t on t.tenant_id = q.tenant_id and t.team_id = q.team_id where q.${whose} order by q.entry_id desc`,
    ],
    ['lastPosition', `lat, lng, received_at as "receivedAt"`, sql`driver_positions where ${whose}`],
    [
      'leaveRequests',
      `kind, reason, note, state, verdict, created_at as "createdAt", decided_at as "decidedAt", decision_note as "decisionNote",
       decided_penalty_fen as "decidedPenaltyFen"`,
      sql`cancel_reviews where ${whose} and applicant = 'DRIVER' order by review_id desc`,
    ],
    [
      'pictures',
      `file_id::text as "fileId", order_id::text as "orderId", kind, created_at as "createdAt", taken_at as "takenAt", lat, lng, verdict, verdict_reason as "verdictReason", verdict_note as "verdictNote"`,
      sql`order_files where ${whose} order by file_id desc`,
    ],
    numberCalls(whose, 'DRIVER', 'CONTACT'),
    [
      'numberPairs',
      `number, driver_phone as "phone", bound_at as "boundAt", released_at as "releasedAt"`,
      sql`privacy_bindings where order_id in (select order_id from orders where ${whose}) and driver_id = ${driverId} order by binding_id desc`,
    ],
    ...books(sql`a.owner_type = 'DRIVER' and a.owner_id = ${driverId}`),
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
    [
      'levelNow',
      `exp, level_since as "levelSince", cycle_from as "cycleFrom", cycle_orders as "cycleOrders", cycle_cancels as "cycleCancels", last_orders as "lastOrders", last_cancels as "lastCancels"`,
      sql`driver_level_states where ${whose}`,
    ],
    [
      'levelWhites',
      `effect, level, reason, valid_from as "validFrom", valid_until as "validUntil"`,
      sql`driver_level_whites where ${whose} order by white_id desc`,
    ],
    ['faceLocks', `locked_until as "lockedUntil", ended_at as "endedAt"`, sql`driver_face_locks where ${whose} order by locked_until desc`],
    [
      'faceWhites',
      `reason, valid_from as "validFrom", valid_until as "validUntil"`,
      sql`driver_face_whites where ${whose} order by white_id desc`,
    ],
    // The picture of a check that was not passed lies sealed for three days; who asks is shown it by people who may open it.
    ['facePictures', `check_id::text as "checkId", at`, sql`driver_face_pictures where ${whose} order by check_id desc`],
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
    [
      'examReadings',
      `g.name, r.mark, r.read_at as "readAt"`,
      sql`exam_readings r join exam_groups g on g.tenant_id = r.tenant_id and g.exam_group_id = r.exam_group_id where r.${whose} order by r.read_at desc`,
    ],
    [
      'bulletins',
      `b.title, r.at as "readAt"`,
      sql`bulletin_reads r join bulletins b on b.tenant_id = r.tenant_id and b.bulletin_id = r.bulletin_id where r.${whose} order by r.at desc`,
    ],
    ['invitations', `sent_at as "sentAt", used_at as "usedAt"`, sql`driver_invitations where ${whose} order by sent_at desc`],
    [
      'requests',
      `kind, state, channel, words, opened_at as "openedAt", due_at as "dueAt", closed_at as "closedAt", closing`,
      sql`privacy_requests where ${whose} order by privacy_request_id desc`,
    ],
    ['remarks', `type, text, at`, sql`driver_remarks where ${whose} order by remark_id desc`],
    ...marketing(prints),
    [
      'messages',
      `event, purpose, phone_shown as "phone", created_at as "createdAt", sent_at as "sentAt", segments`,
      sql`sms_outbox where phone_print = any (${prints}::bytea[]) or driver_id = ${driverId} order by sms_id desc`,
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
    acts('DRIVER', [driverId]),
  ])
}
