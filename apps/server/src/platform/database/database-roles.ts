import { createHash, createHmac, randomBytes } from 'node:crypto'
import pg from 'pg'
import { DatabaseClient, onServers } from './database-client.ts'

/** Processes that start together make the logins one after the other. */
const LOGIN_LOCK = 7_208_116

/**
 * What a connection of ours may take, kept with its role so that a pooler in between need not understand it. A transaction that is forgotten
 * open would hold back the live events of everybody.
 */
const LIMITS = { statement_timeout: '18s', lock_timeout: '12s', idle_in_transaction_session_timeout: '20s' }

/**
 * The two roles that serve requests, and the owner's place in `app_platform`: row security is forced on the owner too, and it is as a member
 * that the owner sees the rows of all tenants. For the first start, a migration, and before a dump is restored into another cluster.
 */
export async function ensureRoles(owner: pg.ClientBase): Promise<void> {
  await owner.query(`do $$
    begin
      if not exists (select from pg_roles where rolname = 'app_runtime') then create role app_runtime nologin nobypassrls; end if;
      if not exists (select from pg_roles where rolname = 'app_platform') then create role app_platform nologin nobypassrls; end if;
    exception when duplicate_object or unique_violation then null; -- another database of this cluster made them in the same moment
    end $$`)
  await owner.query(`do $$
    begin
      if (select rolsuper from pg_roles where rolname = current_user) then return; end if;
      if current_setting('server_version_num')::int < 160000 then
        if not pg_has_role('app_platform', 'MEMBER') then execute 'grant app_platform to ' || quote_ident(current_user); end if;
      elsif not (pg_has_role('app_platform', 'USAGE') and pg_has_role('app_platform', 'SET')) then
        execute 'grant app_platform to ' || quote_ident(current_user) || ' with inherit true, set true';
      end if;
    end $$`)
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
  const client = new DatabaseClient({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOGIN_LOCK])
    await client.query(`insert into private.secrets (name, value) values ('roles', $1) on conflict do nothing`, [
      randomBytes(32).toString('hex'),
    ])
    const secret = (await client.query<{ value: string }>(`select value from private.secrets where name = 'roles'`)).rows[0]!.value
    const database = (await client.query<{ name: string }>('select current_database() as name')).rows[0]!.name
    const suffix = createHash('sha256').update(database).digest('hex').slice(0, 10)
    const login = async (group: string) => {
      const name = `${group}_${suffix}`
      const password = createHmac('sha256', secret).update(name).digest('base64url')
      const role = pg.escapeIdentifier(name)
      const exists = (await client.query('select from pg_roles where rolname = $1', [name])).rowCount
      if (!exists) await client.query(`create role ${role} login nobypassrls in role ${pg.escapeIdentifier(group)}`)
      await client.query(`alter role ${role} password ${pg.escapeLiteral(password)}`)
      for (const [limit, value] of Object.entries(LIMITS)) await client.query(`alter role ${role} set ${limit} = '${value}'`)
      return urlAs(ownerUrl, name, password)
    }
    const urls = { runtime: await login('app_runtime'), platform: await login('app_platform'), secret: await installationSecret(client) }
    await client.query('commit')
    return urls
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

const urlAs = (ownerUrl: string, user: string, password: string) =>
  onServers(ownerUrl, (url) => {
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
  })
