import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { allRefusals } from '@chauffeur/contract/all'
import { type Job, jobCalls } from '@chauffeur/contract/operations/job'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { findOperator } from '#platform/identity/session'
import { beginRun, hasRoom } from '#platform/jobs/job.queries'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '../world.ts'
import { cancelledLate, failing, steps } from './kinds.ts'
import { killRest, startProcess, stop } from './processes.ts'

// Two processes beside the one that is asked run the jobs, and are killed while they do.

let world: World

beforeAll(async () => {
  world = await makeWorld({ kinds: [steps, failing, cancelledLate] })
  await world.owner.query(
    `create table test_steps (tenant_id bigint, job_id bigint, step int, by_process int, city_seen boolean, at timestamptz default clock_timestamp(), primary key (job_id, step))`,
  )
}, 60_000)
afterEach(killRest)
afterAll(() => world.close())

const rows = async <T = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await world.owner.query<T & Record<string, unknown>>(text, values)).rows
async function ask(person: Person, input: Partial<{ steps: number; ms: number; city: string }> = {}): Promise<string> {
  const { db, jobs } = world.app.platform
  const tenantId = person === 'other' ? world.tenantB : world.tenantA
  const operator = (await findOperator(db, tenantId, world.people[person].userId))!
  return db.write(operator.scope, (tx) =>
    jobs.ask(tx, steps, {
      operator,
      tenantId,
      title: { zh: '试', en: 'Trial' },
      input: { steps: 3, ms: 1, city: HANGZHOU, ...input },
      total: input.steps ?? 3,
    }),
  )
}
const infoOf = async (jobId: string, person: Person = 'all') => (await world.send(jobCalls.info, { jobId }, person)).data as Job
const become = (jobId: string, state: string, person: Person = 'all') =>
  vi.waitFor(async () => expect(await infoOf(jobId, person)).toMatchObject({ state }), { timeout: 60_000, interval: 200 })
/** The one of two processes that works on a job, and the other. */
async function inHand(jobId: string, two: ChildProcess[]) {
  const { by_process } = (await stepsOf(jobId))[0]!
  return { first: two.find(({ pid }) => pid === by_process)!, second: two.find(({ pid }) => pid !== by_process)! }
}
const stepsOf = (jobId: string) =>
  rows<{ step: number; by_process: number; city_seen: boolean }>('select * from test_steps where job_id = $1 order by step', [jobId])

test('a process that runs no jobs takes them in, and they wait for one that does', async () => {
  const jobId = await ask('all')
  await sleep(1_500)
  expect(await infoOf(jobId)).toMatchObject({ state: 'WAITING', title: '试', done: 0, total: 3, allowedActions: ['CANCEL'] })
  const child = await startProcess(world.ownerUrl)
  await become(jobId, 'DONE')
  expect(await stepsOf(jobId)).toHaveLength(3)
  const job = await infoOf(jobId)
  expect(job).toMatchObject({ done: 3, refused: 0, data: { steps: 3 }, askedBy: { userId: world.people.all.userId }, allowedActions: [] })
  expect(Date.parse(job.expiresAt!) - Date.parse(job.endedAt!)).toBe(3 * 86_400_000)
  expect(await stop(child, 'SIGTERM')).toBe(0)
}, 180_000)

