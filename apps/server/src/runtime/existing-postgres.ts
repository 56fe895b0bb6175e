import type pg from 'pg'
import { DatabaseClient } from '#platform/database/database-client'
import { ensureRoles } from '#platform/database/database-roles'

const oldest = 15
const newest = 18

/** What the owner of DATABASE_URL is tried at, in a transaction that is rolled back; `remedy` is for whoever administers the server. */
const trials: { what: string; remedy: string; work(client: pg.Client): Promise<unknown> }[] = [
  {
    what: 'make tables in this database',
    remedy: 'alter database {database} owner to {user}',
    work: async (client) => {
      await client.query('create schema chauffeur_trial')
      await client.query('create table public.chauffeur_trial (kept int)')
    },
  },
  {
    what: 'make roles',
    remedy: 'alter role {user} createrole',
    work: (client) => client.query('create role chauffeur_trial login nobypassrls'),
  },
  {
    what: 'see the rows of all tenants as a member of app_platform',
    remedy: 'alter role {user} inherit; grant app_runtime, app_platform to {user} with admin option',
    work: async (client) => {
      await ensureRoles(client)
      await client.query('create role chauffeur_trial_2 login in role app_runtime, app_platform')
      await client.query(`create table public.chauffeur_trial_2 as select 1 as kept;
        alter table public.chauffeur_trial_2 enable row level security, force row level security;
        create policy platform on public.chauffeur_trial_2 to app_platform using (true);
        grant select on public.chauffeur_trial_2 to app_platform`)
      const seen = await client.query('select from public.chauffeur_trial_2')
      await client.query('set local role app_platform')
      const asMember = await client.query('select from public.chauffeur_trial_2')
      await client.query('reset role')
      if (!seen.rowCount || !asMember.rowCount) throw new Error('it sees no row')
    },
  },
  {
    what: 'change the tables that are there, which belong to somebody else',
    remedy: 'reassign owned by {other} to {user}',
    work: async (client) => {
      const { rows } = await client.query<{ other: string }>(
        `select relowner::regrole::text as other from pg_class where relnamespace in (to_regnamespace('private'), to_regnamespace('public'))
           and relkind in ('r', 'p') and not pg_has_role(relowner, 'USAGE')
           and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e') limit 1`,
      )
      if (rows[0]) throw new NotOurs(rows[0].other)
    },
  },
]
class NotOurs extends Error {
  readonly other: string
  constructor(other: string) {
    super(`it belongs to ${other}`)
    this.other = other
  }
}

/** Checks that the server behind DATABASE_URL will do; the message of what it throws says what is missing and how it is given. */
export async function checkExistingPostgres(url: string): Promise<void> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<{ version: number; encoding: string; user: string; database: string }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
         quote_ident(current_user) as user, quote_ident(current_database()) as database`,
    )
    const { version, encoding, user, database } = rows[0]!
    const major = Math.floor(version / 10_000)
    if (major < oldest || major > newest)
      throw new Error(`DATABASE_URL leads to PostgreSQL ${major}: ${oldest} to ${newest} are supported.`)
    if (encoding !== 'UTF8') throw new Error(`DATABASE_URL leads to a database in ${encoding}: it has to be in UTF8.`)
    const missing: string[] = []
    await client.query('begin')
    for (const { what, remedy, work } of trials) {
      await client.query('savepoint trial')
      try {
        await work(client)
      } catch (error) {
        await client.query('rollback to trial')
        const other = error instanceof NotOurs ? error.other : ''
        const words = remedy.replaceAll('{user}', user).replace('{database}', database).replace('{other}', other)
        missing.push(`DATABASE_URL: ${user} has to be able to ${what} (${(error as Error).message}). As a superuser: ${words};`)
      }
    }
    await client.query('rollback')
    if (missing.length > 0) throw new Error(missing.join('\n'))
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  try {
    const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    await client.connect()
    return client
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new Error(`DATABASE_URL: no connection to PostgreSQL (${message || code}).`, { cause: error })
  }
}
