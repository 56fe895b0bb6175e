import { AUDIT_STATUS as A } from '@chauffeur/contract/order/model'
import { type AuditAction, type AuditReason, type AuditSide, auditReasonText, returnsUse } from '@chauffeur/contract/order/right-audit'
import { noteOrderJudged } from '#areas/customer/points'
import { failUse, passUse, returnUse } from '#areas/pricing/discount'
import { postAuditFailed, postAuditPassed } from '../bill/index.ts'
import type { OrderRowDb } from '../model/index.ts'
import { auditRules, type AuditRow, audits, failsNow, lockCase, tellOrder } from '../right-audit/index.ts'
import { tellOfAppeal } from '#areas/message/inbox'
import type { TenantTx } from '#platform/database/db'
import type { Fail } from '#platform/http/implement'
import type { Vault } from '#platform/identity/vault'
import { driverActor, type DriverSession, operatorActor, type OperatorSession } from '#platform/identity/session'
import type { Actor } from '#platform/machine/moves'
import { enteredAppealOf, nextWaiting } from './review.queries.ts'
import { claimEnds, isAnothers, mayAppeal, type Standing } from './review.rules.ts'

type ReviewActor = Actor<'OPERATOR' | 'TIMER' | 'DRIVER'>
export const timer: ReviewActor = { type: 'TIMER', id: null, name: '' }
const unclaimed = { claimed_by: null, claimed_by_name: '', claimed_until: null }

export const standingOf = (row: AuditRow, appealedBy: string | null = null): Standing => ({
  state: row.state,
  claimedBy: row.claimed_by,
  claimedUntil: row.claimed_until?.getTime() ?? null,
  reviewedBy: row.reviewed_by,
  appealedBy,
  appealed: row.appealed_at !== null,
  appealUntil: row.appeal_until?.getTime() ?? null,
})

/**
 * Brings what a use counts for, and the money, to what the case says now; each is done once however often this is called. The order is locked,
 * so that no payment comes between. A bill that is not paid yet has nothing to take back: a round does it once it is.
 */
export async function settleCase(
  tx: TenantTx,
  order: OrderRowDb,
  given: AuditRow,
  actor: ReviewActor,
  fail: Fail<'rightAudit.accountShut'>,
): Promise<AuditRow> {
  let row = given
  const fails = failsNow(row)
  await (fails ? failUse : passUse)(tx, order.order_id)
  if (fails && row.reversed_at === null) {
    const time = row.reversals + 1
    const back = await postAuditFailed(tx, order, time, actor)
    const { partnerFen, driverFen, platformFen, shortFen } = back ?? {}
    if (back) {
      await noteOrderJudged(tx, order, 'ORDER_REVERSED', time)
      row = await audits.note(tx, row, {
        event: 'reverse',
        actor,
        set: {
          reversals: time,
          reversed_at: new Date(),
          partner_fen: partnerFen!,
          driver_fen: driverFen!,
          platform_fen: platformFen!,
          short_fen: shortFen!,
        },
      })
    }
  }
  if (!fails && row.reversed_at !== null) {
    const { partner_fen: partnerFen, driver_fen: driverFen, platform_fen: platformFen, short_fen: shortFen } = row
    const posted = await postAuditPassed(tx, order, row.reversals, { partnerFen, driverFen, platformFen, shortFen }, actor)
    if ('refused' in posted) return fail('rightAudit.accountShut')
    await noteOrderJudged(tx, order, 'ORDER_RESTORED', row.reversals)
    const nothing = { reversed_at: null, partner_fen: 0, driver_fen: 0, platform_fen: 0, short_fen: 0 }
    row = await audits.note(tx, row, { event: 'restore', actor, set: nothing })
  }
  if (row.state === A.finalFailed && !row.use_returned && returnsUse.has(row.reason as AuditReason)) {
    await returnUse(tx, order.order_id)
    row = await audits.note(tx, row, { event: 'returnUse', actor, set: { use_returned: true } })
  }
  return row
}

type Refusal =
  | 'notFound'
  | 'otherState'
  | 'claimed'
  | 'notYours'
  | 'sameReviewer'
  | 'sameAppellant'
  | 'notAllowed'
  | 'reasonMissing'
  | 'noteMissing'
  | 'sideMissing'
  | 'noAppeal'
  | 'accountShut'
