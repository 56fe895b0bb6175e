import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitoringCalls as calls } from '@chauffeur/contract/operations/monitoring'
import { orderCalls } from '@chauffeur/contract/order/list'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendSms } from '#platform/provider/sms'
import { forgetOver } from '#platform/sending/attempt.queries'
import { sendWaiting } from '#platform/sending/sender'
import { messagesIn } from '#test/harness/messages'
import { makeWorld, type World } from '#test/world'
import { ledgerChecks } from '#areas/finance/ledger'

interface Overview {
  processes: { self: boolean; gone: boolean; pid: number; memory: { rssB: number }; pools: { role: string; max: number }[] }[]
  database: {
    sizeB: number
    connections: { used: number; max: number }
    locks: { pid: number; blockedBy: number[] }[]
    longRunning: { pid: number; statement: string }[]
    tables: { name: string }[]
  }
  jobs: { name: string; runs: number; late: boolean }[]
  calls: { call: string; calls: number; refused: number; summary: string }[]
  totals: { calls: number; faultBp: number }
  sms: { waiting: number; provider: string }
  ledger: { sound: boolean; broken: number; checkedBy: string | null } | null
  dispatch: { openSearches: number; driversOnDuty: number }
}

let world: World
let gateway: Server
let answer = 200
/** Messages that are not codes stay unanswered. */
let hangs: (() => void)[] | null = null
const taken: { phone: string; body: string; purpose: string; id: string; authorization: string }[] = []
beforeAll(async () => {
  gateway = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const message = JSON.parse(text) as (typeof taken)[number]
      const take = () => {
        if (answer === 200) taken.push({ ...message, authorization: request.headers.authorization ?? '' })
        response.writeHead(answer).end()
      }
      if (hangs && !message.purpose.endsWith('_CODE')) hangs.push(take)
      else take()
    })
  })
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
  const { port } = gateway.address() as AddressInfo
  world = await makeWorld({ settings: { sms: { url: `http://127.0.0.1:${port}/send`, token: 'gateway-token' } } })
  await world.owner.query(`update users set platform_admin = true where username = 'all'`)
})
afterAll(async () => {
  await world.close()
  gateway.close()
})

const overview = async () => {
  const answer = await world.send(calls.overview, {})
  expect(answer.code, answer.message).toBe(0)
  return answer.data as Overview
}
/** The state in the database is a few seconds old; it follows. */
const until = async (look: (seen: Overview) => boolean) => {
  for (let i = 0; i < 40; i++) {
    const seen = await overview()
    if (look(seen)) return seen
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('It never showed.')
}

test('the screen shows this process, the database, the jobs and the calls by how they ended', async () => {
  for (let i = 0; i < 3; i++) await world.send(orderCalls.list, {})
  await world.send(orderCalls.list, {}, 'weak')
  const seen = await until(({ calls: rows }) => rows.some(({ call, calls: n }) => call === 'order.list' && n >= 4))
  expect(seen.processes).toMatchObject([{ self: true, gone: false, pid: process.pid }])
  expect(seen.processes[0]!.memory.rssB).toBeGreaterThan(10_000_000)
  expect(seen.processes[0]!.pools).toMatchObject([
    { role: 'runtime', max: 20 },
    { role: 'apart', max: 4 },
    { role: 'platform', max: 6 },
    { role: 'signIn', max: 4 },
    { role: 'files', max: 4 },
    { role: 'jobs.runtime', max: 6 },
    { role: 'jobs.apart', max: 1 },
    { role: 'jobs.platform', max: 4 },
    { role: 'jobs.signIn', max: 1 },
    { role: 'jobs.files', max: 2 },
  ])
  expect(seen.database.sizeB).toBeGreaterThan(1_000_000)
  expect(seen.database.connections.used).toBeLessThan(seen.database.connections.max)
  expect(seen.database.tables.length).toBeGreaterThan(5)
  expect(seen.calls.find(({ call }) => call === 'order.list')).toMatchObject({ calls: 4, refused: 1, summary: '订单列表' })
  expect(seen.jobs.map(({ name }) => name)).toContain('platform.heartbeat')
  expect(seen.dispatch).toMatchObject({ openSearches: 0, driversOnDuty: 0 })
})

test('who waits for whose lock is shown', async () => {
  const connection = async () => {
    const client = new pg.Client({ connectionString: ownerUrl() })
    await client.connect()
    return client
  }
  const [holder, waiter] = [await connection(), await connection()]
  await holder.query('begin; select * from tenants for update')
  const waiting = waiter.query('select * from tenants for update')
  try {
    const seen = await until(({ database }) => database.locks.length > 0)
    expect(seen.database.locks[0]!.blockedBy).toHaveLength(1)
  } finally {
    await holder.query('rollback')
    await waiting
    await Promise.all([holder.end(), waiter.end()])
  }
})
const ownerUrl = () => {
  const { host, port, user, database } = world.owner
  return host.startsWith('/')
    ? `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgresql://${user}@${host}:${port}/${database}`
}

test('only platform administrators see it', async () => {
  expect((await world.send(calls.overview, {}, 'company')).code).toBe(403)
  expect((await world.send(calls.overview, {}, 'other')).code).toBe(403)
})

test('the same figures are there for Prometheus, for this machine alone', async () => {
  const scraped = await world.app.http.inject({ url: '/metrics' })
  expect(scraped.statusCode).toBe(200)
  expect(scraped.body).toMatch(/chauffeur_calls_total\{call="order.list",result="done"\} 3/)
  expect(scraped.body).toMatch(/chauffeur_database_up 1/)
  expect(scraped.body).toMatch(/chauffeur_provider_shut\{provider="sms.codes"\} 0/)
  expect(scraped.body).toMatch(/nodejs_eventloop_lag_p99_seconds/)
  expect((await world.app.http.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })).statusCode).toBe(404)
  expect((await world.app.http.inject({ url: '/metrics', headers: { 'x-forwarded-for': '203.0.113.9' } })).statusCode).toBe(404)
})

