import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#platform/upkeep/migrate'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/runtime/embedded-postgres.ts'
import { databaseUrl, OWNER, plainOwnerUrl } from './database-url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this run as its administrator and as the owner of the databases, and the migrated database to clone from. */
    testPostgres: { serverUrl: string; ownerUrl: string; template: string }
  }
}

/** One PostgreSQL for the whole run, with the migrations applied once to the template that each test file's database is cloned from. */
export default async function setup(project: TestProject) {
  const own = process.env.TEST_DATABASE_URL ? undefined : await startThrowaway()
  const serverUrl = process.env.TEST_DATABASE_URL || own?.url('postgres')
  if (!serverUrl) throw new Error('There is no PostgreSQL to test on.')
  const ownerUrl = plainOwnerUrl(serverUrl)
  const template = `template_${process.pid}_${project.name.replaceAll('-', '_')}`
  try {
    await query(serverUrl, `create role ${OWNER} login createdb createrole nosuperuser nobypassrls`).catch((error: pg.DatabaseError) => {
      if (error.code !== '42710') throw error // from the run before
    })
    await query(serverUrl, `create database ${template} owner ${OWNER}`)
    await migrate(databaseUrl(ownerUrl, template))
    // What a plain owner may not give from PostgreSQL 16 on.
    await query(serverUrl, 'grant pg_read_all_stats to app_platform')
    // A database somebody is connected to cannot be cloned.
    await query(serverUrl, `alter database ${template} with allow_connections false`)
    project.provide('testPostgres', { serverUrl, ownerUrl, template })
  } catch (error) {
    await own?.stop()
    throw error
  }
  return async () => {
    if (own) return own.stop()
    await query(serverUrl, `drop database ${template} with (force)`)
  }
}

// Nothing in it outlives the run, so it need not survive a power cut; it may lie in memory, so it is kept small.
async function startThrowaway() {
  const dataDir = mkdtempSync(join(tmpdir(), 'chauffeur-test-'))
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    shared_buffers: '128MB',
    max_wal_size: '256MB',
  }
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
