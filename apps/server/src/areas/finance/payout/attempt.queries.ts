import { type Selectable, sql } from 'kysely'
import type { PlatformDb, TenantDb, TenantTx, WholeDb, WholeTx } from '#platform/database/db'
import type { PayoutAttempts } from '#platform/database/tables.generated'
import type { PayoutChannel, PayoutChannelName, PayoutOutcome } from './payout.ts'
import { type AttemptFacts, type AttemptState, stateAfter } from './payout.rules.ts'

export type AttemptRow = Selectable<PayoutAttempts>

export const factsOf = (row: AttemptRow): AttemptFacts => ({
  state: row.state,
  sends: row.sends,
  requestedAt: row.requested_at?.getTime() ?? null,
  chosenAt: row.created_at.getTime(),
  channelNo: row.channel_no,
  confirmable: row.confirm_package !== null,
  code: row.code,
})

export const insertAttempt = (
  tx: TenantTx,
  made: {
    tenantId: string
    withdrawalId: string
    attempt: number
    outNo: string
    channel: PayoutChannelName
    amountFen: number
    askedBy: { id: string | null; name: string }
  },
) =>
  tx
    .insertInto('payout_attempts')
    .values({
      tenant_id: made.tenantId,
      withdrawal_id: made.withdrawalId,
      attempt: made.attempt,
      out_no: made.outNo,
      channel: made.channel,
      amount_fen: made.amountFen,
      asked_by: made.askedBy.id,
      asked_by_name: made.askedBy.name,
    })
    .execute()

export const attemptsOf = (db: TenantDb, withdrawalId: string): Promise<AttemptRow[]> =>
  db.selectFrom('payout_attempts').selectAll().where('withdrawal_id', '=', withdrawalId).orderBy('attempt').execute()

export const findAttempt = (db: TenantDb, outNo: string): Promise<AttemptRow | undefined> =>
  db.selectFrom('payout_attempts').selectAll().where('out_no', '=', outNo).executeTakeFirst()

/**
 * What counts against that which each of these drivers may receive today, by driver: what they were paid in the city's day, and what is not over,
 * which may be paid yet. `db` sees the whole tenant.
 */
export async function receivedToday(db: WholeDb | WholeTx, driverIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ driver_id: string; fen: number }>`
    select w.driver_id, sum(a.amount_fen)::float8 as fen
    from payout_attempts a join withdrawals w on w.tenant_id = a.tenant_id and w.withdrawal_id = a.withdrawal_id
      join cities c on c.city_id = w.city_id cross join lateral (select make_interval(mins => c.utc_offset_minutes) as ahead) o
    where w.driver_id = any (${driverIds}::bigint[]) and (a.final_at is null
      or a.state = 'PAID' and coalesce(w.paid_at, a.final_at) >= date_trunc('day', clock_timestamp() + o.ahead, 'UTC') - o.ahead)
    group by 1`.execute(db)
  return new Map(rows.map(({ driver_id, fen }) => [driver_id, fen]))
}

/** The withdrawal is locked before it, always. */
export const lockAttempt = (tx: TenantTx, outNo: string): Promise<AttemptRow | undefined> =>
  tx.selectFrom('payout_attempts').selectAll().where('out_no', '=', outNo).forUpdate().executeTakeFirst()

/** Payments of all tenants that it is time to do something about. */
export const dueAttempts = (db: PlatformDb, except: readonly string[], limit: number) =>
  db
    .selectFrom('payout_attempts')
    .select(['tenant_id', 'out_no'])
    .where('final_at', 'is', null)
    .where('next_at', '<=', sql<Date>`clock_timestamp()`)
    .$if(except.length > 0, (q) => q.where('out_no', 'not in', [...except]))
    .orderBy('next_at')
    .limit(limit)
    .execute()

/** Who claimed a payment and died is followed by somebody else after so long. */
const CLAIM_S = 120

/** The payment as it stands, if nobody else has it in hand. */
export const claim = (tx: TenantTx, outNo: string): Promise<AttemptRow | undefined> =>
  tx
    .updateTable('payout_attempts')
    .set({ next_at: sql<Date>`clock_timestamp() + make_interval(secs => ${CLAIM_S})` })
    .where('out_no', '=', outNo)
    .where('final_at', 'is', null)
    .where('next_at', '<=', sql<Date>`clock_timestamp()`)
    .returningAll()
    .executeTakeFirst()