test('what was asked for in a transaction that did not commit is never done', async () => {
  const { db, jobs } = world.app.platform
  const operator = (await findOperator(db, world.tenantA, world.people.all.userId))!
  const asked = { operator, tenantId: world.tenantA, title: { zh: '否', en: 'No' }, input: { steps: 1, ms: 1, city: HANGZHOU } }
  await expect(
    db.write(operator.scope, async (tx) => {
      await jobs.ask(tx, steps, asked)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await rows(`select from jobs where title = '否'`)).toEqual([])
  expect(await rows(`select from pgboss.job where name = 'test.steps' and state < 'active'`)).toEqual([])
})

test('a job whose process is killed is gone on with by another, from where it was, and no step is done twice', async () => {
  const two = [await startProcess(world.ownerUrl), await startProcess(world.ownerUrl)]
  const jobId = await ask('all', { steps: 40, ms: 200 })
  await vi.waitFor(async () => expect((await stepsOf(jobId)).length).toBeGreaterThan(4), { timeout: 20_000, interval: 100 })
  const { first, second } = await inHand(jobId, two)
  await stop(first, 'SIGKILL')
  await become(jobId, 'DONE')
  const done = await stepsOf(jobId)
  expect(done.map(({ step }) => step)).toEqual(Array.from({ length: 40 }, (_, step) => step))
  expect(new Set(done.map(({ by_process }) => by_process)).size).toBe(2)
  await stop(second, 'SIGTERM')
}, 180_000)

test('a process that is stopped hands over what it had in hand at once', async () => {
  const two = [await startProcess(world.ownerUrl), await startProcess(world.ownerUrl)]
  const jobId = await ask('all', { steps: 60, ms: 100 })
  await vi.waitFor(async () => expect((await stepsOf(jobId)).length).toBeGreaterThan(2), { timeout: 20_000, interval: 100 })
  const { first, second } = await inHand(jobId, two)
  expect(await stop(first, 'SIGTERM')).toBe(0)
  await vi.waitFor(async () => expect(new Set((await stepsOf(jobId)).map(({ by_process }) => by_process)).size).toBe(2), {
    timeout: 8_000,
    interval: 100,
  })
  await become(jobId, 'DONE')
  expect(await stepsOf(jobId)).toHaveLength(60)
  expect(await rows(`select losses from jobs where job_id = $1`, [jobId])).toEqual([{ losses: 0 }])
  await stop(second, 'SIGTERM')
}, 180_000)

test('a job that is cancelled stops soon and keeps what it did; tried again, it goes on from there', async () => {
  const child = await startProcess(world.ownerUrl)
  const jobId = await ask('all', { steps: 40, ms: 100 })
  await vi.waitFor(async () => expect((await stepsOf(jobId)).length).toBeGreaterThan(2), { timeout: 20_000, interval: 100 })
  expect(await world.send(jobCalls.cancel, { jobId })).toMatchObject({
    code: 0,
    data: { state: 'RUNNING', cancelling: true, allowedActions: [] },
  })
  await become(jobId, 'CANCELLED')
  const done = (await stepsOf(jobId)).length
  expect(done).toBeLessThan(40)
  expect(await infoOf(jobId)).toMatchObject({ done, total: 40, allowedActions: ['RETRY'] })
  expect(await world.send(jobCalls.cancel, { jobId })).toMatchObject({ error: 'job.ended' })
  expect(await world.send(jobCalls.retry, { jobId })).toMatchObject({ code: 0, data: { state: 'WAITING' } })
  await become(jobId, 'DONE')
  expect(await stepsOf(jobId)).toHaveLength(40)
  await stop(child, 'SIGTERM')

  const waiting = await ask('all')
  expect(await world.send(jobCalls.cancel, { jobId: waiting })).toMatchObject({ data: { state: 'CANCELLED' } })
  expect(await world.send(jobCalls.retry, { jobId: waiting })).toMatchObject({ data: { state: 'WAITING' } })
  expect(await world.send(jobCalls.cancel, { jobId: waiting })).toMatchObject({ data: { state: 'CANCELLED' } })
}, 180_000)

test('a cancel in the last moment takes back what the job was for; where all was done before, it says so', async () => {
  const child = await startProcess(world.ownerUrl)
  const { db, jobs } = world.app.platform
  const operator = (await findOperator(db, world.tenantA, world.people.all.userId))!
  const late = (atTheEnd: boolean) =>
    db.write(operator.scope, (tx) =>
      jobs.ask(tx, cancelledLate, { operator, tenantId: world.tenantA, title: { zh: '迟', en: 'Late' }, input: { atTheEnd } }),
    )
  const [whole, stepwise] = [await late(true), await late(false)]
  await become(whole, 'CANCELLED')
  expect(await stepsOf(whole)).toEqual([])
  await become(stepwise, 'DONE')
  expect(await stepsOf(stepwise)).toHaveLength(1)
  expect(await infoOf(stepwise)).toMatchObject({ cancelling: false, problem: '取消前已全部完成', allowedActions: [] })
  await stop(child, 'SIGTERM')
}, 180_000)

test('a job runs with what its asker may do at the time: a narrowed scope narrows it, a lost authority or account ends it', async () => {
  const child = await startProcess(world.ownerUrl)
  const { userId } = world.people.hangzhou
  const narrowed = await ask('hangzhou', { steps: 50, ms: 100, city: HANGZHOU })
  await vi.waitFor(async () => expect((await stepsOf(narrowed)).length).toBeGreaterThan(2), { timeout: 20_000, interval: 100 })
  await world.owner.query('update users set city_ids = $2 where user_id = $1', [userId, [SHANGHAI]])
  await become(narrowed, 'DONE', 'hangzhou')
  const seen = (await stepsOf(narrowed)).map(({ city_seen }) => city_seen)
  expect(seen.slice(0, 3)).toEqual([true, true, true])
  expect(seen.slice(-3)).toEqual([false, false, false])
  const { refused, parts } = await infoOf(narrowed, 'hangzhou')
  expect(refused).toBe(seen.filter((one) => !one).length)
  expect(parts[0]!.problem).toContain('权限已变更')

  const weakened = await ask('hangzhou', { steps: 100, ms: 100 })
  await vi.waitFor(async () => expect((await stepsOf(weakened)).length).toBeGreaterThan(2), { timeout: 20_000, interval: 100 })
  await world.owner.query('delete from user_roles where user_id = $1', [userId])
  await become(weakened, 'FAILED', 'hangzhou')
  expect((await stepsOf(weakened)).length).toBeLessThan(100)
  expect(await infoOf(weakened, 'hangzhou')).toMatchObject({ problem: '发起人的权限已变更，任务未能继续', allowedActions: ['RETRY'] })
  const disabled = await ask('company', { steps: 1 })
  await become(disabled, 'DONE', 'company')
  await stop(child, 'SIGTERM')

  const waiting = await ask('company', { steps: 1 })
  await world.owner.query(`update users set status = 'DISABLED' where user_id = $1`, [world.people.company.userId])
  const other = await startProcess(world.ownerUrl)
  await vi.waitFor(
    async () =>
      expect(await rows('select state, problem from jobs where job_id = $1', [waiting])).toEqual([
        { state: 'FAILED', problem: 'job.notAllowedAnyMore' },
      ]),
    { timeout: 20_000 },
  )
  await stop(other, 'SIGTERM')
}, 180_000)

test('one that fails holds up no other, is tried again as its kind says, and then says in words what was wrong', async () => {
  const { db, jobs } = world.app.platform
  const operator = (await findOperator(db, world.tenantA, world.people.all.userId))!
  const askFailing = (faults: number, refusal = '') =>
    db.write(operator.scope, (tx) =>
      jobs.ask(tx, failing, { operator, tenantId: world.tenantA, title: { zh: '败', en: 'Failing' }, input: { faults, refusal } }),
    )
  const [hopeless, refused, second] = [await askFailing(9), await askFailing(0, 'job.ended'), await askFailing(1)]
  const child = await startProcess(world.ownerUrl)
  const healthy = await ask('other')
  await become(healthy, 'DONE', 'other')
  await become(refused, 'FAILED')
  expect((await infoOf(refused)).problem).toBe('任务已结束')
  await become(second, 'DONE')
  await become(hopeless, 'FAILED')
  expect(await infoOf(hopeless)).toMatchObject({ problem: '服务器内部错误，可重试', allowedActions: ['RETRY'] })
  expect(await rows('select failures from jobs where job_id = $1', [hopeless])).toEqual([{ failures: 2 }])
  await stop(child, 'SIGTERM')
}, 180_000)

test('a job that has taken its process with it again and again is not begun once more: it says so, and goes on when somebody asks', async () => {
  const [deadly, healthy] = [await ask('all'), await ask('all')]
  await rows('update jobs set losses = 4 where job_id = $1', [deadly])
  // As often as it may be lost, and one time less than that.
  await rows('update jobs set losses = 3 where job_id = $1', [healthy])
  const child = await startProcess(world.ownerUrl)
  await become(deadly, 'FAILED')
  expect(await infoOf(deadly)).toMatchObject({ done: 0, problem: allRefusals['job.lost']!.zh, allowedActions: ['RETRY'] })
  expect(await stepsOf(deadly)).toEqual([])
  await become(healthy, 'DONE')
  expect(await world.send(jobCalls.retry, { jobId: deadly })).toMatchObject({ code: 0 })
  await become(deadly, 'DONE')
  expect(await rows('select losses from jobs where job_id = $1', [deadly])).toEqual([{ losses: 0 }])
  await stop(child, 'SIGTERM')
}, 180_000)

test('a tenant with much to do runs so many at once, and another does not wait for it', async () => {
  const many = await Promise.all(Array.from({ length: 6 }, () => ask('all', { steps: 15, ms: 100 })))
  const child = await startProcess(world.ownerUrl)
  await vi.waitFor(async () => expect(await rows(`select from jobs where state = 'RUNNING'`)).toHaveLength(2), {
    timeout: 20_000,
    interval: 50,
  })
  const other = await ask('other')
  await become(other, 'DONE', 'other')
  expect((await rows(`select from jobs where job_id = any ($1) and state = 'DONE'`, [many])).length).toBeLessThan(6)
  let most = 0
  await vi.waitFor(
    async () => {
      most = Math.max(most, (await rows(`select from jobs where tenant_id = $1 and state = 'RUNNING'`, [world.tenantA])).length)
      expect(await rows(`select from jobs where job_id = any ($1) and state = 'DONE'`, [many])).toHaveLength(6)
    },
    { timeout: 40_000, interval: 50 },
  )
  expect(most).toBe(2)
  await stop(child, 'SIGTERM')
}, 180_000)

test('what the queue let in too many waits until there is room, and of those that look at the same moment only so many begin', async () => {
  const { db } = world.app.platform
  const jobs = await Promise.all(Array.from({ length: 6 }, () => ask('all', { steps: 1 })))
  const begin = (jobId: string) =>
    db.write(wholeTenant(world.tenantA), async (tx) => {
      if (!(await hasRoom(tx, steps.name, world.tenantA, jobId, 2))) return []
      const { rows } = await sql<{ queue_id: string }>`select queue_id from jobs where job_id = ${jobId}`.execute(tx)
      return (await beginRun(tx, jobId, rows[0]!.queue_id)) ? [jobId] : []
    })
  const began = (await Promise.all(jobs.map(begin))).flat()
  expect(began).toHaveLength(2)

  // The queue does not know that these two run: it lets the others in.
  await rows('delete from pgboss.job where id in (select queue_id from jobs where job_id = any ($1))', [began])
  const child = await startProcess(world.ownerUrl)
  await become(await ask('other', { steps: 1 }), 'DONE', 'other')
  await sleep(2_500)
  expect(await rows(`select from jobs where job_id = any ($1) and state = 'WAITING' and run = 0`, [jobs])).toHaveLength(4)
  await rows(`update jobs set state = 'CANCELLED', ended_at = now(), expires_at = now() where job_id = any ($1)`, [began])
  for (const jobId of jobs.filter((jobId) => !began.includes(jobId))) await become(jobId, 'DONE')
  await stop(child, 'SIGTERM')
}, 180_000)

test('people see their own jobs; everybody’s only who may and sees the whole tenant', async () => {
  const jobId = await ask('partner')
  const ids = async (person: Person, everybody: boolean) =>
    ((await world.send(jobCalls.list, { everybody, pageSize: 200 }, person)).data as { rows: Job[] }).rows.map((job) => job.jobId)
  expect(await ids('partner', true)).toEqual([jobId])
  expect(await ids('all', false)).not.toContain(jobId)
  expect(await ids('all', true)).toContain(jobId)
  expect(await ids('weak', true)).toEqual([])
  for (const person of ['weak', 'nowhere', 'other'] as const)
    for (const call of [jobCalls.info, jobCalls.cancel, jobCalls.retry])
      expect(await world.send(call, { jobId }, person)).toMatchObject({ error: 'job.notFound' })
  // The database says so too, whatever a handler asks for.
  const nowhere = (await findOperator(world.app.platform.db, world.tenantA, world.people.nowhere.userId))!
  const seen = async (scope: typeof nowhere.scope) =>
    (await world.app.platform.db.reader(scope).selectFrom('jobs').select('job_id').execute()).length
  expect(await seen(nowhere.scope)).toBe(0)
  expect(await seen(wholeTenant(world.tenantA))).toBeGreaterThan(5)
  expect(await world.send(jobCalls.cancel, { jobId }, 'all')).toMatchObject({ data: { state: 'CANCELLED' } })
})
