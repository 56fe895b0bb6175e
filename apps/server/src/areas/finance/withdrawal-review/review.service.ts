import type { WithdrawalAction } from '@chauffeur/contract/finance/withdrawal-review-model'
import { WITHDRAWAL_STATE as S, type WithdrawalState } from '@chauffeur/contract/finance/withdrawal'
import { mustBePosted, post } from '../ledger/index.ts'
import { type BeginRefusal, beginPayout, channelOf, giveBack, payoutWays, type PayActor } from '../payout/index.ts'
import { releaseLines, tellOfEnd, type WithdrawalRow, withdrawals, withdrawalTerms } from '../withdrawal/index.ts'
import type { TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import type { Fail, Platform } from '#platform/http/implement'
import { operatorActor, type OperatorSession } from '#platform/identity/session'
import { riskFactsOf } from './review.queries.ts'
import { approvalBy, riskFlagsOf } from './review.rules.ts'

type ReviewRefusal =
  | 'withdrawalReview.notFound'
  | 'withdrawalReview.otherState'
  | 'withdrawalReview.notAllowed'
  | 'withdrawalReview.sameReviewer'
  | 'withdrawalReview.reasonMissing'
  | 'withdrawalReview.riskReason'
type PayRefusal = BeginRefusal | 'payout.noChannel'
export type ActRefusal = ReviewRefusal | PayRefusal

export interface Reviewing {
  platform: Platform
  operator: OperatorSession
  requestId: string
  reason: string
  fail: Fail<ActRefusal>
}

/** Does `action` to a withdrawal that is still in the state in which it was seen. */
export async function act(
  tx: TenantTx,
  { withdrawalId, action, state }: { withdrawalId: string; action: Exclude<WithdrawalAction, 'RETRY'>; state: WithdrawalState },
  by: Reviewing,
): Promise<WithdrawalRow> {
  const row = (await withdrawals.lock(tx, withdrawalId)) ?? by.fail('withdrawalReview.notFound')
  if (row.state !== state) return by.fail('withdrawalReview.otherState', { state: row.state })
  const may = (authority: 'withdrawal.audit' | 'withdrawal.pay') =>
    by.operator.authorities.has(authority) || by.fail('withdrawalReview.notAllowed')
  switch (action) {
    case 'OPEN':
      may('withdrawal.audit')
      return opened(tx, row, by)
    case 'APPROVE':
      return approve(tx, await opened(tx, row, by), by)
    case 'REJECT':
      may('withdrawal.audit')
      return reject(tx, await opened(tx, row, by), by)
    case 'PAY':
      may('withdrawal.pay')
      return pay(tx, row, operatorActor(by.operator), by)
    case 'GIVE_BACK':
      may('withdrawal.pay')
      if (!by.reason) return by.fail('withdrawalReview.reasonMissing')
      return giveBack(tx, row, { ...by, vault: by.platform.vault, actor: operatorActor(by.operator) })
  }
}

/** Who decides about one that nobody has opened opens it with that. */
async function opened(tx: TenantTx, row: WithdrawalRow, { operator, requestId, fail }: Reviewing): Promise<WithdrawalRow> {
  if (row.state === S.auditing) return row
  const open = await withdrawals.move(tx, row, { event: 'open', actor: operatorActor(operator), requestId })
  return open ?? fail('withdrawalReview.otherState', { state: row.state })
}

async function approve(tx: TenantTx, row: WithdrawalRow, { operator, requestId, reason, fail }: Reviewing): Promise<WithdrawalRow> {
  const terms = await withdrawalTerms.contentFor(tx, row.city_id)
  const detail = { actor: operatorActor(operator), requestId, reason }
  const [by, name, now] = [operator.userId, operator.realName, new Date()]
  const first = { audited_by: by, audited_by_name: name, audited_at: now }
  const second = { second_audited_by: by, second_audited_by_name: name, second_audited_at: now }
  const approval = approvalBy({ state: row.state, applyFen: row.apply_fen, auditedBy: row.audited_by }, operator, terms)
  if (approval === 'NOT_ALLOWED') return fail('withdrawalReview.notAllowed')
  if (approval === 'SAME_REVIEWER') return fail('withdrawalReview.sameReviewer')
  const facts = (await riskFactsOf(whole(tx), [row])).get(row.withdrawal_id) ?? fail('withdrawalReview.notFound')
  if (facts.accountBy === operator.userId) return fail('payout.ownAccount')
  const riskFlags = riskFlagsOf(facts)
  if (riskFlags.length > 0 && !reason) return fail('withdrawalReview.riskReason', { riskFlags })
  if (approval === 'FIRST') return withdrawals.note(tx, row, { event: 'firstApprove', ...detail, set: first })
  const set = row.audited_by === null ? first : second
  const approved = await withdrawals.move(tx, row, { event: 'approve', ...detail, set })
  return approved ?? fail('withdrawalReview.otherState', { state: row.state })
}

async function reject(
  tx: TenantTx,
  row: WithdrawalRow,
  { operator, requestId, reason, platform, fail }: Reviewing,
): Promise<WithdrawalRow> {
  if (!reason) return fail('withdrawalReview.reasonMissing')
  const actor = operatorActor(operator)
  const rejected = await withdrawals.move(tx, row, { event: 'reject', actor, requestId, reason })
  if (!rejected) return fail('withdrawalReview.otherState', { state: row.state })
  const entry = {
    tenantId: row.tenant_id,
    businessType: 'WITHDRAWAL',
    businessId: row.withdrawal_id,
    step: 'REJECTED',
    actor,
    memo: row.withdraw_no,
  }
  mustBePosted(await post(tx, entry, releaseLines(row.driver_id, row.apply_fen)), `The rejection of withdrawal ${row.withdraw_no}`)
  await tellOfEnd(tx, platform.vault, rejected, reason)
  return rejected
}

/** By the channel that serves the city and way; where that is not set up nothing is begun. */
async function pay(
  tx: TenantTx,
  row: WithdrawalRow,
  actor: PayActor,
  by: { platform: Platform; requestId: string; reason: string; fail: Fail<PayRefusal> },
): Promise<WithdrawalRow> {
  const ways = await payoutWays.contentFor(tx, row.city_id)
  const name = ways.channels[row.way]
  if (!(await channelOf(name, { platform: by.platform, tenantId: row.tenant_id, db: whole(tx) })))
    return by.fail('payout.noChannel', { channel: name })
  return beginPayout(tx, row, ways, { ...by, actor })
}
