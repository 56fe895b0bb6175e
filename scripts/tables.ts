// Writes the table types of the server from its migrations: `npm run tables` after adding one, `-- --verify` to compare only.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../apps/server/src/platform/upkeep/migrate.ts'
import { startEmbeddedPostgres } from '../apps/server/src/runtime/embedded-postgres.ts'
import { root, runTool } from './common/tool.ts'

const target = join(root, 'apps/server/src/platform/database/tables.generated.ts')
const verify = process.argv.includes('--verify')
const before = readFileSync(target, 'utf8')
const dataDir = mkdtempSync(join(tmpdir(), 'chauffeur-tables-'))
const postgres = await startEmbeddedPostgres({ dataDir, database: 'tables', throwaway: true, settings: { fsync: 'off' } })
let failed = false
try {
  await migrate(postgres.url('tables'))
  const arguments_ = [
    '--dialect',
    'postgres',
    '--out-file',
    target,
    '--exclude-pattern',
    '{operation_logs_*,pgboss.*}',
    '--log-level',
    'error',
  ]
  const made = await runTool('kysely-codegen/dist/cli/bin.js', arguments_, { env: { DATABASE_URL: postgres.url('tables') } })
  const formatted = await runTool('@biomejs/biome/bin/biome', ['format', '--write', target], { quiet: true })
  const changed = readFileSync(target, 'utf8') !== before
  failed = made.status !== 0 || formatted.status !== 0 || (verify && changed)
  if (failed) writeFileSync(target, before)
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
if (failed && verify) process.stderr.write('The table types do not fit the migrations: run npm run tables.\n')
process.exit(failed ? 1 : 0)
