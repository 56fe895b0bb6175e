// Writes the table types of the server from its migrations: `npm run tables` after adding one, `-- --verify` to compare only.
import { endProcess } from '../apps/server/src/platform/process/end-process.ts'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
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
  const overrides = JSON.stringify({ columns: await closedColumns(postgres.url('tables')) })
  const arguments_ = [
    '--dialect',
    'postgres',
    '--out-file',
    target,
    '--exclude-pattern',
    '{operation_logs_*,pgboss.*}',
    '--overrides',
    overrides,
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
endProcess(failed ? 1 : 0)

/** Columns that a constraint lets hold a few words or numbers only, with the type that says which. */
async function closedColumns(url: string): Promise<Record<string, object>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string; made: boolean; values: string }>(`
    select n.nspname || '.' || t.relname || '.' || a.attname as name, a.atthasdef as made, m[1] as values
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
      join pg_attribute a on a.attrelid = t.oid and array[a.attnum] = c.conkey
      cross join lateral regexp_match(pg_get_constraintdef(c.oid), '^CHECK \\(\\(\\(?' || quote_ident(a.attname) || '\\)? = ANY \\(ARRAY\\[(.*)\\]\\)\\)\\)(?: NOT VALID)?$') m
    where c.contype = 'c' and m is not null and n.nspname in ('public', 'private') and t.relname not like 'operation\\_logs\\_%'
    order by 1`)
  await client.end()
  return Object.fromEntries(
    rows.map(({ name, made, values }) => {
      const words = values.replaceAll(/'(-?\d+)'::(?:small|big)?int(?:eger)?/g, '$1').replaceAll(/::[a-z ]+/g, '')
      const type = words.split(', ').join(' | ')
      // As the generator's own piece of a type: what is written as text it reads with a parser that this TypeScript has not.
      return [name, { type: 'RawExpression', expression: made ? `Generated<${type}>` : type }]
    }),
  )
}
