import { randomUUID } from 'node:crypto'
import { authorityNames } from '@chauffeur/contract/authorities'
import pg from 'pg'
import pino from 'pino'
import { checkLedger } from '#areas/finance/ledger'
import { templateA } from '#demo/pricing/price-templates'
import type { JobKind } from '#platform/jobs/kind'
import { runtimeUrls } from '#platform/upkeep/migrate'
import { defaultSettings, type Settings } from '#platform/process/settings'
import { keyContext } from '#platform/identity/partner'
import { newKeyId, newSecret } from '#platform/identity/partner-signature'
import { hashToken, newToken } from '#platform/identity/session'
import { type PartnerKey, sendSigned } from './harness/partner.ts'
import { type App, buildApp } from '../src/app.ts'
import { type FreshDatabase, freshDatabase } from './harness/fresh-database.ts'

export const HANGZHOU = '330100'
export const SHANGHAI = '310000'
/** Tests ask more often than a telephone. */
const UNLIMITED = { reports: 1e9, commands: 1e9, reads: 1e9 }
/** Stands in every row that the people of tenant A's Hangzhou may not see; an answer that holds it has leaked. */
export const FOREIGN = '外人'

export interface World {
  app: App
  /** As the database's owner, who skips row security: to arrange and to look. */
  owner: pg.Client
  ownerUrl: string
  tenantA: string
  tenantB: string
  hangzhouOrg: string
  fleetOrg: string
  shanghaiOrg: string
  channel: string
  otherChannel: string
  people: Record<Person, { token: string; userId: string }>
  send(
    call: { method: string; path: string; once?: true | 'required' },
    input?: Record<string, unknown>,
    as?: Person | string | PartnerKey,
    headers?: Record<string, string>,
  ): Promise<{ code: number; error?: string; message: string; data: never }>
  /** A key of a channel, which signs what is sent `as` it. */
  keyOf(channelId: string, tenantId?: string): Promise<PartnerKey>
  /** One more server process on the same database, as `makeWorld` was asked for it. */
  beside(options?: { engine?: boolean }): Promise<App>
  close(): Promise<void>
}
export type Person = 'all' | 'platform' | 'weak' | 'hangzhou' | 'company' | 'partner' | 'nowhere' | 'other'

