import type { ExamGroup } from '@chauffeur/contract/qualification/exam'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lockWaits } from '#test/held'
import { killRest, startProcess, stop } from '#test/jobs/processes'
import { watchStatements } from '#test/platform/statements'
import { examsIn } from '#test/qualification/exams'
import { HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

// Drivers are told by another process, which is killed while it does.
let world: World
const exams = examsIn(() => world)
const { published, duty } = exams
beforeAll(async () => (world = await makeWorld()))
afterEach(async () => {
  killRest()
  await exams.forgetAll()
  await rows('delete from sms_outbox')
  await rows('delete from drivers')
})
afterAll(() => world.close())

const rows = async <T extends object>(text: string, values: unknown[] = []) => (await world.owner.query<T>(text, values)).rows
let made = 0
/** So many drivers of a city, qualified and off duty; their ids, in order. */
async function drivers(count: number, cityId = HANGZHOU): Promise<string[]> {
  const found = await rows<{ id: string }>(
    `insert into drivers (tenant_id, driver_no, name, phone, city_id, org_id) select $1, 'E' || n, '司机', '135' || lpad(n::text, 8, '0'), $2, null
     from generate_series($3::int, $4::int) n returning driver_id::text as id`,
    [world.tenantA, cityId, made + 1, (made += count)],
  )
  return found.map(({ id }) => id)
}
/** How often each driver who was told of exams was told. */
const told = async () => {
  const found = await rows<{ id: string; n: number }>(
    `select driver_id::text as id, count(*)::int as n from sms_outbox where event = 'APP_EXAM_ASKED' group by driver_id order by driver_id`,
  )
  return new Map(found.map(({ id, n }) => [id, n]))
}
const once = (ids: readonly string[]) => new Map(ids.map((id) => [id, 1]))
const job = async () => (await rows('select state, failures, done_count as done from jobs order by job_id desc limit 1'))[0]
/** Asks for an exam; how many statements that was, from begin to commit. */
async function asked(exam: ExamGroup, version = 0): Promise<number> {
  const watched = watchStatements(world)
  const saved = await duty({ examGroups: [exam.examGroupId], excludeAll: true, version }).finally(watched.stop)
  expect(saved.code, saved.message).toBe(0)
  return watched.transactionWith('insert into "setting_versions"').length
}
/** From now on a message to this driver waits until it is let go, or fails until it is mended. */
async function trouble(driverId: string, kind: 'WAIT' | 'FAIL'): Promise<() => Promise<void>> {
  const does = kind === 'WAIT' ? 'perform pg_advisory_xact_lock(4711)' : `raise exception 'no room'`
  await rows(`create or replace function test_trouble() returns trigger language plpgsql as $$ begin ${does}; return new; end $$`)
  await rows(
    `create trigger test_trouble before insert on sms_outbox for each row when (new.driver_id = ${driverId}) execute function test_trouble()`,
  )
  if (kind === 'WAIT') await rows('select pg_advisory_lock(4711)')
  return async () => {
    if (kind === 'WAIT') await rows('select pg_advisory_unlock(4711)')
    await rows('drop trigger test_trouble on sms_outbox')
  }
}

test('a rule is saved as quickly for thousands of drivers as for one, and tells nobody itself', async () => {
  const exam = await published()
  await drivers(1)
  const few = await asked(exam)
  await exams.forgetAll()
  const another = await published()
  const ids = await drivers(3_000)
  expect(await asked(another)).toBe(few)
  expect(await told()).toEqual(new Map())
  const process = await startProcess(world.ownerUrl)
  await expect.poll(async () => (await told()).size, { timeout: 60_000 }).toBeGreaterThanOrEqual(ids.length)
  await expect.poll(job, { timeout: 20_000 }).toMatchObject({ state: 'DONE' })
  expect(await told()).toEqual(
    once((await rows<{ id: string }>('select driver_id::text as id from drivers order by driver_id')).map(({ id }) => id)),
  )
  await stop(process, 'SIGTERM')
}, 180_000)

test('killed while it tells, it is gone on with by another, and each driver is told once', async () => {
  const ids = await drivers(1_400)
  const exam = await published()
  const letGo = await trouble(ids[1_100]!, 'WAIT')
  const first = await startProcess(world.ownerUrl)
  await asked(exam)
  await expect.poll(() => lockWaits(world), { timeout: 30_000 }).toBe(1)
  expect((await told()).size).toBe(1_000)
  await stop(first, 'SIGKILL')
  await letGo()
  const second = await startProcess(world.ownerUrl)
  await expect.poll(job, { timeout: 90_000 }).toMatchObject({ state: 'DONE' })
  expect(await told()).toEqual(once(ids))
  await stop(second, 'SIGTERM')
}, 180_000)

test('what fails is tried again from where it was; who passed, left or came meanwhile is told as they stand by then', async () => {
  const ids = await drivers(1_200)
  const exam = await published()
  const mend = await trouble(ids[900]!, 'FAIL')
  const process = await startProcess(world.ownerUrl)
  await asked(exam)
  await expect.poll(job, { timeout: 30_000 }).toMatchObject({ failures: 1 })
  expect((await told()).size).toBe(500)
  const [passed, away, off] = [ids[1_000]!, ids[1_001]!, ids[1_002]!]
  await rows(
    `insert into exam_attempts (tenant_id, exam_group_id, group_version, driver_id, city_id, pass_percent, full_score, state, score, ends_at, submitted_at)
     values ($1, $2, $3, $4, $5, 80, 10, 'PASSED', 10, now(), now())`,
    [world.tenantA, exam.examGroupId, exam.version, passed, HANGZHOU],
  )
  await rows('update drivers set city_id = $2 where driver_id = $1', [away, SHANGHAI])
  await rows(`update drivers set disabled_reason = '投诉' where driver_id = $1`, [off])
  const [late] = await drivers(1)
  await mend()
  await expect.poll(job, { timeout: 60_000 }).toMatchObject({ state: 'DONE' })
  expect(await told()).toEqual(once([...ids.filter((id) => ![passed, away, off].includes(id)), late!]))
  await stop(process, 'SIGTERM')
}, 180_000)

test('an exam that is no longer asked for when its turn comes is told to nobody', async () => {
  await drivers(3)
  const exam = await published()
  await asked(exam)
  expect((await duty({ examGroups: [], version: 1 })).code).toBe(0)
  const process = await startProcess(world.ownerUrl)
  await expect.poll(job, { timeout: 30_000 }).toMatchObject({ state: 'DONE' })
  expect(await told()).toEqual(new Map())
  await stop(process, 'SIGTERM')
}, 120_000)

test('a city that takes rules of its own before its turn, and keeps the exam in them, has its drivers told all the same, once; one that had its own is left out', async () => {
  const ours = await drivers(2)
  await drivers(2, SHANGHAI)
  const exam = await published()
  await rows(`update exam_groups set city_ids = '{}'`)
  const rule = { examGroups: [exam.examGroupId], excludeAll: true }
  expect((await duty({ cityId: SHANGHAI, examGroups: [] }, 'all')).code).toBe(0)
  expect((await duty({ ...rule, cityId: undefined }, 'all')).code).toBe(0)
  expect((await duty({ ...rule, photosBeforeDepart: 1 })).code).toBe(0)
  expect(await job()).toMatchObject({ state: 'WAITING' })
  const process = await startProcess(world.ownerUrl)
  await expect.poll(job, { timeout: 30_000 }).toMatchObject({ state: 'DONE' })
  expect(await told()).toEqual(once(ours))
  await stop(process, 'SIGTERM')
}, 120_000)