/** Kept before it is handed over: whatever happens then, it is known that it may have been, and to whom. */
export const noteSend = (tx: TenantTx, outNo: string, { merchantNo = '', appId = '' }: Pick<PayoutChannel, 'merchantNo' | 'appId'> = {}) =>
  tx
    .updateTable('payout_attempts')
    .set({
      sends: sql`sends + 1`,
      requested_at: sql<Date>`clock_timestamp()`,
      merchant_no: merchantNo,
      app_id: appId,
      // Of one that is over meanwhile, as a bank's result may end it, why it failed stays.
      code: sql<string>`case when final_at is null then '' else code end`,
    })
    .where('out_no', '=', outNo)
    .returning('sends')
    .executeTakeFirstOrThrow()

/** A moment, in which a channel that we leave alone for a while may be back. */
const SOON_S = 5
/** It surely never left: all is as before it was handed over, unless somebody else has handed it over since. */
export const noteNotSent = (tx: TenantTx, before: AttemptRow, handed: Pick<AttemptRow, 'sends'>) =>
  tx
    .updateTable('payout_attempts')
    .set({
      sends: before.sends,
      requested_at: before.requested_at,
      merchant_no: before.merchant_no,
      app_id: before.app_id,
      code: before.code,
      next_at: sql<Date>`clock_timestamp() + make_interval(secs => ${SOON_S})`,
    })
    .where('out_no', '=', before.out_no)
    .where('sends', '=', handed.sends)
    .where('final_at', 'is', null)
    .execute()

/** A refusal stays with it until it is handed over again, or turns out to have been accepted all the same. */
function codeOf({ code }: AttemptRow, outcome: PayoutOutcome): { code?: string; said?: string } {
  if (outcome.state === 'FAILED') return { code: outcome.code, said: outcome.said ?? '' }
  if (outcome.state === 'UNKNOWN') return outcome.refusal ? { code: outcome.refusal } : {}
  return code === '' ? {} : { code: '' }
}

/** Whatever was heard of it before. */
export const notePaid = (tx: TenantTx, outNo: string, channelNo: string) =>
  tx
    .updateTable('payout_attempts')
    .set({ state: 'PAID', channel_no: channelNo, code: '', said: '', final_at: sql<Date>`coalesce(final_at, clock_timestamp())` })
    .where('out_no', '=', outNo)
    .execute()

/** Paid there, when it had failed here. */
export const notePaidThere = (tx: TenantTx, outNo: string, paidAt: Date) =>
  tx.updateTable('payout_attempts').set({ paid_there_at: paidAt }).where('out_no', '=', outNo).execute()

/** Whatever the answer was, and also of one that is over: the channel is not asked at once again. */
export const noteAsked = (tx: TenantTx, outNo: string) =>
  tx.updateTable('payout_attempts').set({ asked_at: sql<Date>`clock_timestamp()` }).where('out_no', '=', outNo).execute()

export const noteOutcome = (tx: TenantTx, row: AttemptRow, outcome: PayoutOutcome, nextInS: number): Promise<AttemptRow> => {
  const state: AttemptState = stateAfter(row.state, outcome)
  const final = state === 'PAID' || state === 'FAILED'
  return tx
    .updateTable('payout_attempts')
    .set({
      state,
      queries: sql`queries + 1`,
      asked_at: sql<Date>`clock_timestamp()`,
      next_at: sql<Date>`clock_timestamp() + make_interval(secs => ${nextInS})`,
      ...('channelNo' in outcome && outcome.channelNo !== null && { channel_no: outcome.channelNo }),
      ...('confirmPackage' in outcome && outcome.confirmPackage && { confirm_package: outcome.confirmPackage }),
      ...('confirmUntil' in outcome && outcome.confirmUntil && { confirm_until: outcome.confirmUntil }),
      ...codeOf(row, outcome),
      ...(final && { final_at: sql<Date>`clock_timestamp()` }),
    })
    .where('out_no', '=', row.out_no)
    .returningAll()
    .executeTakeFirstOrThrow()
}
