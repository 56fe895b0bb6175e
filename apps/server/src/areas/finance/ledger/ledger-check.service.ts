import { checkLedger } from './check.service.ts'
import type { PlatformDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import type { Round } from '#platform/jobs/rounds'
import { addCheck, checkIsDue, claimCheck, type lastChecks } from './ledger-check.queries.ts'

/** The ledger is checked by itself once a day; who is first to see that it is time does it. */
const CHECK_EVERY_H = 24

/** Checks every tenant's ledger and keeps what was found; null while another check runs. */
export async function runLedgerCheck(platform: Platform, tx: PlatformDb, by: string | null) {
  if (!(await claimCheck(tx))) return null
  const started = performance.now()
  const { sound, checked, accounts, entries, heads } = await checkLedger(platform.db)
  const broken = checked.filter(({ findings }) => findings.length > 0).length
  await addCheck(tx, { durationMs: Math.round(performance.now() - started), by, sound, broken, accounts, entries, checked, heads })
  return { sound, broken }
}

export const ledgerCheckView = (row: Awaited<ReturnType<typeof lastChecks>>[number]) => ({
  checkId: row.check_id,
  at: row.at.toISOString(),
  durationMs: row.duration_ms,
  checkedBy: row.checked_by === null ? null : (row.by_name ?? row.checked_by),
  sound: row.sound,
  broken: row.broken,
  accounts: row.accounts,
  entries: row.entries,
})

/** Looks every quarter of an hour whether a check is due. */
export const ledgerChecks: Round = {
  name: 'monitoring.ledgerCheck',
  everyS: 900,
  work: (platform) =>
    platform.db.acrossTenants(async (tx) => void ((await checkIsDue(tx, CHECK_EVERY_H)) && (await runLedgerCheck(platform, tx, null)))),
}
