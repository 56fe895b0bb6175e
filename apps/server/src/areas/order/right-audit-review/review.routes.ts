import { AUDIT_STATUS } from '@chauffeur/contract/order/model'
import {
  type AuditReason,
  auditReason,
  auditReasonText,
  auditStatusText,
  CLAIM_MINUTES,
  returnsUse,
  rightAuditCalls,
} from '@chauffeur/contract/order/right-audit'
import { auditRuleKind, auditRuleText } from '@chauffeur/contract/order/right-audit-rules'
import type { UseFacts } from '../right-audit/index.ts'
import { isOutsider } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { auditList, caseView, findNamed } from './audit.list.ts'
import { auditedRights, besideOf, countsOf, eventsOf, failedOfDriver } from './review.queries.ts'
import { act, appealOfDriver, claimNext } from './review.service.ts'

const instantOf = (at: Date | null) => at?.toISOString() ?? null

export const rightAuditRoutes = implement(
  'right-audit',
  rightAuditCalls,
)({
  dict: async ({ db, scope }) => ({
    states: Object.values(AUDIT_STATUS).map((key) => ({ key, value: auditStatusText[key] })),
    reasons: auditReason.options.map((key) => ({ key, value: auditReasonText[key], returnsUse: returnsUse.has(key) })),
    rules: auditRuleKind.options.map((key) => ({ key, value: auditRuleText[key] })),
    rights: isOutsider(scope) || scope.cities.length === 0 ? [] : await auditedRights(db),
    claimMinutes: CLAIM_MINUTES,
  }),
  list: auditList.page,
  counts: async ({ input, db, operator, scope }) =>
    isOutsider(scope) ? { waiting: 0, mine: 0, appeals: 0, screening: 0 } : countsOf(db, input.cityId, operator.userId),
  view: async ({ input, db, operator, scope, fail }) => {
    const row = (!isOutsider(scope) && (await findNamed(db, input.orderId))) || fail('rightAudit.notFound')
    const [ofDriver, ofCustomer] = await Promise.all([
      besideOf(db, 'driver_id', row, operator.authorities),
      besideOf(db, 'customer_id', row, operator.authorities),
    ])
    return {
      ...caseView(row, operator),
      facts: row.facts as unknown as UseFacts | null,
      pickupAddress: row.pickup_address,
      dropoffAddress: row.dropoff_address ?? '',
      departAt: instantOf(row.depart_at),
      endedAt: instantOf(row.ended_at),
      waitS: row.wait_s,
      ofDriver,
      ofCustomer,
    }
  },
  log: async ({ input, db, scope, fail }) => {
    if (isOutsider(scope) || !(await findNamed(db, input.orderId))) return fail('rightAudit.notFound')
    const events = await eventsOf(db, input.orderId)
    return {
      rows: events.map((event) => ({
        event: event.event,
        fromState: event.from_state as (typeof AUDIT_STATUS)['waiting'] | null,
        toState: event.to_state as (typeof AUDIT_STATUS)['waiting'],
        actor: event.actor_name,
        reason: event.reason,
        at: event.at.toISOString(),
      })),
    }
  },
  audit: async ({ input, db, operator, scope, platform, request, audit, fail }) => {
    const before = (!isOutsider(scope) && (await findNamed(db, input.orderId))) || fail('rightAudit.notFound')
    const by = { operator, requestId: request.id, vault: platform.vault, fail }
    const done = await act(db, { ...input, note: input.note ?? '' }, by)
    if (input.action !== 'CLAIM' && input.action !== 'RELEASE' && input.action !== 'SKIP')
      audit({
        object: 'rightAudit',
        objectId: input.orderId,
        before: { state: before.state, reason: before.reason },
        after: { state: done.state, reason: done.reason, note: input.note ?? '', action: input.action },
      })
    platform.poke()
    return caseView((await findNamed(db, input.orderId))!, operator)
  },
  next: async ({ input, db, operator, scope, platform, request, fail }) => ({
    orderId: isOutsider(scope)
      ? null
      : await claimNext(db, input.cityId, {
          ...{ operator, requestId: request.id, vault: platform.vault },
          fail: (why) => fail(why as never),
        }),
  }),
  driverList: async ({ db, driver }) => ({
    rows: (await failedOfDriver(db, driver.driverId)).map((row) => ({
      orderId: row.order_id,
      orderNo: row.order_no,
      state: row.state,
      reason: row.reason as AuditReason | null,
      takenFen: row.driver_fen,
      appealUntil: row.appealed_at ? null : instantOf(row.appeal_until),
      reviewedAt: instantOf(row.reviewed_at),
      appeal: row.appeal_side === 'DRIVER' && row.appealed_at ? { words: row.appeal_words, at: row.appealed_at.toISOString() } : null,
      decision: row.final_at ? { note: row.final_note, at: row.final_at.toISOString() } : null,
    })),
  }),
  driverAppeal: async ({ input, db, driver, request, fail }) => {
    const done = await appealOfDriver(db, { orderId: input.id, note: input.note }, { driver, requestId: request.id, fail })
    return { state: done.state }
  },
})
