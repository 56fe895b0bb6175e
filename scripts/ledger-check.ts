// `npm run ledger:check`: asserts the invariants of the ledger on the platform's database and changes nothing. Exit code 1 when one is
// broken, 2 when that could not be looked at.
import { parseArgs } from 'node:util'
import { checkLedger } from '../apps/server/src/areas/finance/ledger/index.ts'
import { connect } from '../apps/server/src/platform/database/db.ts'
import { runtimeUrls } from '../apps/server/src/platform/upkeep/migrate.ts'
import { stop } from './common/command.ts'
import { openDatabase } from './common/database.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  parseArgs({ options: {} })
} catch (error) {
  stop(error)
}
const { url, close } = await openDatabase().catch(stop)
const db = connect(await runtimeUrls(url).catch(stop))
try {
  const { sound, checked, noted, accounts, entries, unsealed, heads } = await checkLedger(db).catch(stop)
  for (const { invariant, findings } of checked) {
    say(`${findings.length ? '✗' : '✓'} ${invariant}`)
    for (const { tenant, what, why } of findings) say(`    ${tenant && `tenant ${tenant}: `}${what}: ${why}`)
  }
  if (noted.length) say('– noted by people without a posting, in fen')
  for (const { tenant, what, why } of noted) say(`    tenant ${tenant}: ${what}: ${why}`)
  // Kept where the database’s owner does not come, these tell one day whether everything up to there was rewritten.
  for (const { tenant, seq, hash } of heads) say(`chain of tenant ${tenant} ends at ${seq}: ${hash}`)
  if (unsealed) say(`${unsealed} entries wait for their place in the chain`)
  say(`${entries} entries, ${accounts} accounts: ${sound ? 'sound' : 'broken'}`)
  process.exitCode = sound ? 0 : 1
} finally {
  await db.close()
  await close()
}