test('with a token set, /metrics is for who shows it', async () => {
  world.app.platform.settings.metricsToken = 'scrape-me-0123456789'
  const scrape = async (authorization?: string) =>
    (await world.app.http.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })).statusCode
  expect(await scrape()).toBe(404)
  expect(await scrape('Bearer wrong')).toBe(404)
  expect(await scrape('Bearer scrape-me-0123456789')).toBe(200)
  world.app.platform.settings.metricsToken = null
})

test('a message goes out through the gateway once; one that was not taken waits and is tried again', async () => {
  const { platform } = world.app
  const put = () =>
    platform.db.acrossTenants((tx) =>
      sendSms(tx, platform.vault, {
        tenantId: world.tenantA,
        phone: '13900001111',
        purpose: 'ACCOUNT_CODE',
        body: '验证码 123456',
        validS: 300,
      }),
    )
  const waiting = async () =>
    (
      await world.owner.query<{ attempts: number; last_error: string; due: boolean }>(
        'select attempts, last_error, try_at <= now() as due from sms_outbox where sent_at is null',
      )
    ).rows
  answer = 503
  await put()
  await sendWaiting(platform, 'codes')
  expect(await waiting()).toMatchObject([{ attempts: 1, last_error: 'HTTP 503', due: false }])
  expect((await overview()).sms).toMatchObject({ waiting: 1, provider: 'HTTP' })
  answer = 200
  await world.owner.query('update sms_outbox set try_at = now()')
  await sendWaiting(platform, 'codes')
  expect(await waiting()).toEqual([])
  // What went out is in the outbox no more.
  expect(await messagesIn(world, '13900001111')).toEqual([])
  expect(taken).toMatchObject([{ phone: '13900001111', body: '验证码 123456', authorization: 'Bearer gateway-token' }])
})

