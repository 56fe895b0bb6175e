import { accountContext, type WithdrawalRow } from '../withdrawal/index.ts'
import type { WholeDb } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import { eachDue } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { type AttemptRow, claim, dueAttempts, factsOf, noteAsked, noteNotSent, noteSend } from './attempt.queries.ts'
import { channelOf } from './channels.ts'
import type { PayoutChannel, PayoutOrder, PayoutOutcome, SendOutcome } from './payout.ts'
import { asksForPackage, differs, firstStep, OTHER_MERCHANT, whenNotFound } from './payout.rules.ts'
import { applyOutcome, type Heard } from './payout.service.ts'

/** A channel takes its time to answer: so many payments are spoken of side by side. */
const AT_ONCE = 20
const READ = 200
const HELD_UP_MS = 60_000

/** The payment as the channel reads it, the account opened; the driver's app and telephone never see more of it than its end. */
function orderOf(platform: Platform, row: WithdrawalRow, attempt: AttemptRow): PayoutOrder {
  const { holderName, bankName, branch = '' } = row.account_snapshot as { holderName: string; bankName: string; branch?: string }
  const number = platform.vault.open(row.account_sealed, accountContext({ tenantId: row.tenant_id, driverId: row.driver_id }, row.way))
  return {
    outNo: attempt.out_no,
    amountFen: attempt.amount_fen,
    realName: holderName,
    to: row.way === 'BANK' ? { kind: 'BANK', accountNo: number, bankName, branch } : { kind: 'WECHAT', openId: number },
    memo: row.withdraw_no,
  }
}

/** What is heard, a fault included: whatever went wrong after a payment was handed over, it may have been made. */
const answerOf = async <T>(platform: Platform, what: string, ask: Promise<T>): Promise<T | { state: 'UNKNOWN' }> =>
  ask.catch((error: unknown) => {
    platform.reportFault(what, error)
    return { state: 'UNKNOWN' } as const
  })

async function send(platform: Platform, channel: PayoutChannel, attempt: AttemptRow): Promise<SendOutcome> {
  const scope = wholeTenant(attempt.tenant_id)
  const row = await platform.db
    .reader(scope)
    .selectFrom('withdrawals')
    .selectAll()
    .where('withdrawal_id', '=', attempt.withdrawal_id)
    .executeTakeFirstOrThrow()
  const order = orderOf(platform, row, attempt)
  const began = Date.now()
  // That it is handed over is written first and committed: who dies after this line is followed by somebody who asks before they send.
  const handed = await platform.db.write(scope, (tx) => noteSend(tx, attempt.out_no, channel))
  // Whoever was held up so long has been followed already, maybe to the payment's end.
  if (Date.now() - began > HELD_UP_MS) return { state: 'UNKNOWN' }
  const outcome = await answerOf(platform, `the answer to payment ${attempt.out_no} did not come`, channel.send(order))
  if (outcome === 'NOT_SENT') await platform.db.write(scope, (tx) => noteNotSent(tx, attempt, handed))
  return outcome
}

/** What the channel says of a payment that it was sent; nothing where another merchant than its own would be asked. */
async function queried(platform: Platform, channel: PayoutChannel, attempt: AttemptRow): Promise<PayoutOutcome | 'NOT_FOUND'> {
  if (attempt.sends > 0 && attempt.merchant_no !== (channel.merchantNo ?? '')) return { state: 'UNKNOWN', refusal: OTHER_MERCHANT }
  const answer = await answerOf(platform, `payment ${attempt.out_no} could not be asked about`, channel.query(attempt.out_no))
  // That a question was refused says nothing of the payment.
  return answer !== 'NOT_FOUND' && answer.state === 'UNKNOWN' ? { state: 'UNKNOWN' } : answer
}

async function ask(platform: Platform, channel: PayoutChannel, attempt: AttemptRow): Promise<SendOutcome> {
  const facts = factsOf(attempt)
  const answer = await queried(platform, channel, attempt)
  if (answer !== 'NOT_FOUND') {
    const again = asksForPackage(facts, answer) ? await send(platform, channel, attempt) : answer
    return again === 'NOT_SENT' || again.state === 'UNKNOWN' ? answer : again
  }
  switch (whenNotFound(facts, Date.now())) {
    case 'SEND_AGAIN':
      return send(platform, channel, attempt)
    case 'GIVE_UP':
      return { state: 'FAILED', code: attempt.code, final: true }
    case 'WAIT':
      return { state: 'UNKNOWN' }
  }
}

