import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { findOperator } from '#platform/identity/session'
import { defaultSettings } from '#platform/process/settings'
import { runtimeUrls } from '#platform/upkeep/migrate'
import { buildApp } from '../../src/app.ts'
import { HANGZHOU, makeWorld, type World } from '../world.ts'
import { steps } from './kinds.ts'
import { killRest, startProcess, stop } from './processes.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ kinds: [steps] })
  await world.owner.query(`create table test_rounds (name text, by_process int, at timestamptz default clock_timestamp())`)
  await world.owner.query(
    `create table test_steps (tenant_id bigint, job_id bigint, step int, by_process int, city_seen boolean, primary key (job_id, step))`,
  )
})
// Also after a test that failed: a process that was left takes out what the next one waits for.
afterEach(killRest)
afterAll(() => world.close())

const rows = async <T = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await world.owner.query<T & Record<string, unknown>>(text, values)).rows
const began = async (name: string) =>
  (await rows<{ by_process: number }>('select by_process from test_rounds where name = $1', [name])).map((row) => row.by_process)
const waiting = (name: string) => rows(`select from pgboss.job where name = 'rounds' and singleton_key = $1 and state = 'created'`, [name])

test('a round whose process is killed in it comes round again at its time, in another; one that fails stops neither itself nor others', async () => {
  const first = await startProcess(world.ownerUrl, 'rounds')
  await vi.waitFor(async () => expect(await began('test.hanging')).toEqual([first.pid]), { timeout: 15_000 })
  expect(await waiting('test.hanging')).toHaveLength(1)
  const second = await startProcess(world.ownerUrl, 'rounds')
  await stop(first, 'SIGKILL')
  // What it had taken out and not begun is missed after ten seconds, looked for every five and put off for two.
  const timeout = 40_000
  await vi.waitFor(async () => expect(await began('test.hanging')).toContain(second.pid), { timeout })
  await vi.waitFor(async () => expect((await began('test.broken')).filter((pid) => pid === second.pid).length).toBeGreaterThan(2), {
    timeout,
  })
  expect((await waiting('test.hanging')).length).toBeLessThan(2)
  // It hangs, and the process stops all the same.
  expect(await stop(second, 'SIGTERM')).toBe(0)
}, 180_000)

test('a job that nothing in the queue stands for any more is put in again', async () => {
  const { db, jobs } = world.app.platform
  const operator = (await findOperator(db, world.tenantA, world.people.all.userId))!
  const jobId = await db.write(operator.scope, (tx) =>
    jobs.ask(tx, steps, { operator, tenantId: world.tenantA, title: { zh: '失', en: 'Lost' }, input: { steps: 1, ms: 1, city: HANGZHOU } }),
  )
  // A dump without the queue was restored.
  await rows('delete from pgboss.job')
  await rows(`update jobs set created_at = now() - interval '5 minutes' where job_id = $1`, [jobId])
  const child = await startProcess(world.ownerUrl)
  const state = async () =>
    (await db.reader(wholeTenant(world.tenantA)).selectFrom('jobs').select('state').where('job_id', '=', jobId).execute())[0]!.state
  await vi.waitFor(async () => expect(await state()).toBe('DONE'), { timeout: 20_000 })
  await stop(child, 'SIGTERM')
}, 180_000)

test('a round that an older process threw away, because it does not know it, comes round again', async () => {
  const child = await startProcess(world.ownerUrl, 'rounds')
  await vi.waitFor(async () => expect(await began('test.broken')).toContain(child.pid), { timeout: 15_000 })
  const gone = `with of_round as (select id, state from pgboss.job where name = 'rounds' and singleton_key = 'test.broken' and state < 'completed')
    delete from pgboss.job using of_round
    where job.name = 'rounds' and job.id = of_round.id and not exists (select from of_round where state = 'active') returning job.id`
  await vi.waitFor(async () => expect(await rows(gone)).toHaveLength(1), { timeout: 15_000 })
  const before = (await began('test.broken')).length
  await vi.waitFor(async () => expect((await began('test.broken')).length).toBeGreaterThan(before + 1), { timeout: 40_000 })
  await stop(child, 'SIGTERM')
}, 180_000)

test('a process that was just started answers first and does what came due a moment later; one that ends before has nothing to wait for', async () => {
  const urls = await runtimeUrls(world.ownerUrl)
  let rounds = 0
  const start = (behindAfterMs: number) =>
    buildApp({
      urls,
      settings: defaultSettings,
      logger: pino({ level: 'silent' }),
      engine: false,
      jobs: true,
      rounds: [{ name: 'test.counted', everyS: 1, work: async () => rounds++ }],
      behindAfterMs,
    })
  const app = await start(2_000)
  expect((await app.http.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200)
  expect(rounds).toBe(0)
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(0), { timeout: 15_000 })
  await app.close()
  const before = rounds
  const ended = await start(600_000)
  await ended.close()
  expect(rounds).toBe(before)
}, 60_000)
