import { platformOnly } from '@chauffeur/contract/authorities'
import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import type { Database } from './db.ts'
import type { Scope } from './scope.ts'

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
  /** What the person has to do before anything else: calls marked `beforeSetup` are all they can make. */
  pending: 'PASSWORD' | 'AUTHENTICATOR' | null
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
}
export type Session = OperatorSession | DriverSession

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

export function sessionsOf(db: Database, limits: { idleS: number; driverS: number }): Sessions {
  const remembered = new LRUCache<string, { session: Session | null }>({ max: 20_000, ttl: REMEMBER_MS })
  const touched = new LRUCache<string, true>({ max: 20_000, ttl: TOUCH_EVERY_MS })
  const asked = new Map<string, Promise<Session | null>>()

  const read = async (hash: Buffer): Promise<Session | null> => {
    const { rows } = await db.platform.query<SessionRow>({
      name: 'session',
      text: SESSION_SQL,
      values: [hash, limits.idleS, limits.driverS],
    })
    return rows[0] ? sessionFrom(rows[0]) : null
  }
  return {
    find: async (token, background) => {
      if (token.length < 20 || token.length > 200) return null
      const hash = hashToken(token)
      const key = hash.toString('base64')
      let session = remembered.get(key)?.session
      if (session === undefined) {
        let reading = asked.get(key)
        if (!reading) {
          reading = read(hash).finally(() => asked.delete(key))
          asked.set(key, reading)
        }
        session = await reading
        remembered.set(key, { session })
      }
      if (session && !background && !touched.has(key)) {
        touched.set(key, true)
        await db.platform.query({ name: 'touch', text: 'update sessions set last_active_at = now() where token_hash = $1', values: [hash] })
      }
      return session
    },
    forget: (hash) => (hash ? remembered.delete(hash.toString('base64')) : remembered.clear()),
  }
}

interface SessionRow {
  kind: 'OPERATOR' | 'DRIVER'
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
  authorities: string[] | null
  orgs: string[] | null
  driver_id: string | null
  driver_no: string | null
  driver_name: string | null
  driver_city_id: string | null
}

const SESSION_SQL = `
select s.kind, s.session_id, s.tenant_id, s.user_id, u.username, u.real_name, d.dept_type, u.all_cities, u.city_ids, u.channel_id, u.platform_admin, u.must_change_password,
  u.totp_secret is null and exists (select from user_roles ur join authenticator_roles ar on ar.tenant_id = ur.tenant_id and ar.role_id = ur.role_id
    where ur.tenant_id = s.tenant_id and ur.user_id = s.user_id) as must_bind,
  s.driver_id, dr.driver_no, dr.name as driver_name, dr.city_id as driver_city_id,
  (select array_agg(distinct rf.function_code) from user_roles ur join role_functions rf on rf.tenant_id = ur.tenant_id and rf.role_id = ur.role_id
    where ur.tenant_id = s.tenant_id and ur.user_id = s.user_id) as authorities,
  case when d.dept_type = 2 then (
    with recursive tree as (
      select d.dept_id union select c.dept_id from departments c join tree t on c.parent_id = t.dept_id where c.tenant_id = s.tenant_id)
    select array_agg(dept_id) from tree) end as orgs
from sessions s
join tenants t on t.tenant_id = s.tenant_id and t.state = 30
left join users u on u.tenant_id = s.tenant_id and u.user_id = s.user_id
left join departments d on d.tenant_id = s.tenant_id and d.dept_id = u.dept_id
left join drivers dr on dr.tenant_id = s.tenant_id and dr.driver_id = s.driver_id
where s.token_hash = $1 and s.ended_at is null
  and case s.kind when 'OPERATOR' then u.status = 'ENABLED' and s.last_active_at > now() - make_interval(secs => $2) else s.last_active_at > now() - make_interval(secs => $3) end`

function sessionFrom(row: SessionRow): Session {
  if (row.kind === 'DRIVER') {
    return {
      kind: 'DRIVER',
      sessionId: row.session_id,
      tenantId: row.tenant_id,
      driverId: row.driver_id!,
      driverNo: row.driver_no!,
      name: row.driver_name!,
      cityId: row.driver_city_id!,
    }
  }
  const deptType = row.dept_type!
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
    pending: row.must_change_password ? 'PASSWORD' : row.must_bind ? 'AUTHENTICATOR' : null,
    authorities: new Set((row.authorities ?? []).filter((code) => row.platform_admin || !platformOnly.has(code))),
    scope: {
      tenantId: row.tenant_id,
      userId: row.user_id!,
      cities: row.all_cities ? '*' : (row.city_ids ?? []),
      orgs: deptType === 2 ? (row.orgs ?? []) : '*',
      channel: deptType === 3 ? (row.channel_id ?? 'none') : '*',
    },
  }
}

/** Opens a session and returns its token, which is nowhere else. */
export async function openSession(
  tx: Parameters<Parameters<Database['acrossTenants']>[0]>[0],
  who: { tenantId: string; userId?: string; driverId?: string; ip: string; userAgent: string },
): Promise<string> {
  const token = newToken()
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      tenant_id: who.tenantId,
      kind: who.driverId ? 'DRIVER' : 'OPERATOR',
      user_id: who.userId ?? null,
      driver_id: who.driverId ?? null,
      ip: who.ip,
      user_agent: who.userAgent.slice(0, 300),
    })
    .execute()
  return token
}

/** Ends sessions; returns how many were open. */
export async function endSessions(
  tx: Parameters<Parameters<Database['acrossTenants']>[0]>[0],
  which: { tenantId: string; userId?: string; driverId?: string; sessionId?: string; exceptSessionId?: string },
  reason: 'SIGN_OUT' | 'REVOKED' | 'IDLE' | 'PASSWORD' | 'DISABLED',
): Promise<number> {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('tenant_id', '=', which.tenantId)
    .where('ended_at', 'is', null)
    .$if(which.userId !== undefined, (q) => q.where('user_id', '=', which.userId!))
    .$if(which.driverId !== undefined, (q) => q.where('driver_id', '=', which.driverId!))
    .$if(which.sessionId !== undefined, (q) => q.where('session_id', '=', which.sessionId!))
    .$if(which.exceptSessionId !== undefined, (q) => q.where('session_id', '<>', which.exceptSessionId!))
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}
