import { TENANT_STATE } from '@chauffeur/contract/access/tenant'
import { DEPT_TYPE } from '@chauffeur/contract/access/session'
import { platformOnly } from '@chauffeur/contract/authorities'
import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/db.ts'
import type { Scope } from '../database/scope.ts'
import type { PartnerSession } from './partner.ts'

export interface OperatorSession {
  kind: 'OPERATOR'
  sessionId: string
  tenantId: string
  userId: string
  username: string
  realName: string
  deptType: 1 | 2 | 3
  channelId: string | null
  platformAdmin: boolean
  /** What the person has to do before anything else: calls marked `beforeSetup`, of AGREEMENT `beforeAgreement`, are all they can make. */
  pending: 'PASSWORD' | 'AUTHENTICATOR' | 'AGREEMENT' | null
  authorities: ReadonlySet<string>
  scope: Scope
}
export interface DriverSession {
  kind: 'DRIVER'
  sessionId: string
  tenantId: string
  driverId: string
  driverNo: string
  name: string
  cityId: string
  /** The business asks its drivers to agree to something, and this one has not; an order in hand is finished first. */
  mustAgree: boolean
}
export interface CustomerSession {
  kind: 'CUSTOMER'
  sessionId: string
  tenantId: string
  /** Of one who went into another the other's. */
  customerId: string
  name: string
  cityId: string | null
  mustAgree: boolean
}
export type Session = OperatorSession | DriverSession | CustomerSession

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
/** 256 random bits; only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export interface Sessions {
  /** The session of a token, or null when there is none, it ended, or it was idle too long. `background` requests do not count as activity. */
  find(token: string, background: boolean): Promise<Session | null>
  /** Forgets what is remembered, so that the next request reads the database. */
  forget(tokenHash?: Buffer): void
}

/** How long an authority or a revocation may take to be noticed by another process. */
const REMEMBER_MS = 2_000
const TOUCH_EVERY_MS = 30_000
/**
 * Drivers report every few seconds and are thousands: those remembered are looked at again all together, so often, and one that was not
 * confirmed for `DRIVER_SURE_MS`, counted from before it was read, is not believed. A driver whose session ended is out within that time.
 */
const LOOK_MS = 2_000
const DRIVER_SURE_MS = 4_500
/** A driver who has not been heard of for so long is no longer looked after. */
const DRIVER_QUIET_MS = 60_000
/** A driver's session lives for weeks. */
const DRIVER_TOUCH_EVERY_MS = 300_000
const LOOK_BATCH = 1_000
/** After a start everybody comes at once: so many reads at a time, each for all who wait. */
const READS_AT_ONCE = 2

interface Remembered {
  session: Session | null
  usedAt: number
}

