import { callbackify } from 'node:util'
import pg from 'pg'

/** How long one of several servers may take to say whether it is the primary. */
const ASKED_MS = 3_000
/** So long what was found out serves every connection that is opened. */
const KNOWN_MS = 1_000

/** `postgresql://user@h1:5432,h2:5433/name?…` as one address a server. */
export function serversOf(url: string): string[] {
  const [, before = '', servers = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? []
  if (!servers.includes(',')) return [url]
  const wanted = /[?&]target_session_attrs=([^&]*)/.exec(after)?.[1] ?? 'read-write'
  if (wanted !== 'read-write' && wanted !== 'primary') throw new Error(`target_session_attrs=${wanted}: the platform needs read-write.`)
  const rest = after.replace(/([?&])target_session_attrs=[^&]*(&|$)/, (_, first: string, next: string) => (next ? first : ''))
  return servers.split(',').map((server) => before + server + rest)
}

/** The same servers with another user. */
export function onServers(url: string, change: (one: URL) => void): string {
  const [first = url, ...others] = serversOf(url).map((one) => new URL(one))
  if (first instanceof URL) change(first)
  const made = first.toString()
  return others.length === 0 ? made : made.replace((first as URL).host, [first as URL, ...others].map(({ host }) => host).join(','))
}

const known = new Map<string, { at: number; server: Promise<string> }>()

/** The one of the servers that writes, asked for in turn; the last that did first. */
function primaryOf(servers: readonly string[]): Promise<string> {
  const name = servers.join()
  const before = known.get(name)
  if (before && performance.now() - before.at < KNOWN_MS) return before.server
  const server = (async () => {
    const last = await before?.server.catch(() => undefined)
    const faults: string[] = []
    for (const one of last ? [last, ...servers.filter((other) => other !== last)] : servers) {
      const client = new pg.Client({ connectionString: one, connectionTimeoutMillis: ASKED_MS, query_timeout: ASKED_MS })
      client.on('error', () => {})
      try {
        await client.connect()
        const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
        if (!rows[0]!.standby) return one
        faults.push(`${new URL(one).host} is a standby`)
      } catch (error) {
        faults.push(`${new URL(one).host}: ${(error as Error).message}`)
      } finally {
        await client.end().catch(() => {})
      }
    }
    throw Object.assign(new Error(`no server that writes (${faults.join('; ')})`), { code: 'ECONNREFUSED' })
  })()
  known.set(name, { at: performance.now(), server })
  server.catch(() => known.delete(name))
  return server
}

/** A connection to the server of an address, or to whichever of several is the primary at the moment. */
export class DatabaseClient extends pg.Client {
  readonly #servers: string[]

  constructor(config: pg.ClientConfig & { connectionString: string }) {
    const servers = serversOf(config.connectionString)
    super({ ...config, connectionString: servers[0]! })
    this.#servers = servers
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<this> | void {
    if (this.#servers.length === 1) return callback ? super.connect(callback) : super.connect().then(() => this)
    const going = primaryOf(this.#servers).then(async (server) => {
      const { hostname, port } = new URL(server)
      const self = this as { host: string; port: number }
      self.host = hostname.replace(/^\[(.*)\]$/, '$1')
      self.port = Number(port || 5432)
      await super.connect()
      return this
    })
    if (!callback) return going
    callbackify(() => going)((error) => callback(error))
  }
}
