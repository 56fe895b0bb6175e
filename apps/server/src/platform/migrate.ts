import { createHash, createHmac, randomBytes } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { authorityNames } from '@chauffeur/contract/authorities'

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url))
/** Any fixed number: two processes starting together migrate one after the other. */
const MIGRATION_LOCK = 7_208_114

/**
 * Brings the database to this program's schema, as its owner. Files run once each, in order of name, one transaction a
 * file; a file that changed after it ran is refused. Then the function list is made from the contract's authorities.
 */
export async function migrate(ownerUrl: string): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query('create schema if not exists private')
    await client.query(
      'create table if not exists private.migrations (name text primary key, sha256 text not null, at timestamptz not null default now())',
    )
    const done = new Map(
      (await client.query<{ name: string; sha256: string }>('select name, sha256 from private.migrations')).rows.map((row) => [
        row.name,
        row.sha256,
      ]),
    )
    const applied: string[] = []
    for (const name of (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort()) {
      const text = await readFile(MIGRATIONS + name, 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      if (done.has(name)) {
        if (done.get(name) !== sha256) throw new Error(`Migration ${name} changed after it was applied; add a new file instead.`)
        continue
      }
      await client.query('begin')
      try {
        await client.query(text)
        await client.query('insert into private.migrations (name, sha256) values ($1, $2)', [name, sha256])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
      }
      applied.push(name)
    }
    await syncFunctions(client)
    await client.query('call private.extend_operation_logs()')
    return { applied }
  } finally {
    await client.end()
  }
}

/**
 * The program's own rows of `functions` are the authorities that the contract names, no more and no fewer; the rows that
 * administrators added stay. A function that is new goes to the roles of administrators: nobody else could ever give it.
 */
async function syncFunctions(client: pg.Client) {
  const rows = Object.entries(authorityNames).map(([code, { zh, en }], index) => ({
    code,
    name: zh,
    name_en: en,
    area: code.split('.')[0]!,
    sort: (index + 1) * 10,
  }))
  const present = await client.query<{ code: string; name: string; name_en: string; area: string; sort: number }>(
    `select code, name, name_en, area, sort from functions where source = 'CONTRACT' order by sort`,
  )
  if (JSON.stringify(present.rows) === JSON.stringify(rows)) return
  await client.query('begin')
  await client.query(
    `with written as (
       insert into functions (code, name, name_en, area, sort, kind, system_id)
       select wanted.*, case when code like '%.view' then 'MENU' when code like '%.reveal' then 'FIELD' else 'BUTTON' end, system_id
       from jsonb_to_recordset($1::jsonb) as wanted (code text, name text, name_en text, area text, sort int), systems where platform_id = 3
       on conflict (code) do update set name = excluded.name, name_en = excluded.name_en, area = excluded.area, sort = excluded.sort, source = 'CONTRACT'
       returning code)
     insert into role_functions (tenant_id, role_id, function_code)
     select tenant_id, role_id, code from written, roles where administrator and code <> all ($2)`,
    [JSON.stringify(rows), present.rows.map((row) => row.code)],
  )
  const codes = rows.map((row) => row.code)
  await client.query('update functions set parent_code = null where parent_code <> all ($1) and parent_code not like $2', [
    codes,
    'custom.%',
  ])
  await client.query(`delete from functions where source = 'CONTRACT' and code <> all ($1)`, [codes])
  await client.query('commit')
}

export interface RuntimeUrls {
  runtime: string
  platform: string
  /** The installation's own secret: what the server seals with. */
  secret: string
}

/**
 * Connection strings of the two roles that serve requests. Neither owns a table or may bypass row level security.
 * Their login names belong to this database, and their passwords come from a secret only the owner can read, so that
 * several processes agree on them.
 */
export async function runtimeUrls(ownerUrl: string): Promise<RuntimeUrls> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`insert into private.secrets (name, value) values ('roles', $1) on conflict do nothing`, [
      randomBytes(32).toString('hex'),
    ])
    const secret = (await client.query<{ value: string }>(`select value from private.secrets where name = 'roles'`)).rows[0]!.value
    const database = (await client.query<{ name: string }>('select current_database() as name')).rows[0]!.name
    const suffix = createHash('sha256').update(database).digest('hex').slice(0, 10)
    const login = async (group: string) => {
      const name = `${group}_${suffix}`
      const password = createHmac('sha256', secret).update(name).digest('base64url')
      const exists = (await client.query('select from pg_roles where rolname = $1', [name])).rowCount
      if (!exists) await client.query(`create role ${pg.escapeIdentifier(name)} login nobypassrls in role ${pg.escapeIdentifier(group)}`)
      await client.query(`alter role ${pg.escapeIdentifier(name)} password ${pg.escapeLiteral(password)}`)
      return urlAs(ownerUrl, name, password)
    }
    return { runtime: await login('app_runtime'), platform: await login('app_platform'), secret: await installationSecret(client) }
  } finally {
    await client.end()
  }
}

/** `APP_SECRET`, or one that was made at the first start and that only the database's owner can read. */
async function installationSecret(owner: pg.Client): Promise<string> {
  if (process.env.APP_SECRET) return process.env.APP_SECRET
  await owner.query(`insert into private.secrets (name, value) values ('app', $1) on conflict do nothing`, [
    randomBytes(32).toString('hex'),
  ])
  return (await owner.query<{ value: string }>(`select value from private.secrets where name = 'app'`)).rows[0]!.value
}

function urlAs(ownerUrl: string, user: string, password: string) {
  const url = new URL(ownerUrl)
  // A socket address has no host part, and URL refuses a user name without one.
  if (url.host === '') {
    url.searchParams.set('user', user)
    url.searchParams.set('password', password)
  } else {
    url.username = user
    url.password = password
    url.searchParams.delete('user')
    url.searchParams.delete('password')
  }
  return url.href
}
