import pg from 'pg'
import { inject } from 'vitest'
import { asAdministrator } from './fresh-database.ts'
import { databaseUrl } from './database-url.ts'

let made = 0

/** An empty database of the test's own, whose owner may log in and make roles, nothing else; `attributes` for one who may less. */
export async function databaseOf(attributes = 'createrole'): Promise<{
  owner: string
  url: string
  /** The same database as the server's administrator. */
  administrator: pg.Client
  drop(): Promise<void>
}> {
  const owner = `owner_${process.pid}_${made++}`
  const name = `of_${owner}`
  await asAdministrator(`create role ${owner} login ${attributes}`)
  await asAdministrator(`create database ${name} owner ${owner}`)
  const { serverUrl } = inject('testPostgres')
  const url = new URL(databaseUrl(serverUrl, name))
  const administrator = new pg.Client({ connectionString: url.href })
  await administrator.connect()
  url.username = owner
  url.password = ''
  return {
    owner,
    url: url.href,
    administrator,
    drop: async () => {
      await administrator.end()
      await asAdministrator(`drop database ${name} with (force)`)
      await asAdministrator(`drop owned by ${owner} cascade`).catch(() => {})
      await asAdministrator(`drop role ${owner}`).catch(() => {})
    },
  }
}

/** What the administrator of a server with another database of ours gives a second owner; on 15 whoever makes roles gives it themselves. */
export async function lendRoles(owner: string): Promise<void> {
  const { rows } = await asAdministrator(`select current_setting('server_version_num')::int as version`)
  if (rows[0].version >= 160_000)
    await asAdministrator(`grant app_runtime, app_platform to ${owner} with admin true, inherit false, set false`)
}
