import { sql } from 'kysely'
import type { PlatformDb } from '#platform/database/db'

/** Any fixed number: one check at a time. */
const CHECK_LOCK = 7_208_310
const KEPT = 30

/** Whether nobody else is checking; the lock goes with the transaction. */
export const claimCheck = async (tx: PlatformDb): Promise<boolean> =>
  (await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${CHECK_LOCK}) as mine`.execute(tx)).rows[0]!.mine

export const addCheck = async (
  tx: PlatformDb,
  check: {
    durationMs: number
    by: string | null
    sound: boolean
    broken: number
    accounts: number
    entries: number
    checked: object
    heads: object
  },
) => {
  await tx
    .insertInto('ledger_checks')
    .values({
      duration_ms: check.durationMs,
      checked_by: check.by,
      sound: check.sound,
      broken: check.broken,
      accounts: check.accounts,
      entries: check.entries,
      checked: JSON.stringify(check.checked),
      heads: JSON.stringify(check.heads),
    })
    .execute()
  await sql`delete from ledger_checks where check_id not in (select check_id from ledger_checks order by at desc, check_id desc limit ${KEPT})`.execute(
    tx,
  )
}

export const lastChecks = (tx: PlatformDb, most: number) =>
  tx
    .selectFrom('ledger_checks')
    .leftJoin('users', 'users.user_id', 'ledger_checks.checked_by')
    .select(['check_id', 'at', 'duration_ms', 'checked_by', 'users.real_name as by_name', 'sound', 'broken', 'accounts', 'entries'])
    .orderBy('at', 'desc')
    .orderBy('check_id', 'desc')
    .limit(most)
    .execute()

export const findingsOf = (tx: PlatformDb, checkId: string) =>
  tx.selectFrom('ledger_checks').select('checked').where('check_id', '=', checkId).executeTakeFirstOrThrow()

/** Whether nobody checked within the last so many hours. */
export const checkIsDue = async (tx: PlatformDb, hours: number): Promise<boolean> =>
  (
    await sql<{
      due: boolean
    }>`select not exists (select from ledger_checks where at > now() - make_interval(hours => ${hours})) as due`.execute(tx)
  ).rows[0]!.due