/** Two tenants, two cities, one person for each way of being limited, and the server on a database of its own. */
export async function makeWorld(
  options: {
    settings?: Partial<Settings>
    engine?: boolean
    brokenLedger?: boolean
    kinds?: readonly JobKind[]
    jobs?: boolean
    /** Where every line of the process's log goes. */
    logTo?: string[]
  } = {},
): Promise<World> {
  const database = await freshDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const one = async (text: string, values: unknown[] = []) =>
    String(Object.values((await owner.query<Record<string, string>>(text, values)).rows[0]!)[0])

  await owner.query(
    `insert into cities (city_id, name, pinyin, lat, lng) values ($1, '杭州市', 'hangzhou', 30.2741, 120.1551), ($2, '上海市', 'shanghai', 31.2304, 121.4737)`,
    [HANGZHOU, SHANGHAI],
  )
  const tenantA = await one(`insert into tenants (name, brand_name, logo) values ('甲代驾', '甲代驾', 'data:,a') returning tenant_id`)
  const tenantB = await one(`insert into tenants (name, brand_name, domain) values ('乙代驾', '乙代驾', 'b.example') returning tenant_id`)
  const dept = (tenantId: string, name: string, type: number, parent: string | null = null) =>
    one('insert into departments (tenant_id, name, dept_type, parent_id) values ($1, $2, $3, $4) returning dept_id', [
      tenantId,
      name,
      type,
      parent,
    ])
  const hq = await dept(tenantA, '总部', 1)
  const hangzhouOrg = await dept(tenantA, '杭州公司', 2, hq)
  const fleetOrg = await dept(tenantA, '西湖车队', 2, hangzhouOrg)
  const shanghaiOrg = await dept(tenantA, '上海公司', 2, hq)
  const partnerDept = await dept(tenantA, '合作方', 3, hq)
  const hqB = await dept(tenantB, '总部', 1)
  const channel = await one(`insert into channels (tenant_id, name, code) values ($1, '银行渠道', 'bank') returning channel_id`, [tenantA])
  const otherChannel = await one(`insert into channels (tenant_id, name, code) values ($1, $2, 'other') returning channel_id`, [
    tenantA,
    `${FOREIGN}渠道`,
  ])
  for (const [tenantId, cityId, org] of [
    [tenantA, HANGZHOU, hangzhouOrg],
    [tenantA, SHANGHAI, shanghaiOrg],
    [tenantB, HANGZHOU, hqB],
  ]) {
    await owner.query('insert into tenant_cities (tenant_id, city_id, org_id) values ($1, $2, $3)', [tenantId, cityId, org])
    await owner.query(
      `insert into price_templates (tenant_id, code, name, owner_type, city_ids, rank, rules, effective_from) values ($1, $2, '城市模板', 'CITY', array[$3::bigint], 10, $4, now() - interval '1 day')`,
      [tenantId, `T${cityId}`, cityId, JSON.stringify(templateA)],
    )
  }
  const role = async (tenantId: string, name: string, codes: readonly string[]) => {
    const roleId = await one('insert into roles (tenant_id, name) values ($1, $2) returning role_id', [tenantId, name])
    await owner.query('insert into role_functions (tenant_id, role_id, function_code) select $1, $2, unnest($3::text[])', [
      tenantId,
      roleId,
      codes,
    ])
    return roleId
  }
  const everything = await role(tenantA, '全部', Object.keys(authorityNames))
  const everythingB = await role(tenantB, '全部', Object.keys(authorityNames))
  const person = async (
    username: string,
    of: {
      tenantId?: string
      deptId: string
      allCities?: boolean
      cities?: string[]
      channelId?: string
      roleId?: string
      platformAdmin?: boolean
    },
  ) => {
    const tenantId = of.tenantId ?? tenantA
    const userId = await one(
      `insert into users (tenant_id, username, real_name, dept_id, all_cities, city_ids, channel_id, platform_admin, password_hash) values ($1, $2, $2, $3, $4, $5, $6, $7, 'none') returning user_id`,
      [tenantId, username, of.deptId, of.allCities ?? false, of.cities ?? [], of.channelId ?? null, of.platformAdmin ?? false],
    )
    if (of.roleId)
      await owner.query('insert into user_roles (tenant_id, user_id, role_id) values ($1, $2, $3)', [tenantId, userId, of.roleId])
    const token = newToken()
    await owner.query(`insert into sessions (token_hash, tenant_id, kind, user_id) values ($1, $2, 'OPERATOR', $3)`, [
      hashToken(token),
      tenantId,
      userId,
    ])
    return { token, userId }
  }
  const people = {
    all: await person('all', { deptId: hq, allCities: true, roleId: everything }),
    platform: await person('platform', { deptId: hq, allCities: true, roleId: everything, platformAdmin: true }),
    weak: await person('weak', { deptId: hq, allCities: true }),
    hangzhou: await person('hangzhou', { deptId: hq, cities: [HANGZHOU], roleId: everything }),
    company: await person('company', { deptId: hangzhouOrg, cities: [HANGZHOU, SHANGHAI], roleId: everything }),
    partner: await person('partner', { deptId: partnerDept, allCities: true, channelId: channel, roleId: everything }),
    nowhere: await person('nowhere', { deptId: hq, roleId: everything }),
    other: await person('other', { tenantId: tenantB, deptId: hqB, allCities: true, roleId: everythingB }),
  }

  const processes: App[] = []
  let lastFault = ''
  const beside: World['beside'] = async ({ engine } = {}) => {
    const made = await buildApp({
      urls: await runtimeUrls(database.ownerUrl),
      settings: {
        ...defaultSettings,
        driverLimits: UNLIMITED,
        operatorLimit: 1e9,
        listAnswerMs: 15_000,
        roadWaitMs: { quote: 15_000, trip: 15_000 },
        ...options.settings,
      },
      logger: options.logTo
        ? pino({ level: 'trace' }, { write: (line: string) => void options.logTo!.push(line) })
        : pino({ level: 'error' }, { write: (line: string) => void (lastFault = line) }),
      engine: engine ?? false,
      ...(options.kinds && { kinds: options.kinds }),
      ...(options.jobs !== undefined && { jobs: options.jobs }),
    })
    processes.push(made)
    return made
  }
  const app = await beside(options)
  const keyOf: World['keyOf'] = async (channelId, tenantId = tenantA) => {
    const key = { keyId: newKeyId(), secret: newSecret() }
    await owner.query(
      `insert into channel_keys (tenant_id, key_id, channel_id, secret_sealed, secret_end, created_by, created_by_name) values ($1, $2, $3, $4, 'test', 1, '测试')`,
      [tenantId, key.keyId, channelId, app.platform.vault.seal(key.secret, keyContext(key.keyId))],
    )
    return key
  }
  const send: World['send'] = async (call, input = {}, as = 'all', headers = {}) => {
    if (typeof as === 'object') return sendSigned(app, call, input, as, headers)
    const token = as in people ? people[as as Person].token : as
    const url = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(input[name] ?? '1'))
    const form = Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]): [string, string] => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)])
    const query = call.method === 'GET' ? `${url.includes('?') ? '&' : '?'}${new URLSearchParams(form)}` : ''
    const response = await app.http.inject({
      method: call.method as 'GET',
      url: url + query,
      // As a client does: each request that must have a key has one of its own.
      headers: { ...(token && { token }), ...(call.once === 'required' && { 'idempotency-key': randomUUID() }), ...headers },
      ...(call.method === 'POST' && { payload: input }),
    })
    const answer: Awaited<ReturnType<World['send']>> = response.json()
    // What an answer keeps to itself is what whoever reads of a failed test wants to know.
    if (answer.code === 500 && !options.logTo) process.stderr.write(`${call.path} answered 500: ${lastFault}\n`)
    return answer
  }
  return {
    app,
    owner,
    ownerUrl: database.ownerUrl,
    tenantA,
    tenantB,
    hangzhouOrg,
    fleetOrg,
    shanghaiOrg,
    channel,
    otherChannel,
    people,
    send,
    keyOf,
    beside,
    close: async () => {
      // Whatever a suite did, its books have to be sound at the end, unless it broke them to see that it is found.
      const health = options.brokenLedger ? null : await checkLedger(app.platform.db)
      for (const made of processes) await made.close()
      await owner.end()
      await (database as FreshDatabase).drop()
      if (health && !health.sound)
        throw new Error(`The ledger is broken: ${JSON.stringify(health.checked.filter(({ findings }) => findings.length > 0))}`)
    },
  }
}