test('what was sealed under another secret is given up and holds up no other; a code that is worth nothing is taken out', async () => {
  const { platform } = world.app
  const put = (body: string, validS: number) =>
    platform.db.acrossTenants((tx) =>
      sendSms(tx, platform.vault, { tenantId: world.tenantA, phone: '13900003333', purpose: 'ACCOUNT_CODE', body, validS }),
    )
  taken.length = 0
  const lost = await put('验证码 111111', 300)
  await put('验证码 222222', 300)
  const old = await put('验证码 333333', 0)
  await world.owner.query(`update sms_outbox set sealed = 'v1.' || repeat('A', 60) where sms_id = $1`, [lost])
  expect(await sendWaiting(platform, 'codes')).toBe(1)
  expect(taken.map(({ body }) => body)).toEqual(['验证码 222222'])
  expect(await forgetOver(platform.db)).toBe(1)
  const { rows } = await world.owner.query('select sms_id, sealed, last_error from sms_outbox where sms_id = any ($1) order by sms_id', [
    [lost, old],
  ])
  expect(rows).toEqual([
    { sms_id: lost, sealed: null, last_error: 'SEALED' },
    { sms_id: old, sealed: null, last_error: '' },
  ])
})

test('a code does not wait behind reminders that the gateway is slow to take, and a crowd of those goes out in one round', async () => {
  const { platform } = world.app
  const put = (purpose: 'ORDER_TEXT' | 'DRIVER_CODE', body: string) =>
    platform.db.acrossTenants((tx) =>
      sendSms(tx, platform.vault, { tenantId: world.tenantA, phone: '13900002222', purpose, body, validS: 300 }),
    )
  taken.length = 0
  hangs = []
  for (let i = 0; i < 120; i++) await put('ORDER_TEXT', `请支付 ${i}`)
  const reminders = sendWaiting(platform, 'rest')
  await expect.poll(() => hangs?.length).toBe(50)
  await put('DRIVER_CODE', '验证码 654321')
  expect(await sendWaiting(platform, 'codes')).toBe(1)
  expect(taken.map(({ body }) => body)).toEqual(['验证码 654321'])
  const held = hangs
  hangs = null
  for (const take of held) take()
  expect(await reminders).toBe(120)
  expect(taken).toHaveLength(121)
})

test('the ledger is checked on demand, what is broken is named, and a metric says so', async () => {
  const metric = async (name: string) => {
    const { body } = await world.app.http.inject({ url: '/metrics' })
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
  }
  expect((await overview()).ledger).toBeNull()
  expect(await metric('chauffeur_ledger_checked_timestamp_seconds')).toBe(0)
  expect((await world.send(calls.checkLedger, {})).data).toEqual({ sound: true, broken: 0 })
  expect((await overview()).ledger).toMatchObject({ sound: true, broken: 0, checkedBy: expect.any(String) })
  expect(await metric('chauffeur_ledger_checked_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 60)

  await world.owner.query(
    `insert into ledger_accounts (tenant_id, kind, owner_type, owner_id, balance_fen) values ($1, 'DRIVER_FROZEN', 'DRIVER', '77', 500)`,
    [world.tenantA],
  )
  expect((await world.send(calls.checkLedger, {})).data).toMatchObject({ sound: false })
  const { checks, checked } = (await world.send(calls.ledger, {})).data as {
    checks: { sound: boolean }[]
    checked: { invariant: string; findings: { tenant: string; what: string }[] }[]
  }
  expect(checks.map(({ sound }) => sound)).toEqual([false, true])
  const found = checked.find(({ invariant }) => invariant === '3 balances are the sums of their lines')
  expect(found?.findings).toEqual([expect.objectContaining({ tenant: world.tenantA, what: expect.stringContaining('DRIVER_FROZEN') })])
  expect(await metric('chauffeur_ledger_broken_invariants')).toBeGreaterThan(0)
  await world.owner.query(`delete from ledger_accounts where owner_id = '77'`)
})

test('two checks of the ledger at once: the second is told that one is running', async () => {
  await world.owner.query('begin')
  await world.owner.query('select pg_advisory_xact_lock(7208310)')
  const answer = await world.send(calls.checkLedger, {})
  await world.owner.query('rollback')
  expect(answer.error).toBe('monitoring.checkRunning')
})

test('the ledger is looked at by itself when nobody has for a day', async () => {
  await world.owner.query('delete from ledger_checks')
  for (let round = 0; round < 2; round++) await ledgerChecks.work(world.app.platform, new AbortController().signal)
  const { rows } = await world.owner.query('select checked_by, sound from ledger_checks')
  expect(rows).toEqual([{ checked_by: null, sound: true }])
})