export function sessionsOf(db: Database, limits: { idleS: number; driverS: number }): Sessions {
  const remembered = new LRUCache<string, Remembered>({ max: 50_000, ttl: REMEMBER_MS })
  const touched = new LRUCache<string, true>({ max: 50_000, ttl: TOUCH_EVERY_MS })
  const awake = new Set<string>()
  /** What was read before something was forgotten is not remembered. */
  let forgotten = 0
  let looking: NodeJS.Timeout | null = null

  const remember = (key: string, { session, usedAt }: Remembered, readAt: number) => {
    const ttl = session?.kind === 'DRIVER' ? Math.floor(DRIVER_SURE_MS - (performance.now() - readAt)) : REMEMBER_MS
    if (ttl <= 0) return
    remembered.set(key, { session, usedAt }, { ttl })
    if (session?.kind === 'DRIVER') looking ??= lookSoon()
  }
  const read = batched<Session | null>(READS_AT_ONCE, async (keys) => {
    const [readAt, before] = [performance.now(), forgotten]
    const hashes = keys.map((key) => Buffer.from(key, 'base64'))
    const { rows } = await db.platform.query<SessionRow>(
      hashes.length === 1
        ? { name: 'session', text: SESSION_SQL, values: [hashes[0], limits.idleS, limits.driverS] }
        : { name: 'sessions', text: SESSIONS_SQL, values: [hashes, limits.idleS, limits.driverS] },
    )
    const found = new Map(rows.map((row) => [row.token_hash.toString('base64'), sessionFrom(row)]))
    if (before === forgotten) for (const key of keys) remember(key, { session: found.get(key) ?? null, usedAt: readAt }, readAt)
    return (key) => found.get(key) ?? null
  })

  const lookSoon = () => setTimeout(() => void look().finally(() => (looking = anyDriver() ? lookSoon() : null)), LOOK_MS).unref()
  const anyDriver = () => [...remembered.values()].some(({ session }) => session?.kind === 'DRIVER')
  const look = async () => {
    const quietSince = performance.now() - DRIVER_QUIET_MS
    const drivers = [...remembered.entries()].filter(([, { session, usedAt }]) => session?.kind === 'DRIVER' && usedAt > quietSince)
    try {
      for (let i = 0; i < drivers.length; i += LOOK_BATCH) await lookAt(drivers.slice(i, i + LOOK_BATCH))
      await touchAwake()
    } catch {
      // The database is away: what cannot be confirmed is soon read again by whoever asks.
    }
  }
  const lookAt = async (entries: readonly [string, Remembered][]) => {
    const readAt = performance.now()
    const { rows } = await db.platform.query<DriverRow>({
      name: 'driver-sessions',
      text: DRIVERS_SQL,
      values: [entries.map(([, { session }]) => session!.sessionId), limits.driverS],
    })
    const valid = new Map(rows.map((row) => [row.session_id, row]))
    for (const [key, entry] of entries) {
      // Forgotten meanwhile, or read again.
      if (remembered.peek(key) !== entry) continue
      const row = valid.get(entry.session!.sessionId)
      remember(key, { session: row ? driverFrom(row) : null, usedAt: entry.usedAt }, readAt)
    }
  }
  /** Rows that somebody holds are left for the next time, so that no order of locks matters. */
  const touchAwake = async () => {
    if (!awake.size) return
    const ids = [...awake]
    awake.clear()
    await db.platform.query({
      name: 'touch-drivers',
      text: `update sessions set last_active_at = now() where session_id in (select session_id from sessions where session_id = any ($1::bigint[]) for update skip locked)`,
      values: [ids],
    })
  }
  return {
    find: async (token, background) => {
      if (token.length < 20 || token.length > 200) return null
      const hash = hashToken(token)
      const key = hash.toString('base64')
      const known = remembered.get(key)
      if (known) known.usedAt = performance.now()
      const session = known ? known.session : await read(key)
      if (session && !background && !touched.has(key)) {
        const driver = session.kind === 'DRIVER'
        touched.set(key, true, { ttl: driver ? DRIVER_TOUCH_EVERY_MS : TOUCH_EVERY_MS })
        if (driver) awake.add(session.sessionId)
        else
          await db.platform.query({
            name: 'touch',
            text: 'update sessions set last_active_at = now() where token_hash = $1',
            values: [hash],
          })
      }
      return session
    },
    forget: (hash) => {
      forgotten++
      if (hash) remembered.delete(hash.toString('base64'))
      else remembered.clear()
    },
  }
}

/** Gathers keys while `atOnce` reads are under way, and reads them together. Whoever asks is answered by a read that began afterwards. */
function batched<T>(atOnce: number, readAll: (keys: readonly string[]) => Promise<(key: string) => T>): (key: string) => Promise<T> {
  let waiting = new Map<string, PromiseWithResolvers<T>>()
  let underWay = 0
  const next = async (): Promise<void> => {
    if (underWay >= atOnce || !waiting.size) return
    const taken = waiting
    waiting = new Map()
    underWay++
    try {
      const answer = await readAll([...taken.keys()])
      for (const [key, { resolve }] of taken) resolve(answer(key))
    } catch (error) {
      for (const { reject } of taken.values()) reject(error)
    } finally {
      underWay--
      void next()
    }
  }
  return (key) => {
    const asked = waiting.get(key) ?? Promise.withResolvers<T>()
    waiting.set(key, asked)
    void next()
    return asked.promise
  }
}

interface SessionRow {
  token_hash: Buffer
  kind: 'OPERATOR' | 'DRIVER' | 'CUSTOMER'
  session_id: string
  tenant_id: string
  user_id: string | null
  username: string | null
  real_name: string | null
  dept_type: 1 | 2 | 3 | null
  all_cities: boolean | null
  city_ids: string[] | null
  channel_id: string | null
  platform_admin: boolean | null
  must_change_password: boolean | null
  must_bind: boolean | null
  must_agree: boolean
  authorities: string[] | null
  orgs: string[] | null
  driver_id: string | null
  driver_no: string | null
  driver_name: string | null
  driver_city_id: string | null
  customer_id: string | null
  customer_name: string | null
  customer_city_id: string | null
}

