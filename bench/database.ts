import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../apps/server/src/platform/upkeep/migrate.ts'
import { startEmbeddedPostgres } from '../apps/server/src/runtime/embedded-postgres.ts'

export interface BenchDatabase {
  ownerUrl: string
  owner: pg.Client
}
export interface BenchPostgres {
  /** Of the process that the connections' processes are children of. */
  pid: number
  /** A migrated database of its own, with an open connection of the owner's (who skips row security). */
  database(name: string): Promise<BenchDatabase>
  stop(): Promise<void>
}

/** The PostgreSQL that comes with the project, with the settings it runs with, on a folder that is removed at the end. */
export async function startPostgres(): Promise<BenchPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: mkdtempSync(join(tmpdir(), 'chauffeur-bench-')), throwaway: true })
  const open: pg.Client[] = []
  return {
    pid: postgres.pid,
    database: async (name) => {
      await once(postgres.url('postgres'), `create database ${pg.escapeIdentifier(name)}`)
      const ownerUrl = postgres.url(name)
      await migrate(ownerUrl)
      const owner = new pg.Client({ connectionString: ownerUrl })
      await owner.connect()
      open.push(owner)
      return { ownerUrl, owner }
    },
    stop: async () => {
      await Promise.all(open.map((client) => client.end()))
      await postgres.stop()
    },
  }
}

async function once(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}