const ownerOf = (platform: Platform, { tenant_id: tenantId }: AttemptRow) => ({
  platform,
  tenantId,
  db: platform.db.reader(wholeTenant(tenantId)),
})

/** The next step of one payment: handed over, or asked about. Nothing is locked while the channel is spoken to. */
async function goOn(platform: Platform, attempt: AttemptRow, channels: typeof channelOf): Promise<void> {
  const channel = await channels(attempt.channel, ownerOf(platform, attempt))
  // Its settings were taken away: it waits for them, under its number.
  if (!channel) return
  const step = firstStep(factsOf(attempt)) === 'SEND' ? send : ask
  const outcome = await step(platform, channel, attempt)
  // It stays as it was, and goes out in the next round.
  if (outcome !== 'NOT_SENT') await hear(platform, attempt.tenant_id, attempt.out_no, outcome)
}

/** What a channel said of a payment, applied; that it speaks of another sum is told to whoever watches the log, too. */
export async function hear(platform: Platform, tenantId: string, outNo: string, outcome: PayoutOutcome): Promise<Heard | null> {
  const heard = await platform.db.write(wholeTenant(tenantId), (tx) => applyOutcome(tx, platform.vault, outNo, outcome))
  if (heard?.contradicts)
    platform.reportFault('a payout is not what it was', new Error(`The channel says that it paid ${outNo}, which had failed here.`))
  if (heard && heard.attempt.final_at === null && differs(heard.attempt))
    platform.reportFault('a payout is not settled', new Error(`The channel speaks of another sum than payment ${outNo} has.`))
  return heard
}

/** Goes on with every payment that is due; returns how many were. Several processes may do so at once, and any may die at any moment. */
export async function sendPayouts(platform: Platform, signal?: AbortSignal, channels = channelOf): Promise<number> {
  return eachDue(
    {
      read: (except: string[], limit: number) =>
        signal?.aborted ? Promise.resolve([]) : platform.db.acrossTenants((tx) => dueAttempts(tx, except, limit)),
      idOf: (one: { out_no: string }) => one.out_no,
      limit: READ,
      atOnce: AT_ONCE,
    },
    async ({ tenant_id, out_no }) => {
      const claimed = await platform.db.write(wholeTenant(tenant_id), (tx) => claim(tx, out_no))
      if (claimed) await goOn(platform, claimed, channels)
    },
  ).finally(() => platform.poke())
}

/** What the channel says of a payment now; also of one that failed, whose answer decides whether it may be tried again. No money moves. */
export async function queryNow(platform: Platform, attempt: AttemptRow, db?: WholeDb): Promise<PayoutOutcome | 'NOT_FOUND'> {
  const channel = await channelOf(attempt.channel, { ...ownerOf(platform, attempt), ...(db && { db }) })
  return channel ? queried(platform, channel, attempt) : { state: 'UNKNOWN' }
}

/** The same for whoever wants to know, and what was heard is applied. Outside any transaction of the caller's. */
export async function askNow(platform: Platform, attempt: AttemptRow): Promise<{ said: PayoutOutcome | 'NOT_FOUND'; heard: Heard | null }> {
  const said = await queryNow(platform, attempt)
  await platform.db.write(wholeTenant(attempt.tenant_id), (tx) => noteAsked(tx, attempt.out_no))
  // What was never handed over cannot have been heard of; that it is not found is for the round, which knows how long to wait.
  if (attempt.sends === 0 || said === 'NOT_FOUND') return { said, heard: null }
  return { said, heard: await hear(platform, attempt.tenant_id, attempt.out_no, said) }
}

/** What was approved goes out, and what is out is asked about until it is over. */
export const payoutRound: Round = {
  name: 'payout.send',
  everyS: 5,
  queue: { name: 'payouts', once: true },
  work: (platform, signal) => sendPayouts(platform, signal),
}
