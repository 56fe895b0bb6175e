import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#platform/migrate'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/runtime/embedded-postgres.ts'
import { databaseUrl } from './database-url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this run (an owner's connection) and the migrated database to clone from. */
    testPostgres: { serverUrl: string; template: string }
  }
}

/** One PostgreSQL for the whole run, with the migrations applied once to the template that each test file's database is cloned from. */
export default async function setup(project: TestProject) {
  const own = process.env.TEST_DATABASE_URL ? undefined : await startThrowaway()
  const serverUrl = process.env.TEST_DATABASE_URL || own?.url('postgres')
  if (!serverUrl) throw new Error('There is no PostgreSQL to test on.')
  const template = `template_${process.pid}`
  try {
    await query(serverUrl, `create database ${template}`)
    await migrate(databaseUrl(serverUrl, template))
    // A database somebody is connected to cannot be cloned.
    await query(serverUrl, `alter database ${template} with allow_connections false`)
    project.provide('testPostgres', { serverUrl, template })
  } catch (error) {
    await own?.stop()
    throw error
  }
  return async () => {
    if (own) return own.stop()
    await query(serverUrl, `drop database ${template} with (force)`)
  }
}

// Nothing in it outlives the run, so it need not survive a power cut.
async function startThrowaway() {
  const dataDir = mkdtempSync(join(tmpdir(), 'chauffeur-test-'))
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300', shared_buffers: '128MB' }
  try {
    return await startEmbeddedPostgres({ dataDir, settings, throwaway: true })
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