/**
 * From when on people are asked to agree. Operators at their next sign-in: what they are in the midst of goes on. A driver's session lives for
 * weeks, so they are asked off duty too: nobody is taken from the road.
 */
const driverAskedFrom = (driver: string) => `case when ${driver}.work_status = 'OFFLINE' then now() else s.signed_in_at end`
const ASKED_FROM = `case s.kind when 'CUSTOMER' then now() when 'DRIVER' then ${driverAskedFrom('dr')} else s.signed_in_at end`

/** `sessions` is the table, or a row as it would hold. */
const whoSql = (sessions: string) => `
select s.token_hash, s.kind, s.session_id, s.tenant_id, s.user_id, u.username, u.real_name, d.dept_type, u.all_cities, u.city_ids, u.channel_id, u.platform_admin, u.must_change_password,
  u.totp_secret is null and exists (select from user_roles ur join authenticator_roles ar on ar.tenant_id = ur.tenant_id and ar.role_id = ur.role_id
    where ur.tenant_id = s.tenant_id and ur.user_id = s.user_id) as must_bind,
  must_agree(case s.kind when 'OPERATOR' then 'EMPLOYEE' else s.kind end, s.tenant_id,
    coalesce(s.user_id, s.driver_id, cu.merged_into, cu.customer_id), ${ASKED_FROM}) as must_agree,
  coalesce(cu.merged_into, cu.customer_id) as customer_id, cu.name as customer_name, cu.city_id as customer_city_id,
  s.driver_id, dr.driver_no, dr.name as driver_name, dr.city_id as driver_city_id,
  (select array_agg(distinct rf.function_code) from user_roles ur join role_functions rf on rf.tenant_id = ur.tenant_id and rf.role_id = ur.role_id
    where ur.tenant_id = s.tenant_id and ur.user_id = s.user_id) as authorities,
  case when d.dept_type = ${DEPT_TYPE.organisation} then (
    with recursive tree as (
      select d.dept_id union select c.dept_id from departments c join tree t on c.parent_id = t.dept_id where c.tenant_id = s.tenant_id)
    select array_agg(dept_id) from tree) end as orgs
from ${sessions} s
join tenants t on t.tenant_id = s.tenant_id and t.state = ${TENANT_STATE.enabled}
left join users u on u.tenant_id = s.tenant_id and u.user_id = s.user_id
left join departments d on d.tenant_id = s.tenant_id and d.dept_id = u.dept_id
left join drivers dr on dr.tenant_id = s.tenant_id and dr.driver_id = s.driver_id
left join customers cu on cu.tenant_id = s.tenant_id and cu.customer_id = s.customer_id and cu.erased_at is null`
const sessionSql = (which: string) => `${whoSql('sessions')}
where s.token_hash ${which} and s.ended_at is null
  and case s.kind when 'OPERATOR' then u.status = 'ENABLED' and s.last_active_at > now() - make_interval(secs => $2)
    when 'CUSTOMER' then s.last_active_at > now() - make_interval(secs => $3) and cu.customer_id is not null
    else s.last_active_at > now() - make_interval(secs => $3) and (not dr.wallet_frozen or dr.work_status <> 'OFFLINE') end`
/** PostgreSQL keeps one plan for the first; the second it plans anew while few are asked for, which takes longer than the read itself. */
const SESSION_SQL = sessionSql('= $1::bytea')
const SESSIONS_SQL = sessionSql('= any ($1::bytea[])')

const OPERATOR_SQL = `${whoSql(
  `(select null::bytea as token_hash, 'OPERATOR' as kind, 0::bigint as session_id, $1::bigint as tenant_id, $2::bigint as user_id, null::bigint as driver_id, null::bigint as customer_id, null::timestamptz as signed_in_at)`,
)}
where u.status = 'ENABLED'`

/** A person without a session, with what they may do at the moment; null for who may not sign in any more. */
export async function findOperator(db: Database, tenantId: string, userId: string): Promise<OperatorSession | null> {
  const { rows } = await db.platform.query<SessionRow>({ name: 'operator', text: OPERATOR_SQL, values: [tenantId, userId] })
  return rows[0] ? (sessionFrom(rows[0]) as OperatorSession) : null
}

