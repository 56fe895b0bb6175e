import pg from 'pg'
import { DatabaseClient } from '../database/database-client.ts'

/** What a database is: the demo world, whose passwords and driver code everybody knows, or a real installation, which has nothing of it. */
export type InstallationKind = 'DEMO' | 'REAL'
/** `IF_NEW`: nothing was said, and the database is our own. */
export type DemoWish = 'ON' | 'OFF' | 'IF_NEW'

/** What was asked for does not go with what the database holds. The message is for the operator. */
export class WrongInstallation extends Error {}

/** Held by whoever decides what an empty database becomes, so that two processes that start together decide one after the other. */
export const INSTALLATION_LOCK = 7_208_115

/** The demo is what one asks for, or what a start without settings makes of its own empty database. */
export function demoWish({ DEMO, DATABASE_URL }: Record<string, string | undefined>): DemoWish {
  if (DEMO === 'on') return 'ON'
  if (DEMO === 'off') return 'OFF'
  if (DEMO) throw new WrongInstallation(`DEMO must be on or off, not "${DEMO}".`)
  return DATABASE_URL ? 'OFF' : 'IF_NEW'
}

export function kindFor(wish: DemoWish, found: InstallationKind | null): InstallationKind {
  if (found === 'DEMO' && wish === 'OFF')
    throw new WrongInstallation(
      'The database holds the demo world, whose passwords and driver code everybody knows. For a real installation use an empty database (DATABASE_URL, or another DATA_DIR with DEMO=off); to run the demo set DEMO=on.',
    )
  if (found === 'REAL' && wish === 'ON')
    throw new WrongInstallation('The database holds a real installation, which never becomes a demo. For a demo use an empty database.')
  return found ?? (wish === 'OFF' ? 'REAL' : 'DEMO')
}

/**
 * Decides what this start is, as the platform role. A real installation is marked here, at its first start; the demo world by whoever fills it
 * (`demo/seed.ts`), so that the mark and the world are there together or not at all.
 */
export async function settleInstallation(platformUrl: string, wish: DemoWish): Promise<InstallationKind> {
  const client = new DatabaseClient({ connectionString: platformUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [INSTALLATION_LOCK])
    const { rows } = await client.query<{ kind: InstallationKind }>('select kind from installation')
    const marked = rows[0]?.kind ?? null
    const found = marked ?? (await kindOfUnmarked(client))
    const kind = kindFor(wish, found)
    if (!marked && (found || kind === 'REAL')) await client.query('insert into installation (kind) values ($1)', [kind])
    await client.query('commit')
    return kind
  } finally {
    await client.end()
  }
}

/** A database from before there was a mark: the demo world is known by its two tenants and its first driver, anything else is real. */
async function kindOfUnmarked(client: pg.Client): Promise<InstallationKind | null> {
  const { rows } = await client.query<{ tenants: boolean; demo: boolean }>(
    `select exists (select from tenants) as tenants,
       exists (select from tenants a join tenants b on b.tenant_id = 2 and b.name = '橙灯汽车服务有限公司'
                 join drivers d on d.tenant_id = 1 and d.phone = '19900000001'
               where a.tenant_id = 1 and a.name = '归航代驾服务有限公司') as demo`,
  )
  return rows[0]?.demo ? 'DEMO' : rows[0]?.tenants ? 'REAL' : null
}