let made = 0
/** A driver on duty or off, of a tenant's city and organisation. */
export async function addDriver(
  world: World,
  of: { tenantId?: string; cityId?: string; orgId?: string | null; name?: string; status?: string; phone?: string } = {},
): Promise<string> {
  const n = ++made
  const { rows } = await world.owner.query<{ driver_id: string }>(
    `insert into drivers (tenant_id, driver_no, name, phone, city_id, org_id, work_status, online_since) values ($1, $2, $3, $4, $5, $6, $7, now()) returning driver_id`,
    [
      of.tenantId ?? world.tenantA,
      `S${10_000 + n}`,
      of.name ?? `司机${n}`,
      of.phone ?? `1370000${String(n).padStart(4, '0')}`,
      of.cityId ?? HANGZHOU,
      of.orgId === undefined ? world.fleetOrg : of.orgId,
      of.status ?? 'OFFLINE',
    ],
  )
  return rows[0]!.driver_id
}

/** A finished order with its booking and customer, straight into the tables. */
export async function addOrder(
  world: World,
  of: {
    tenantId?: string
    cityId?: string
    orgId?: string | null
    channelId?: string | null
    status?: number
    name?: string
    phone?: string
    driverId?: string | null
    payStatus?: number
  } = {},
): Promise<{ orderId: string; orderNo: string; bookingId: string; customerId: string }> {
  const n = ++made
  const tenantId = of.tenantId ?? world.tenantA
  const cityId = of.cityId ?? HANGZHOU
  const name = of.name ?? `客户${n}`
  const phone = of.phone ?? `1380000${String(n).padStart(4, '0')}`
  const customer = await world.owner.query<{ customer_id: string }>(
    `insert into customers (tenant_id, phone, name, city_id) values ($1, $2, $3, $4) on conflict (tenant_id, phone) do update set name = excluded.name returning customer_id`,
    [tenantId, phone, name, cityId],
  )
  const customerId = customer.rows[0]!.customer_id
  const booking = await world.owner.query<{ booking_id: string }>(
    `insert into bookings (tenant_id, booking_no, source, city_id, org_id, channel_id, customer_id, caller_phone, contact_phone, driver_count, queue_status) values ($1, $2, 'CALL_CENTRE', $3, $4, $5, $6, $7, $7, 1, 'CLOSED') returning booking_id`,
    [tenantId, `B${n}`, cityId, of.orgId ?? null, of.channelId ?? null, customerId, phone],
  )
  const bookingId = booking.rows[0]!.booking_id
  const status = of.status ?? 501
  const order = await world.owner.query<{ order_id: string; order_no: string }>(
    `insert into orders (tenant_id, order_no, booking_id, service_status, pay_status, dispatch_status, source, city_id, org_id, channel_id, customer_id, customer_name, contact_phone, driver_id, pickup_address, pickup_lat, pickup_lng, total_fen, subtotal_fen, discount_fen, enterprise_fen, personal_fen, filed_at)
     values ($1, $2, $3, $4::int, $5, 'ENDED', 'CALL_CENTRE', $6, $7, $8, $9, $10, $11, $12, $10 || '的家', 30.27, 120.15, 3500, 3500, 0, 0, 3500, case when $4::int = 501 then now() end) returning order_id, order_no`,
    [
      tenantId,
      `D${n}`,
      bookingId,
      status,
      of.payStatus ?? (status === 501 ? 30 : 0),
      cityId,
      of.orgId ?? null,
      of.channelId ?? null,
      customerId,
      name,
      phone,
      of.driverId ?? null,
    ],
  )
  await world.owner.query(
    `insert into order_events (tenant_id, order_id, seq, event, to_status, actor_type, actor_name) values ($1, $2, 1, 'place', $3, 'OPERATOR', $4)`,
    [tenantId, order.rows[0]!.order_id, status, name],
  )
  return { orderId: order.rows[0]!.order_id, orderNo: order.rows[0]!.order_no, bookingId, customerId }
}
