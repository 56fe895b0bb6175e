// `npm run migrate`: brings the database of DATABASE_URL to this program's schema and ends; beside processes that serve. `-- --pending` only
// says what is missing (exit 1 where something is), `-- --roles` only makes the roles, before a dump is restored into another cluster.
import { parseArgs } from 'node:util'
import { DatabaseClient } from '../apps/server/src/platform/database/database-client.ts'
import { ensureRoles } from '../apps/server/src/platform/database/database-roles.ts'
import { directUrl, migrate, missingMigrations } from '../apps/server/src/platform/upkeep/migrate.ts'
import { checkExistingPostgres } from '../apps/server/src/runtime/existing-postgres.ts'
import { openDatabase } from './common/database.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { pending: { type: 'boolean' }, roles: { type: 'boolean' } } })
  const { url: given, close } = await openDatabase()
  const url = directUrl(given)
  try {
    if (values.pending) {
      const missing = await missingMigrations(url)
      for (const name of missing) say(name)
      process.exitCode = missing.length > 0 ? 1 : 0
      return
    }
    if (process.env.DATABASE_URL) await checkExistingPostgres(url)
    if (values.roles) {
      const client = new DatabaseClient({ connectionString: url })
      await client.connect()
      await ensureRoles(client).finally(() => client.end())
      say('The roles are there.')
      return
    }
    const { applied } = await migrate(url, { log: say })
    for (const name of applied) say(name)
    say(applied.length > 0 ? 'The database is up to date.' : 'The database was up to date.')
  } finally {
    await close()
  }
}
main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
