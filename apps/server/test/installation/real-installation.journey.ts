import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountCalls } from '@chauffeur/contract/access/account'
import { DEMO_DRIVER_CODE, demoDriverPhone } from '@chauffeur/contract/demo'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { sessionCalls } from '@chauffeur/contract/access/session'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setUpPlatformAdministrator } from '#areas/access/tenant'
import { demoAccounts, secondTenantOperator } from '#demo/accounts'
import { connect } from '#platform/database/db'
import { vaultOf } from '#platform/identity/vault'
import { openSms, phonePrint } from '#platform/provider/sms'
import { runtimeUrls } from '#platform/upkeep/migrate'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/runtime/embedded-postgres.ts'
import { processesWith, until } from '../../src/runtime/processes.ts'
import { type Program, startProgram } from '../harness/program.ts'

// The program as an operator starts it for real, and somebody who knows everything that the demo publishes.

const PASSWORD = 'Night#Sail2026'
const known = { demo: demoDriverPhone(1, 1), other: '13612345678' }

const folder = (name: string) => {
  const made = mkdtempSync(join(realpathSync(tmpdir()), `chauffeur-${name}-`))
  // PostgreSQL's user, where we are root, has to get in.
  chmodSync(made, 0o755)
  return made
}
const dataDir = folder('real')
const elsewhere = folder('elsewhere')
const SIMULATOR = ''
/** What it seals messages with: only who has it reads a code. */
const SECRET = 'night-sail-0123456789-night-sail-0123456789'
let ownServer: EmbeddedPostgres

beforeAll(async () => {
  ownServer = await startEmbeddedPostgres({ dataDir: elsewhere, database: 'production', settings: { fsync: 'off' } })
})
afterAll(async () => {
  await ownServer.stop()
  await until(() => processesWith(dataDir).length === 0, 15_000)
  for (const made of [dataDir, elsewhere]) rmSync(made, { recursive: true, force: true })
})

const installations = [
  {
    name: 'DEMO=off on the embedded database',
    port: 18_160,
    env: () => ({ DEMO: 'off', SIMULATOR, APP_SECRET: SECRET }),
    owner: () => `postgresql://owner@localhost:5432/chauffeur?host=${encodeURIComponent(join(dataDir, 'socket'))}`,
  },
  {
    name: 'DATABASE_URL and nothing said about a demo',
    port: 18_161,
    env: () => ({ DATABASE_URL: ownServer.url('production'), DEMO: '', SIMULATOR, APP_SECRET: SECRET }),
    owner: () => ownServer.url('production'),
  },
]

describe.each(installations)('$name', ({ port, env, owner }) => {
  let program: Program
  let database: pg.Client
  let tenantId: string

  beforeAll(async () => {
    program = await startProgram({ dataDir, port, env: env() })
    database = new pg.Client({ connectionString: owner() })
    database.on('error', () => {})
    await database.connect()
  })
  afterAll(async () => {
    await database.end()
    program.child.kill('SIGINT')
    await program.ended
  })

  const send = async (call: { path: string }, body: object, token = '') => {
    const response = await fetch(`http://127.0.0.1:${port}${call.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { code: number; error?: string; data: Record<string, unknown> }
  }
  const count = async (table: string) => Number((await database.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]!.n)
  const driverSignIn = (phone: string, code: string) => send(dispatchCalls.signIn, { tenantId, phone, code })
  const codeSentTo = async (phone: string) => {
    const vault = vaultOf(SECRET)
    const { rows } = await database.query<{ sealed: string }>(
      `select sealed from sms_outbox where tenant_id = $1 and phone_print = $2 order by sms_id desc limit 1`,
      [tenantId, phonePrint(vault, tenantId, phone)],
    )
    return /\d{6}/.exec(openSms(vault, tenantId, rows[0]!.sealed).body)![0]
  }

  test('has nothing of the demo world: no row, no account, no simulator', async () => {
    for (const table of ['tenants', 'users', 'drivers', 'customers', 'orders']) expect(await count(table), table).toBe(0)
    for (const { username, password } of [...demoAccounts, secondTenantOperator]) {
      expect(program.said()).not.toContain(password)
      expect((await send(sessionCalls.signIn, { username, password })).code, username).not.toBe(0)
    }
    expect(processesWith('simulate.ts').filter((pid) => processesWith(`http://localhost:${port}`).includes(pid))).toEqual([])
  })

  test('the known code opens nothing: not a driver, whatever their telephone, not an account', async () => {
    const db = connect(await runtimeUrls(owner()))
    const { link } = await setUpPlatformAdministrator(db, {
      username: 'boss',
      brandName: '夜航代驾',
      realName: '郑南',
      phone: '13911112222',
      cities: ['杭州'],
    }).finally(() => db.close())
    expect((await send(accountCalls.setPassword, { token: link.path.split('/').at(-1), newPassword: PASSWORD })).code).toBe(0)
    const token = String((await send(sessionCalls.signIn, { username: 'boss', password: PASSWORD })).data.token)
    tenantId = (await database.query<{ tenant_id: string }>('select tenant_id from tenants')).rows[0]!.tenant_id
    for (const [index, phone] of Object.values(known).entries()) {
      await database.query(
        `insert into drivers (tenant_id, driver_no, name, phone, city_id, work_status) values ($1, $2, '司机', $3, 330100, 'OFFLINE')`,
        [tenantId, `S${index}`, phone],
      )
      expect((await driverSignIn(phone, DEMO_DRIVER_CODE)).error, phone).toBe('driver.badCode')
      await send(dispatchCalls.sendCode, { tenantId, phone })
      const code = await codeSentTo(phone)
      if (code !== DEMO_DRIVER_CODE) expect((await driverSignIn(phone, DEMO_DRIVER_CODE)).error, phone).toBe('driver.badCode')
    }
    await send(accountCalls.preChangePassword, {}, token)
    if ((await codeSentTo('13911112222')) !== DEMO_DRIVER_CODE)
      expect((await send(accountCalls.checkChangePassword, { code: DEMO_DRIVER_CODE, newPassword: 'Other#Sail2026' }, token)).error).toBe(
        'account.badSmsCode',
      )
  })

  test('a driver who moves faster than any car is not believed', async () => {
    const { data } = await driverSignIn(known.other, await codeSentTo(known.other))
    const fix = (lat: number, agoS: number) => ({
      lat,
      lng: 120.15,
      datum: 'WGS84',
      accuracyM: 10,
      at: new Date(Date.now() - agoS * 1000).toISOString(),
    })
    // More than four kilometres in twenty seconds, at which the demo's drivers may move.
    expect((await send(dispatchCalls.positions, { positions: [fix(30.27, 20), fix(30.31, 0)] }, String(data.token))).data).toEqual({
      accepted: 1,
      rejected: 1,
    })
  })

  test('it does not become a demo: said with DEMO=on it is refused in one line', async () => {
    program.child.kill('SIGINT')
    await program.ended
    const refused = await startProgram({ dataDir, port, env: { ...env(), DEMO: 'on' } }).catch((error: Error) => error.message)
    expect(refused).toContain('holds a real installation, which never becomes a demo')
    expect(refused).not.toContain('    at ')
    // And forgetting to say DEMO=off again changes nothing.
    program = await startProgram({ dataDir, port, env: { ...env(), DEMO: '' } })
    expect(program.said()).not.toContain(demoAccounts[0]!.password)
    expect((await driverSignIn(known.demo, DEMO_DRIVER_CODE)).error).toBe('driver.badCode')
    expect(processesWith('simulate.ts').filter((pid) => processesWith(`http://localhost:${port}`).includes(pid))).toEqual([])
  })
})
