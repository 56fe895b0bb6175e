import { randomBytes } from 'node:crypto'
import { WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { entryOf, type Line, mustBePosted, post } from '../ledger/index.ts'
import { paidByChannel } from '../statement/index.ts'
import {
  accountsOf,
  changedAt,
  lockApplicant,
  releaseLines,
  uncheckedGiver,
  usableAt,
  tellOfEnd,
  withdrawalNews,
  type WithdrawalRow,
  withdrawals,
  withdrawalTerms,
} from '../withdrawal/index.ts'
import type { TenantTx } from '#platform/database/db'
import { emitEvent } from '#platform/database/events'
import { whole } from '#platform/database/whole-tenant'
import type { Vault } from '#platform/identity/vault'
import type { Fail, Platform } from '#platform/http/implement'
import type { Actor } from '#platform/machine/moves'
import {
  type AttemptRow,
  findAttempt,
  insertAttempt,
  lockAttempt,
  noteOutcome,
  notePaid,
  notePaidThere,
  receivedToday,
} from './attempt.queries.ts'
import { channelOf } from './channels.ts'
import { type PayoutWays, payoutWays } from './payout.setting.ts'
import type { PayoutChannelName, PayoutOutcome } from './payout.ts'
import {
  adoptedLines,
  believed,
  eventOf,
  failedLines,
  netOf,
  outNoOf,
  paidLines,
  returnedLines,
  sentLines,
  stepOf,
  type Sums,
  waitS,
} from './payout.rules.ts'

export const timer = { type: 'TIMER' as const, id: null, name: '' }
export type PayActor = Actor<'OPERATOR' | 'TIMER'>
interface PayContext<F extends string> {
  actor: PayActor
  requestId: string
  reason?: string
  fail: Fail<F>
}

const sumsOf = (row: WithdrawalRow): Sums => ({
  driverId: row.driver_id,
  applyFen: row.apply_fen,
  feeFen: row.fee_fen,
  taxFen: row.tax_fen,
})

async function postStep(tx: TenantTx, row: WithdrawalRow, step: string, actor: Actor, lines: readonly Line[], reversalOf?: string) {
  const entry = {
    tenantId: row.tenant_id,
    businessType: 'WITHDRAWAL',
    businessId: row.withdrawal_id,
    step,
    actor: { type: actor.type, id: actor.id },
    memo: row.withdraw_no,
    ...(reversalOf && { reversalOf }),
  }
  mustBePosted(await post(tx, entry, lines), `${step} of withdrawal ${row.withdraw_no}`)
}

/** Payments to one driver are begun one after the other: two at once do not both find room in the day. */
async function refuseAbove(
  tx: TenantTx,
  row: WithdrawalRow,
  personDayFen: number,
  fail: Fail<'payout.personDayFull' | 'payout.abovePersonDay'>,
): Promise<void> {
  const netFen = netOf(sumsOf(row))
  if (netFen > personDayFen) return fail('payout.abovePersonDay', { personDayFen })
  await lockApplicant(whole(tx), row.driver_id)
  const receivedFen = (await receivedToday(whole(tx), [row.driver_id])).get(row.driver_id) ?? 0
  if (receivedFen + netFen > personDayFen) return fail('payout.personDayFull', { receivedFen, personDayFen })
}

/** Why a payment is not begun. */
export type BeginRefusal =
  | 'payout.notNow'
  | 'payout.approverPays'
  | 'payout.ownAccount'
  | 'payout.statementSaysPaid'
  | 'payout.personDayFull'
  | 'payout.abovePersonDay'
/**
 * Has a withdrawal paid: number chosen, attempt and posting written, all in one transaction; the channel hears of it afterwards. The caller has
 * locked the row, and where it failed before has made sure of that.
 */
export async function beginPayout(
  tx: TenantTx,
  row: WithdrawalRow,
  { channels, personDayFen }: PayoutWays,
  { actor, requestId, reason = '', fail }: PayContext<BeginRefusal>,
): Promise<WithdrawalRow> {
  if (actor.id !== null && (actor.id === row.audited_by || actor.id === row.second_audited_by)) return fail('payout.approverPays')
  if (actor.id !== null && actor.id === (await uncheckedGiver(tx, row))) return fail('payout.ownAccount')
  if (row.attempt > 0) await refuseIfPaid(tx, row, fail)
  if (personDayFen > 0) await refuseAbove(tx, row, personDayFen, fail)
  const channel = channels[row.way]
  const attempt = row.attempt + 1
  const outNo = outNoOf(row.withdraw_no, attempt, randomBytes(6).toString('hex'))
  const set = { attempt, channel, out_no: outNo, channel_no: null, fail_code: '', paid_by: actor.id, paid_by_name: actor.name }
  const paying =
    (await withdrawals.move(tx, row, { event: 'pay', actor, requestId, reason, set })) ?? fail('payout.notNow', { state: row.state })
  const sums = sumsOf(row)
  await insertAttempt(tx, {
    tenantId: row.tenant_id,
    withdrawalId: row.withdrawal_id,
    attempt,
    outNo,
    channel,
    amountFen: netOf(sums),
    askedBy: actor,
  })
  await postStep(tx, paying, stepOf('SENT', attempt), actor, sentLines(sums))
  return paying
}

/** What failed because of the account goes to the one the driver has by now, once that may be paid to. */
async function presentAccount(tx: TenantTx, row: WithdrawalRow, fail: Fail<'withdrawal.noAccount' | 'withdrawal.accountCooling'>) {
  const account = (await accountsOf(tx, row.driver_id)).find(({ way }) => way === row.way) ?? fail('withdrawal.noAccount')
  if (account.number_sealed === row.account_sealed) return {}
  const usable = usableAt(changedAt(account), await withdrawalTerms.contentFor(tx, row.city_id))
  if (usable > Date.now()) return fail('withdrawal.accountCooling', { usableAt: new Date(usable).toISOString() })
  const { holder_name: holderName, bank_name: bankName, branch, number_masked: numberMasked } = account
  return {
    account_sealed: account.number_sealed,
    account_by: account.entered_by,
    account_by_name: account.entered_by_name,
    account_snapshot: JSON.stringify({ holderName, bankName, branch, numberMasked }),
  }
}

export type PayAgainRefusal = BeginRefusal | 'payout.noChannel' | 'withdrawal.noAccount' | 'withdrawal.accountCooling'
/** Has a failed one paid again, by the channel and to the account that serve it now. The caller has locked the row, and heard that it failed for good. */
export async function payAgain(
  tx: TenantTx,
  row: WithdrawalRow,
  { platform, ...by }: PayContext<PayAgainRefusal> & { platform: Platform },
): Promise<WithdrawalRow> {
  const ways = await payoutWays.contentFor(tx, row.city_id)
  const channel = ways.channels[row.way]
  if (!(await channelOf(channel, { platform, tenantId: row.tenant_id, db: whole(tx) }))) return by.fail('payout.noChannel', { channel })
  const set = await presentAccount(tx, row, by.fail)
  const ready = Object.keys(set).length > 0 ? await withdrawals.note(tx, row, { event: 'accountChanged', ...by, set }) : row
  return beginPayout(tx, ready, ways, by)
}

export interface Heard {
  withdrawal: WithdrawalRow
  attempt: AttemptRow
  /** Whether the withdrawal is in another state than before. */
  changed: boolean
  /** It had failed here, and the channel said for the first time that it paid it. */
  contradicts?: true
}

/**
 * What a channel said of a payment, by an answer or a notification, applied once: state, attempt, posting and the driver's news together. What
 * is over stays as it is. Null where there is no such payment.
 */
export async function applyOutcome(tx: TenantTx, vault: Vault, outNo: string, said: PayoutOutcome): Promise<Heard | null> {
  const known = await findAttempt(tx, outNo)
  const row = known && (await withdrawals.lock(tx, known.withdrawal_id))
  const before = row && (await lockAttempt(tx, outNo))
  if (!before) return null
  if (before.final_at !== null) {
    if (before.state !== 'FAILED' || said.state !== 'PAID' || before.paid_there_at !== null)
      return { withdrawal: row, attempt: before, changed: false }
    await notePaidThere(tx, outNo, said.paidAt)
    const noted = await withdrawals.note(tx, row, { event: 'paidThere', actor: timer, reason: outNo, set: {} })
    return { withdrawal: noted, attempt: before, changed: false, contradicts: true }
  }
  const outcome = believed(before.amount_fen, said)
  const attempt = await noteOutcome(tx, before, outcome, waitS(before.queries, outcome))
  const event = eventOf(row.state, outcome)
  if (event === null) {
    if (attempt.state !== before.state) await emitEvent(tx, withdrawalNews(row, 'channel'))
    return { withdrawal: row, attempt, changed: false }
  }
  const set = {
    channel_no: attempt.channel_no,
    ...(outcome.state === 'PAID' && { paid_at: outcome.paidAt }),
    ...(outcome.state === 'FAILED' && { fail_code: outcome.code }),
  }
  const moved = await withdrawals.move(tx, row, { event, actor: timer, reason: attempt.code, set })
  if (!moved) throw new Error(`Withdrawal ${row.withdraw_no} is ${row.state} while its payment ${outNo} is under way.`)
  if (event === 'settle') await postStep(tx, moved, stepOf('PAID', attempt.attempt), timer, paidLines(sumsOf(row), attempt.channel))
  if (event === 'fail') {
    const sent = {
      tenantId: row.tenant_id,
      businessType: 'WITHDRAWAL',
      businessId: row.withdrawal_id,
      step: stepOf('SENT', attempt.attempt),
    }
    const entry = await entryOf(tx, sent)
    await postStep(tx, moved, stepOf('FAILED', attempt.attempt), timer, failedLines(sumsOf(row)), entry)
  }
  await tellOfEnd(tx, vault, moved)
  return { withdrawal: moved, attempt, changed: true }
}

/** What the channel says it paid, by a statement or before there is one, is for the reconciliation, and does not go out a second time. */
async function refuseIfPaid(tx: TenantTx, row: WithdrawalRow, fail: Fail<'payout.statementSaysPaid'>): Promise<void> {
  if (await paidByChannel(whole(tx), row.withdrawal_id)) return fail('payout.statementSaysPaid')
}

/** Failed here, and paid under this attempt's number by the channel's statement: it is paid. The caller has locked the row. */
export async function adoptPaid(
  tx: TenantTx,
  row: WithdrawalRow,
  attempt: AttemptRow,
  {
    actor,
    requestId,
    reason = '',
    fail,
    paid,
    vault,
  }: PayContext<'payout.notNow'> & { vault: Vault; paid: { channelNo: string; paidAt: Date } },
): Promise<WithdrawalRow> {
  const set = {
    out_no: attempt.out_no,
    channel: attempt.channel,
    channel_no: paid.channelNo,
    paid_at: paid.paidAt,
    fail_code: '',
  }
  const adopted =
    (await withdrawals.move(tx, row, { event: 'adopt', actor, requestId, reason, set })) ?? fail('payout.notNow', { state: row.state })
  await notePaid(tx, attempt.out_no, paid.channelNo)
  await postStep(tx, adopted, 'ADOPTED', actor, adoptedLines(sumsOf(row), attempt.channel))
  await tellOfEnd(tx, vault, adopted)
  return adopted
}

/** A failed one that is not tried again: the driver has the sum back. */
export async function giveBack(
  tx: TenantTx,
  row: WithdrawalRow,
  { actor, requestId, reason = '', fail, vault }: PayContext<'payout.notNow' | 'payout.statementSaysPaid'> & { vault: Vault },
) {
  await refuseIfPaid(tx, row, fail)
  const given =
    (await withdrawals.move(tx, row, { event: 'giveBack', actor, requestId, reason })) ?? fail('payout.notNow', { state: row.state })
  await postStep(tx, given, 'GIVEN_BACK', actor, releaseLines(row.driver_id, row.apply_fen))
  await tellOfEnd(tx, vault, given, reason)
  return given
}

/** The bank sent the money back after it was paid. Heard again it changes nothing. */
export async function bankReturn(
  tx: TenantTx,
  row: WithdrawalRow,
  { actor, requestId, reason = '', fail, vault }: PayContext<'payout.notNow'> & { vault: Vault },
) {
  if (row.state === S.refunded) return row
  const returned =
    (await withdrawals.move(tx, row, { event: 'bankReturn', actor, requestId, reason })) ?? fail('payout.notNow', { state: row.state })
  await postStep(tx, returned, 'RETURNED', actor, returnedLines(sumsOf(row), row.channel as PayoutChannelName))
  await tellOfEnd(tx, vault, returned, reason)
  return returned
}
