import pg from 'pg'

const oldest = 15
const newest = 18

/** Checks that the server behind DATABASE_URL will do; the message of what it throws is one line for the operator. */
export async function checkExistingPostgres(url: string): Promise<void> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<{ version: number; encoding: string; user: string; roles: boolean }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
         current_user as user, rolcreaterole or rolsuper as roles from pg_roles where rolname = current_user`,
    )
    const [found] = rows
    if (!found) throw new Error('DATABASE_URL: the server does not say who is connected.')
    const major = Math.floor(found.version / 10_000)
    if (major < oldest || major > newest)
      throw new Error(`DATABASE_URL leads to PostgreSQL ${major}: ${oldest} to ${newest} are supported.`)
    if (found.encoding !== 'UTF8') throw new Error(`DATABASE_URL leads to a database in ${found.encoding}: it has to be in UTF8.`)
    if (!found.roles)
      throw new Error(`DATABASE_URL: "${found.user}" has to be allowed to create roles (alter role "${found.user}" createrole).`)
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    await client.connect()
    return client
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new Error(`DATABASE_URL: no connection to PostgreSQL (${message || code}).`, { cause: error })
  }
}
