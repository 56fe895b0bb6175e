import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './database-url.ts'

export interface FreshDatabase {
  /** Connection string of the database's owner. Tests of scopes connect as the runtime role instead: owners skip row security. */
  ownerUrl: string
  name: string
  /** Removes the database, whoever is still connected. */
  drop(): Promise<void>
}

let made = 0

/** A migrated database of the test file's own, cloned in about 0.1 s. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { serverUrl, template } = inject('testPostgres')
  const name = `test_${process.pid}_${made++}`
  await onServer(serverUrl, `create database ${name} template ${template}`)
  return {
    ownerUrl: databaseUrl(serverUrl, name),
    name,
    drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  }
}

async function onServer(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
