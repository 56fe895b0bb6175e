import { RECON_RESULT as R, type ReconResolution, type ReconResult, resolutionsFor } from '@chauffeur/contract/finance/reconciliation-model'
import { WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { mustBePosted, post } from '../ledger/index.ts'
import { adoptPaid, applyOutcome, askNow, bankReturn, channelOf, findAttempt, queryNow } from '../payout/index.ts'
import { withdrawals } from '../withdrawal/index.ts'
import type { TenantTx } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import type { Fail, Platform } from '#platform/http/implement'
import { operatorActor, type OperatorSession } from '#platform/identity/session'
import { type DetailRow, headsOf, lastAttempts, lockDetail, propose, settle, standAnew, superseded } from './reconciliation.queries.ts'
import { correctionLines, type Difference, endingOf, leavesMoneyOpen, mayResolve, mayReverse } from './resolution.rules.ts'

interface CallerContext<F extends string> {
  platform: Platform
  operator: OperatorSession
  requestId: string
  fail: Fail<F>
}
type Failures =
  | 'recon.notFound'
  | 'recon.versionConflict'
  | 'recon.resolved'
  | 'recon.notSoResolved'
  | 'recon.channelSaysPaid'
  | 'recon.outcomeUnknown'

/** The detail as it was seen, locked, with what settling it needs. Details of runs that no longer count are not to be settled. */
async function open<F extends string>(
  tx: TenantTx,
  seen: { detailId: string; version: number },
  fail: Fail<F | 'recon.notFound' | 'recon.versionConflict' | 'recon.resolved'>,
): Promise<{ row: DetailRow; difference: Difference }> {
  const row = (await lockDetail(tx, seen.detailId)) ?? fail('recon.notFound')
  const head = (await headsOf(tx, [row.batch_id])).get(row.batch_id) ?? fail('recon.notFound')
  if (head.run_no !== row.run_no) return fail('recon.notFound')
  if (row.resolution !== 'NONE') return fail('recon.resolved')
  if (row.version !== seen.version) return fail('recon.versionConflict')
  const result = row.result as ReconResult
  const ourCounts = row.our_counts || (result !== R.duplicate && (await paidSince(tx, row)))
  const sums = { ourFen: Number(row.our_fen), channelFen: Number(row.channel_fen) }
  return { row, difference: { kind: head.kind, channel: head.channel, result, ...sums, ourCounts } }
}

/** What was under way when the statement was matched may have been heard of, and posted, since. The withdrawal stays locked. */
async function paidSince(tx: TenantTx, row: DetailRow): Promise<boolean> {
  if (row.business_type !== 'WITHDRAWAL' || row.business_id === null || Number(row.channel_fen) <= 0) return false
  await withdrawals.lock(tx, row.business_id)
  return (await findAttempt(tx, row.out_detail_no))?.state === 'PAID'
}

async function done(
  tx: TenantTx,
  row: DetailRow,
  resolution: ReconResolution,
  reason: string,
  operator: OperatorSession,
): Promise<DetailRow> {
  await settle(tx, row.detail_id, { resolution, reason, by: operator })
  await standAnew(tx, row.tenant_id, [row.batch_id])
  return (await lockDetail(tx, row.detail_id))!
}

const entry = (row: DetailRow, step: string, operator: OperatorSession, memo: string) => ({
  tenantId: row.tenant_id,
  businessType: 'RECON',
  businessId: row.detail_id,
  step,
  actor: { type: 'OPERATOR', id: operator.userId },
  memo,
})
async function correct(
  tx: TenantTx,
  row: DetailRow,
  of: Difference,
  step: 'ADOPT_CHANNEL' | 'WRITE_OFF',
  operator: OperatorSession,
): Promise<void> {
  const lines = correctionLines(of, step === 'WRITE_OFF' ? 'REVENUE' : 'SUSPENSE')
  if (lines.length) mustBePosted(await post(tx, entry(row, step, operator, row.out_detail_no), lines), `${step} of detail ${row.detail_id}`)
}

/**
 * Settles a difference, with what it posts, in one transaction. What the channel must be asked first is asked before anything is locked
 * (`saysPaid`). A write-off waits for a second person, and so does a note on money that only one side has.
 */
export async function resolve(
  tx: TenantTx,
  input: { detailId: string; version: number; resolution: Exclude<ReconResolution, 'NONE' | 'RETRIED'>; reason: string },
  by: CallerContext<Failures>,
): Promise<DetailRow> {
  const { row, difference } = await open(tx, input, by.fail)
  const { resolution, reason } = input
  if (!mayResolve(difference.result, resolution)) return by.fail('recon.notSoResolved', { allowed: resolutionsFor[difference.result] })
  switch (resolution) {
    case 'WRITE_OFF':
    case 'MANUAL_NOTE':
      if (resolution === 'MANUAL_NOTE' && !leavesMoneyOpen(difference)) break
      await propose(tx, row.detail_id, { proposed: resolution, reason, by: by.operator })
      return (await lockDetail(tx, row.detail_id))!
    case 'ADOPT_CHANNEL':
      await adopt(tx, row, difference, by)
      break
    case 'REVERSE_OURS':
      await reverse(tx, row, difference, { ...by, reason })
      break
    case 'MERGED_NEXT_DAY':
  }
  return done(tx, row, resolution, reason, by.operator)
}

/** The channel's word holds: a payment that is not paid here yet is paid, and what is still missing in the books is posted. */
async function adopt(tx: TenantTx, row: DetailRow, difference: Difference, by: CallerContext<Failures>): Promise<void> {
  const ended = await endPayment(tx, row, difference, by)
  await correct(tx, row, ended ? { ...difference, ourCounts: true } : difference, 'ADOPT_CHANNEL', by.operator)
}

async function endPayment(tx: TenantTx, row: DetailRow, difference: Difference, by: CallerContext<Failures>): Promise<boolean> {
  const withdrawal = row.business_type === 'WITHDRAWAL' && row.business_id ? await withdrawals.lock(tx, row.business_id) : undefined
  const paid = { channelNo: row.channel_no, paidAt: row.channel_time! }
  switch (withdrawal && endingOf(difference, { state: withdrawal.state, isLast: withdrawal.out_no === row.out_detail_no })) {
    case 'SETTLE':
      await applyOutcome(tx, by.platform.vault, row.out_detail_no, { state: 'PAID', ...paid })
      return true
    case 'ADOPT': {
      const attempt = (await findAttempt(tx, row.out_detail_no)) ?? by.fail('recon.notFound')
      await adoptPaid(tx, withdrawal!, attempt, {
        actor: operatorActor(by.operator),
        requestId: by.requestId,
        reason: row.reason,
        paid,
        vault: by.platform.vault,
        fail: () => by.fail('recon.notSoResolved'),
      })
      return true
    }
    // Another payment of the same withdrawal is under way: whether this one is its payment or one too many is not known before that is over.
    case 'WAIT':
      return by.fail('recon.outcomeUnknown')
    default:
      return false
  }
}

/** The driver has the sum back: it never left, as the channel said a moment ago. */
async function reverse(
  tx: TenantTx,
  row: DetailRow,
  difference: Difference,
  by: CallerContext<Failures> & { reason: string },
): Promise<void> {
  const withdrawal = row.business_type === 'WITHDRAWAL' && row.business_id ? await withdrawals.lock(tx, row.business_id) : undefined
  if (!withdrawal || withdrawal.out_no !== row.out_detail_no || !mayReverse(withdrawal.state) || difference.ourFen <= 0)
    return by.fail('recon.notSoResolved', { allowed: resolutionsFor[difference.result].filter((one) => one !== 'REVERSE_OURS') })
  await bankReturn(tx, withdrawal, {
    actor: operatorActor(by.operator),
    requestId: by.requestId,
    reason: by.reason,
    vault: by.platform.vault,
    fail: () => by.fail('recon.notSoResolved'),
  })
}

/**
 * What the channel says now of the payment that a detail is about, asked outside any transaction: only what it says failed, or does not know, may be
 * taken back.
 */
export async function judgeReversal(
  platform: Platform,
  tenantDb: Parameters<typeof lastAttempts>[0],
  businessId: string | null,
): Promise<'recon.channelSaysPaid' | 'recon.outcomeUnknown' | null> {
  const [attempt] = businessId === null ? [] : await lastAttempts(tenantDb, [businessId])
  if (attempt?.withdrawal_state !== S.paid) return null
  const { said } = await askNow(platform, attempt)
  if (said === 'NOT_FOUND' || said.state === 'FAILED') return null
  return said.state === 'PAID' ? 'recon.channelSaysPaid' : 'recon.outcomeUnknown'
}

/**
 * Whether the channel, asked now, says that it paid what a statement shows and we do not hold to be paid: somebody may have brought that statement.
 * Where it is not set up any more, the statement is all there is.
 */
export async function judgeAdoption(
  platform: Platform,
  tenantDb: Parameters<typeof lastAttempts>[0],
  outNo: string,
): Promise<'recon.channelSaysNotPaid' | 'recon.outcomeUnknown' | null> {
  const attempt = await findAttempt(tenantDb, outNo)
  if (attempt?.channel !== 'WECHAT' || attempt.state === 'PAID') return null
  const owner = { platform, tenantId: attempt.tenant_id, db: platform.db.reader(wholeTenant(attempt.tenant_id)) }
  const channel = await channelOf('WECHAT', owner)
  if (channel?.merchantNo !== attempt.merchant_no) return null
  const said = await queryNow(platform, attempt)
  if (said === 'NOT_FOUND') return 'recon.channelSaysNotPaid'
  return said.state === 'PAID' ? null : said.state === 'UNKNOWN' ? 'recon.outcomeUnknown' : 'recon.channelSaysNotPaid'
}

/** A second person confirms a write-off or a note, or sends it back. */
export async function decide(
  tx: TenantTx,
  input: { detailId: string; version: number; approve: boolean; reason?: string | undefined },
  by: CallerContext<'recon.notFound' | 'recon.versionConflict' | 'recon.resolved' | 'recon.secondPerson' | 'recon.nothingProposed'>,
): Promise<DetailRow> {
  const { row, difference } = await open(tx, input, by.fail)
  const { proposed } = row
  if (proposed !== 'WRITE_OFF' && proposed !== 'MANUAL_NOTE') return by.fail('recon.nothingProposed')
  if (row.proposed_by === by.operator.userId) return by.fail('recon.secondPerson')
  if (!input.approve) {
    await propose(tx, row.detail_id, { proposed: null, reason: input.reason ?? '', by: null })
    return (await lockDetail(tx, row.detail_id))!
  }
  if (proposed === 'WRITE_OFF') await correct(tx, row, difference, 'WRITE_OFF', by.operator)
  return done(tx, row, proposed, row.reason, by.operator)
}

/**
 * Takes back what settling items of earlier runs posted, where a later run sees them otherwise: a payment that stood in suspense was entered for the
 * order that it was of. Done once, however often it is asked for.
 */
export async function takeBackSuperseded(tx: TenantTx, tenantId: string, batchId: string): Promise<void> {
  for (const { entry_id, detail_id, step, memo, lines } of await superseded(tx, batchId)) {
    const back = {
      ...{ tenantId, businessType: 'RECON', businessId: detail_id, step: `${step}_BACK`, memo },
      ...{ actor: { type: 'TIMER', id: null }, reversalOf: entry_id },
    }
    const mirrored = lines.map(({ kind, side, fen }) => ({
      account: { ownerType: 'PLATFORM' as const, ownerId: '0', kind },
      side: side === 'D' ? ('C' as const) : ('D' as const),
      amountFen: fen,
    }))
    mustBePosted(await post(tx, back, mirrored), `${back.step} of detail ${detail_id}`)
  }
}