export interface Reviewing {
  operator: OperatorSession
  requestId: string
  vault: Vault
  fail: Fail<`rightAudit.${Refusal}`>
}
export interface Acting {
  orderId: string
  action: AuditAction
  version: number
  reason?: AuditReason | undefined
  side?: AuditSide | undefined
  note: string
}

/** Does `action` to a case that is still as it was seen. */
export async function act(tx: TenantTx, acting: Acting, by: Reviewing): Promise<AuditRow> {
  const { action, version, note } = acting
  const { operator, requestId, fail } = by
  const { order, row } = (await lockCase(tx, acting.orderId)) ?? fail('rightAudit.notFound')
  const now = Date.now()
  const may = (authority: 'rightAudit.review' | 'rightAudit.final') => operator.authorities.has(authority) || fail('rightAudit.notAllowed')
  may(action === 'FINAL_PASS' || action === 'FINAL_FAIL' ? 'rightAudit.final' : 'rightAudit.review')
  if (isAnothers(standingOf(row), operator.userId, now))
    return fail('rightAudit.claimed', { name: row.claimed_by_name, until: row.claimed_until })
  if (row.version !== version) return fail('rightAudit.otherState', { state: row.state, version: row.version })
  const actor = operatorActor(operator)
  const detail = { actor, requestId, reason: note }
  const moved = (done: AuditRow | null): AuditRow => done ?? fail('rightAudit.otherState', { state: row.state, version: row.version })
  const told = async (done: AuditRow, reason: string) => {
    const noted = await tellOrder(tx, order, done, { ...detail, reason })
    return settleCase(tx, noted, done, actor, fail)
  }
  const quietly = async (done: AuditRow) => {
    await tellOrder(tx, order, done)
    return done
  }
  switch (action) {
    case 'FLAG':
      if (!note) return fail('rightAudit.noteMissing')
      return told(moved(await audits.move(tx, row, { event: 'flag', ...detail, set: { by_hand: true, turn_at: new Date() } })), note)
    case 'CLAIM':
      return quietly(await claimed(tx, row, by, moved))
    case 'RELEASE':
    case 'SKIP':
      if (row.state !== A.inReview || row.claimed_by !== operator.userId) return fail('rightAudit.notYours')
      return quietly(
        moved(
          await audits.move(tx, row, {
            event: 'release',
            ...detail,
            set: { ...unclaimed, ...(action === 'SKIP' && { turn_at: new Date() }) },
          }),
        ),
      )
    case 'PASS':
    case 'FAIL': {
      if (row.state !== A.waiting && row.state !== A.inReview) return moved(null)
      if (action === 'FAIL' && !acting.reason) return fail('rightAudit.reasonMissing')
      if (action === 'FAIL' && acting.reason === 'OTHER' && !note) return fail('rightAudit.noteMissing')
      // Who decides about one that nobody has in hand takes it with that.
      const taken = row.claimed_by === operator.userId ? row : await claimed(tx, row, by, moved)
      const { appealDays } = await auditRules.contentFor(tx, order.city_id)
      const verdict = {
        ...unclaimed,
        reviewed_by: operator.userId,
        reviewed_by_name: operator.realName,
        reviewed_at: new Date(),
        reason: action === 'FAIL' ? acting.reason! : null,
        note,
        appeal_until: action === 'FAIL' ? new Date(now + appealDays * 86_400_000) : null,
      }
      const done = await audits.move(tx, taken, {
        event: action === 'PASS' ? 'pass' : 'fail',
        ...detail,
        reason: wordsOf(acting),
        set: verdict,
      })
      return told(moved(done), wordsOf(acting))
    }
    case 'APPEAL': {
      const side = acting.side ?? fail('rightAudit.sideMissing')
      if (!note) return fail('rightAudit.noteMissing')
      return appealed(tx, order, row, { side, note, actor, requestId, fail })
    }
    case 'FINAL_PASS':
    case 'FINAL_FAIL': {
      if (row.reviewed_by === operator.userId) return fail('rightAudit.sameReviewer')
      if ((await enteredAppealOf(tx, row.order_id)) === operator.userId) return fail('rightAudit.sameAppellant')
      if (!note) return fail('rightAudit.noteMissing')
      const passes = action === 'FINAL_PASS'
      const reason = passes ? null : (acting.reason ?? row.reason ?? fail('rightAudit.reasonMissing'))
      const set = {
        final_by: operator.userId,
        final_by_name: operator.realName,
        final_at: new Date(),
        final_note: note,
        appeal_until: null,
        reason,
      }
      const decided = moved(await audits.move(tx, row, { event: passes ? 'finalPass' : 'finalFail', ...detail, set }))
      if (row.appeal_side === 'DRIVER' && order.driver_id)
        await tellOfAppeal(tx, by.vault, order, { driverId: order.driver_id, matter: 'RIGHT_AUDIT', granted: passes, reason: note })
      return told(decided, note)
    }
  }
}
const wordsOf = ({ action, reason, note }: Acting): string =>
  [action === 'FAIL' && reason ? auditReasonText[reason] : '', note].filter(Boolean).join('：')