interface DriverRow {
  session_id: string
  tenant_id: string
  driver_id: string | null
  driver_no: string | null
  driver_name: string | null
  driver_city_id: string | null
  must_agree: boolean
}
/** Of a disabled driver whose wallet is frozen a session lasts as long as the order in hand. */
const DRIVERS_SQL = `
select s.session_id, s.tenant_id, s.driver_id, d.driver_no, d.name as driver_name, d.city_id as driver_city_id,
  must_agree('DRIVER', s.tenant_id, s.driver_id, ${driverAskedFrom('d')}) as must_agree
from sessions s
join tenants t on t.tenant_id = s.tenant_id and t.state = ${TENANT_STATE.enabled}
join drivers d on d.tenant_id = s.tenant_id and d.driver_id = s.driver_id
where s.session_id = any ($1::bigint[]) and s.ended_at is null and s.last_active_at > now() - make_interval(secs => $2)
  and (not d.wallet_frozen or d.work_status <> 'OFFLINE')`

const driverFrom = (row: DriverRow): DriverSession => ({
  kind: 'DRIVER',
  sessionId: row.session_id,
  tenantId: row.tenant_id,
  driverId: row.driver_id!,
  driverNo: row.driver_no!,
  name: row.driver_name!,
  cityId: row.driver_city_id!,
  mustAgree: row.must_agree,
})

function sessionFrom(row: SessionRow): Session {
  if (row.kind === 'DRIVER') return driverFrom(row)
  if (row.kind === 'CUSTOMER')
    return {
      kind: 'CUSTOMER',
      sessionId: row.session_id,
      tenantId: row.tenant_id,
      customerId: row.customer_id!,
      name: row.customer_name!,
      cityId: row.customer_city_id,
      mustAgree: row.must_agree,
    }
  const deptType = row.dept_type!
  const authorities = new Set((row.authorities ?? []).filter((code) => row.platform_admin || !platformOnly.has(code)))
  return {
    kind: 'OPERATOR',
    sessionId: row.session_id,
    tenantId: row.tenant_id,
    userId: row.user_id!,
    username: row.username!,
    realName: row.real_name!,
    deptType,
    channelId: row.channel_id,
    platformAdmin: row.platform_admin!,
    pending: row.must_change_password ? 'PASSWORD' : row.must_bind ? 'AUTHENTICATOR' : row.must_agree ? 'AGREEMENT' : null,
    authorities,
    scope: {
      tenantId: row.tenant_id,
      userId: row.user_id!,
      cities: row.all_cities ? '*' : (row.city_ids ?? []),
      orgs: deptType === DEPT_TYPE.organisation ? (row.orgs ?? []) : '*',
      channel: deptType === DEPT_TYPE.partner ? (row.channel_id ?? 'none') : '*',
      phones: authorities.has('phone.reveal') ? 'WHOLE' : 'MASKED',
    },
  }
}

/** Opens a session and returns its token, which is nowhere else. */
export async function openSession(
  tx: Parameters<Parameters<Database['acrossTenants']>[0]>[0],
  who: { tenantId: string; userId?: string; driverId?: string; customerId?: string; ip: string; userAgent: string },
): Promise<string> {
  const token = newToken()
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      tenant_id: who.tenantId,
      kind: who.driverId ? 'DRIVER' : who.customerId ? 'CUSTOMER' : 'OPERATOR',
      user_id: who.userId ?? null,
      driver_id: who.driverId ?? null,
      customer_id: who.customerId ?? null,
      ip: who.ip,
      user_agent: who.userAgent.slice(0, 300),
    })
    .execute()
  return token
}

/** Who an event or an entry of the log says it was. */
export const operatorActor = ({ userId, realName }: OperatorSession) => ({ type: 'OPERATOR' as const, id: userId, name: realName })
/** Whoever places and cancels orders: a person, or a partner's programs. */
export type Orderer = OperatorSession | PartnerSession
export const ordererActor = (who: Orderer) => (who.kind === 'PARTNER' ? partnerActor(who) : operatorActor(who))
/** Programs are no user. */
export const userIdOf = (who: Orderer): string | null => (who.kind === 'PARTNER' ? null : who.userId)
export const partnerActor = ({ channelId, channelName }: PartnerSession) => ({ type: 'PARTNER' as const, id: channelId, name: channelName })
/** By number: events and the log outlive the name of who is erased. */
export const customerActor = ({ customerId }: CustomerSession) => ({ type: 'CUSTOMER' as const, id: customerId, name: '' })
export const driverActor = ({ driverId, name }: DriverSession) => ({ type: 'DRIVER' as const, id: driverId, name })