/** Whoever has it keeps it for a quarter of an hour; one whose time is over is taken over. */
async function claimed(
  tx: TenantTx,
  row: AuditRow,
  { operator, requestId }: Reviewing,
  moved: (done: AuditRow | null) => AuditRow,
): Promise<AuditRow> {
  const set = { claimed_by: operator.userId, claimed_by_name: operator.realName, claimed_until: claimEnds(Date.now()) }
  const detail = { actor: operatorActor(operator), requestId, set }
  return row.state === A.inReview
    ? audits.note(tx, row, { event: 'claim', ...detail })
    : moved(await audits.move(tx, row, { event: 'claim', ...detail }))
}

async function appealed(
  tx: TenantTx,
  order: OrderRowDb,
  row: AuditRow,
  {
    side,
    note,
    actor,
    requestId,
    fail,
  }: { side: AuditSide; note: string; actor: ReviewActor; requestId: string; fail: Fail<'rightAudit.noAppeal' | 'rightAudit.accountShut'> },
): Promise<AuditRow> {
  if (!mayAppeal(standingOf(row), side, Date.now())) return fail('rightAudit.noAppeal')
  const set = {
    appeal_side: side,
    appeal_words: note,
    appealed_at: new Date(),
    appealed_by_name: actor.name,
    appeal_until: null,
    turn_at: new Date(),
  }
  const detail = { actor, requestId, reason: note }
  const done =
    (await audits.move(tx, row, { event: side === 'DRIVER' ? 'appeal' : 'dispute', ...detail, set })) ?? fail('rightAudit.noAppeal')
  return settleCase(tx, await tellOrder(tx, order, done, detail), done, actor, fail)
}

/** The driver whose trip failed says why it should not have. */
export async function appealOfDriver(
  tx: TenantTx,
  { orderId, note }: { orderId: string; note: string },
  { driver, requestId, fail }: { driver: DriverSession; requestId: string; fail: Fail<'rightAudit.notFound' | 'rightAudit.noAppeal'> },
): Promise<AuditRow> {
  const { order, row } = (await lockCase(tx, orderId)) ?? fail('rightAudit.notFound')
  if (order.driver_id !== driver.driverId) return fail('rightAudit.notFound')
  return appealed(tx, order, row, {
    side: 'DRIVER',
    note,
    actor: driverActor(driver),
    requestId,
    // An appeal of a driver gives nothing back yet.
    fail: (why) => (why === 'rightAudit.noAppeal' ? fail(why) : fail('rightAudit.noAppeal')),
  })
}

/** Claims what has waited longest and nobody else is just claiming; null where nothing waits. */
export async function claimNext(tx: TenantTx, cityId: string | undefined, by: Reviewing): Promise<string | null> {
  const orderId = await nextWaiting(tx, cityId)
  const found = orderId === undefined ? null : await lockCase(tx, orderId)
  if (!found) return null
  const { order, row } = found
  if (row.state !== A.waiting && isAnothers(standingOf(row), by.operator.userId, Date.now())) return null
  const done = await claimed(tx, row, by, (one) => one ?? by.fail('rightAudit.otherState'))
  await tellOrder(tx, order, done)
  return order.order_id
}
