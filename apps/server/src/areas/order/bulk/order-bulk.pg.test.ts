import { dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import { jobCalls } from '@chauffeur/contract/operations/job'
import { orderBulkCalls as calls } from '@chauffeur/contract/order/bulk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { engineOf } from '#test/dispatchers'
import { driverAt, handedTo, placeCall, until, workStatus } from '#test/drivers'
import { held } from '#test/held'
import { addDriver, addOrder, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld({ jobs: true, settings: { jobs: ['order.bulk'] } })
})
afterAll(() => world.close())

interface Job {
  jobId: string
  state: string
  total: number
  waiting: number
  done: number
  failed: number
  skipped: number
  feeFen: number
  penaltyFen: number
  penalties: number
  rows: {
    orderId: string
    state: string
    problem: string
    feeFen: number | null
    consequence: { driverPenaltyFen: number; hideDriverS: number } | null
  }[]
}
type Person = Parameters<World['send']>[2]
const send = async (call: { method: string; path: string }, input: object, as: Person = 'all') => {
  const { code, error, data } = await world.send(call, input as Record<string, unknown>, as)
  return { code, error, job: data as Job }
}
const figures = async (jobId: string) => (await send(calls.get, { jobId })).job
/** The job as it stands when it does not run any more. */
const ended = async (jobId: string) => {
  await expect.poll(async () => (await figures(jobId)).state, { timeout: 30_000 }).not.toBe('RUNNING')
  return figures(jobId)
}
const run = async (jobId: string) => {
  expect(await send(calls.start, { jobId })).toMatchObject({ code: 0 })
  return ended(jobId)
}
const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows
/** Orders that look for a driver, each with its search. */
async function waiting(count: number, of: Parameters<typeof addOrder>[1] = {}) {
  const made = []
  for (let n = 0; n < count; n++) made.push(await addOrder(world, { orgId: world.hangzhouOrg, status: 180, payStatus: 0, ...of }))
  await world.owner.query(`update orders set total_fen = null, filed_at = null where service_status = 180`)
  return made.map(({ orderId }) => orderId)
}

test('nothing happens before it was looked at; then each order has its own result', async () => {
  const [open] = await waiting(1)
  const { orderId: over } = await addOrder(world, { orgId: world.hangzhouOrg })
  const { job } = await send(calls.prepare, { action: 'CANCEL', text: '系统演练', byCustomer: true, orderIds: [open, over] })
  expect(job).toMatchObject({ total: 2, waiting: 1, skipped: 1, done: 0, state: 'READY' })
  expect(job.rows.find(({ orderId }) => orderId === over)).toMatchObject({ state: 'SKIPPED', problem: '当前状态不能取消订单' })
  expect(await rows('select service_status from orders where order_id = $1', [open])).toEqual([{ service_status: 180 }])
  expect(await run(job.jobId)).toMatchObject({ done: 1, skipped: 1, waiting: 0, state: 'DONE' })
  expect(await rows('select service_status, cancel_rule, cancel_verdict, cancel_reason from orders where order_id = $1', [open])).toEqual([
    { service_status: 403, cancel_rule: 'R1', cancel_verdict: 'NO_FAULT', cancel_reason: '系统演练' },
  ])
  expect((await send(calls.start, { jobId: job.jobId })).error).toBe('orderBulk.ended')
})

test('nobody is charged what was not shown: such an order fails, is looked at anew, and then goes through', async () => {
  const [orderId] = await waiting(1)
  const { job } = await send(calls.prepare, { action: 'CANCEL', text: '客户要求', byCustomer: true, orderIds: [orderId] })
  expect(job.feeFen).toBe(0)
  await world.owner.query(`update orders set service_status = 302, accepted_at = now(), arrived_at = now() where order_id = $1`, [orderId])
  expect(await run(job.jobId)).toMatchObject({ failed: 1, done: 0 })
  const { job: again } = await send(calls.retry, { jobId: job.jobId })
  expect(again).toMatchObject({ waiting: 1, failed: 0, feeFen: 1_000, state: 'READY' })
  expect(await run(job.jobId)).toMatchObject({ done: 1, failed: 0 })
  expect(await rows('select cancel_fee_fen from orders where order_id = $1', [orderId])).toEqual([{ cancel_fee_fen: 1_000 }])
})

test('the preview says what the drivers pay, together and each; a driver for whom it has become more is not charged unseen', async () => {
  const setPenalty = (fen: number) =>
    world.owner.query(
      `update cancel_rules set driver_penalty_fen = $2, counts_to_rate = $2 > 0, hide_driver_s = case when $2 > 0 then 3600 else 0 end where code = 'R9' and tenant_id = $1`,
      [world.tenantA, fen],
    )
  await setPenalty(700)
  const held: string[] = []
  for (let n = 0; n < 2; n++) {
    const { orderId } = await addOrder(world, { orgId: world.hangzhouOrg, status: 301, payStatus: 0, driverId: await addDriver(world) })
    await world.owner.query(`update orders set accepted_at = now(), total_fen = null, filed_at = null where order_id = $1`, [orderId])
    held.push(orderId)
  }
  const [nobody] = await waiting(1)
  const { job } = await send(calls.prepare, { action: 'CANCEL', text: '司机失联', orderIds: [...held, nobody] })
  expect(job).toMatchObject({ waiting: 3, feeFen: 0, penaltyFen: 1_400, penalties: 2 })
  const of = (one: Job, orderId: string | undefined) => one.rows.find((row) => row.orderId === orderId)?.consequence
  expect(of(job, held[0])).toMatchObject({ driverPenaltyFen: 700, hideDriverS: 3_600 })
  expect(of(job, nobody)).toBe(null)
  await setPenalty(900)
  expect(await run(job.jobId)).toMatchObject({ done: 1, failed: 2, penaltyFen: 0, penalties: 0 })
  const taken = () => rows(`select cancel_penalty_fen from orders where order_id = any ($1) order by order_id`, [held])
  expect(await taken()).toEqual([{ cancel_penalty_fen: null }, { cancel_penalty_fen: null }])
  expect((await send(calls.retry, { jobId: job.jobId })).job).toMatchObject({ waiting: 2, penaltyFen: 1_800, penalties: 2 })
  expect(await run(job.jobId)).toMatchObject({ state: 'DONE', done: 3, failed: 0, penaltyFen: 1_800 })
  expect(await taken()).toEqual([{ cancel_penalty_fen: 900 }, { cancel_penalty_fen: 900 }])
  await setPenalty(0)
})

test('searching again for many at once takes no order from a driver who accepted after the preview', async () => {
  const [widened, accepted, failed] = [await placeCall(world), await placeCall(world), await placeCall(world, {}, { totalS: 1 })]
  const engine = engineOf(world)
  try {
    const state = async (orderId: string) => (await rows('select service_status from orders where order_id = $1', [orderId]))[0]
    await until(async () => (await state(failed.orderId))?.service_status === 506, 'failure')
    const orderIds = [widened, accepted, failed].map(({ orderId }) => orderId)
    const { job } = await send(calls.prepare, { action: 'REDISPATCH', text: '扩大范围', orderIds })
    expect(job).toMatchObject({ waiting: 3, skipped: 0 })
    const driver = await driverAt(world, 100)
    await world.send(dispatchDeskCalls.assign, { orderId: accepted.orderId, driverId: driver.driverId, anyway: true })
    expect(await run(job.jobId)).toMatchObject({ done: 2, skipped: 1, failed: 0, state: 'DONE' })
    const { job: after } = await send(calls.get, { jobId: job.jobId })
    expect(after.rows.find(({ state: of }) => of === 'SKIPPED')).toMatchObject({
      orderId: accepted.orderId,
      problem: '已有司机接单，未重新派单',
    })
    expect(await rows('select service_status, driver_id from orders where booking_id = $1', [accepted.bookingId])).toEqual([
      { service_status: 301, driver_id: driver.driverId },
    ])
    expect(await workStatus(world, driver)).toBe('TO_PICKUP')
    // The one goes on by a wider search, the other as its next attempt.
    expect(await rows('select state from dispatch_searches where booking_id = $1 order by search_id', [widened.bookingId])).toEqual([
      { state: 'CANCELLED' },
      { state: 'OPEN' },
    ])
    expect(await rows('select attempt from orders where booking_id = $1 order by attempt', [failed.bookingId])).toEqual([
      { attempt: 1 },
      { attempt: 2 },
    ])
    // What is looked at now is skipped in the preview already.
    const { job: next } = await send(calls.prepare, { action: 'REDISPATCH', text: '扩大范围', orderIds: [accepted.orderId] })
    expect(next).toMatchObject({ waiting: 0, skipped: 1 })
  } finally {
    await engine.stop()
  }
})

test('cancelling many at once for the business takes no order from a driver whom the preview did not show', async () => {
  const [orderId] = await waiting(1)
  const { job } = await send(calls.prepare, { action: 'CANCEL', text: '系统演练', orderIds: [orderId] })
  await handedTo(world, orderId!)
  expect(await run(job.jobId)).toMatchObject({ done: 0, failed: 1 })
  expect(await rows('select service_status from orders where order_id = $1', [orderId])).toEqual([{ service_status: 301 }])
  expect((await send(calls.retry, { jobId: job.jobId })).job).toMatchObject({ waiting: 1 })
  expect(await run(job.jobId)).toMatchObject({ done: 1, failed: 0 })
})

test('two hundred orders are cancelled, none of them left out', async () => {
  const orderIds = await waiting(200)
  const { job } = await send(calls.prepare, { action: 'CANCEL', text: '暴雨停运', orderIds })
  expect(await run(job.jobId)).toMatchObject({ done: 200, failed: 0 })
})

test('two windows push the same job: each order is done once', async () => {
  const orderIds = await waiting(80)
  const { job } = await send(calls.prepare, { action: 'CANCEL', text: '暴雨停运', orderIds })
  await Promise.all([run(job.jobId), send(calls.start, { jobId: job.jobId })])
  expect(await figures(job.jobId)).toMatchObject({ done: 80, failed: 0 })
  expect(await rows(`select from jobs where input ->> 'bulkJobId' = $1`, [job.jobId])).toHaveLength(1)
  const [made] = await rows(`select count(*)::int as n from order_events where event = 'operatorCancel' and order_id = any ($1)`, [
    orderIds,
  ])
  expect(made).toEqual({ n: 80 })
})

test('a job goes on unwatched, is found again, and what is stopped goes no further', async () => {
  const orderIds = await waiting(60)
  const { job } = await send(calls.prepare, { action: 'REMARK', text: '回访', orderIds })
  const letGo = await held(world, orderIds.slice(50))
  expect((await send(calls.start, { jobId: job.jobId })).job).toMatchObject({ waiting: 60, state: 'RUNNING' })
  await expect.poll(async () => (await figures(job.jobId)).done, { timeout: 20_000 }).toBe(50)
  const left = (await world.send(calls.unfinished)).data as { job: Job }
  expect(left.job).toMatchObject({ jobId: job.jobId, waiting: 10 })
  const [behind] = (await world.send(jobCalls.list, { kind: 'order.bulk', open: true })).data['rows'] as { title: string; state: string }[]
  expect(behind).toMatchObject({ title: '批量备注（60 单）', state: 'RUNNING' })
  expect(((await world.send(calls.unfinished, {}, 'hangzhou')).data as { job: null }).job).toBeNull()
  expect((await send(calls.get, { jobId: job.jobId }, 'hangzhou')).error).toBe('orderBulk.notFound')
  expect((await send(calls.stop, { jobId: job.jobId })).job).toMatchObject({ state: 'STOPPED', done: 50, skipped: 10, waiting: 0 })
  await letGo()
  expect((await send(calls.start, { jobId: job.jobId })).error).toBe('orderBulk.ended')
  await expect.poll(() => rows(`select state from jobs where ended_at is null`), { timeout: 20_000 }).toEqual([])
  const stopped = await figures(job.jobId)
  expect(stopped).toMatchObject({ done: 50, skipped: 10 })
  expect(stopped.rows.find(({ state }) => state === 'SKIPPED')?.problem).toBe('操作已停止，未处理')
})

test('a job that is cancelled among the jobs can be gone on with', async () => {
  const prepared = async (orderIds: string[]) => (await send(calls.prepare, { action: 'REMARK', text: '回访', orderIds })).job.jobId
  const start = (jobId: string) => send(calls.start, { jobId })
  // Two are in hand, so that the third waits.
  const [one, two, ...others] = await waiting(5)
  const letGo = await held(world, [one!, two!])
  const inHand = [await prepared([one!]), await prepared([two!])]
  await Promise.all(inHand.map(start))
  await expect.poll(() => rows(`select from jobs where state = 'RUNNING'`), { timeout: 20_000 }).toHaveLength(2)
  const jobId = await prepared(others)
  await start(jobId)
  const [behind] = (await world.send(jobCalls.list, { kind: 'order.bulk', state: 'WAITING' })).data['rows'] as { jobId: string }[]
  expect(await world.send(jobCalls.cancel, { jobId: behind!.jobId })).toMatchObject({ data: { state: 'CANCELLED' } })
  expect(await figures(jobId)).toMatchObject({ state: 'READY', waiting: 3 })
  await letGo()
  for (const each of inHand) expect(await ended(each)).toMatchObject({ state: 'DONE', done: 1 })
  expect(((await world.send(calls.unfinished)).data as { job: Job }).job).toMatchObject({ jobId })
  expect(await run(jobId)).toMatchObject({ state: 'DONE', done: 3 })
})

test('trying the failed ones of a stopped job again does those and no others', async () => {
  const orderIds = await waiting(60)
  const { job } = await send(calls.prepare, { action: 'CANCEL', text: '暴雨停运', byCustomer: true, orderIds })
  // Its driver came meanwhile: another judgement than the one that was shown.
  const [first] = orderIds
  await world.owner.query(`update orders set service_status = 302, accepted_at = now(), arrived_at = now() where order_id = $1`, [first])
  const letGo = await held(world, orderIds.slice(50))
  await send(calls.start, { jobId: job.jobId })
  await expect.poll(() => figures(job.jobId), { timeout: 20_000 }).toMatchObject({ done: 49, failed: 1, waiting: 10 })
  await send(calls.stop, { jobId: job.jobId })
  await letGo()
  expect((await send(calls.retry, { jobId: job.jobId })).job).toMatchObject({ state: 'READY', waiting: 1, done: 49, skipped: 10 })
  expect(await run(job.jobId)).toMatchObject({ state: 'DONE', done: 50, skipped: 10, failed: 0 })
  expect(await rows('select count(*)::int as n from orders where order_id = any ($1) and service_status = 180', [orderIds])).toEqual([
    { n: 10 },
  ])
})

test('whoever may work on many orders still does only what they may do to one', async () => {
  const [orderId] = await waiting(1)
  const [role] = await rows(
    `insert into roles (tenant_id, name) select tenant_id, '批量备注' from users where user_id = $1 returning tenant_id, role_id`,
    [world.people.weak.userId],
  )
  await world.owner.query(`insert into role_functions (tenant_id, role_id, function_code) select $1, $2, unnest($3::text[])`, [
    role?.tenant_id,
    role?.role_id,
    ['order.view', 'order.edit', 'order.bulk'],
  ])
  await world.owner.query('insert into user_roles (tenant_id, user_id, role_id) values ($1, $2, $3)', [
    role?.tenant_id,
    world.people.weak.userId,
    role?.role_id,
  ])
  const prepare = (action: string) => send(calls.prepare, { action, text: '演练', orderIds: [orderId] }, 'weak')
  expect((await prepare('CANCEL')).error).toBe('orderBulk.notAllowed')
  expect((await prepare('REDISPATCH')).error).toBe('orderBulk.notAllowed')
  const { job } = await prepare('REMARK')
  await send(calls.start, { jobId: job.jobId }, 'weak')
  await expect.poll(async () => (await send(calls.get, { jobId: job.jobId }, 'weak')).job).toMatchObject({ done: 1, failed: 0 })
})

test('everything that a filter finds means everything within the own scope', async () => {
  await waiting(2, { cityId: SHANGHAI, orgId: world.shanghaiOrg })
  const { job } = await send(calls.prepare, { action: 'REMARK', text: '回访', filter: { cityId: SHANGHAI } })
  expect(job.total).toBe(2)
  expect((await send(calls.prepare, { action: 'REMARK', text: '回访', filter: { cityId: SHANGHAI } }, 'hangzhou')).error).toBe(
    'orderBulk.nothing',
  )
  expect(
    (await send(calls.prepare, { action: 'REMARK', text: '回访', orderIds: job.rows.map(({ orderId }) => orderId) }, 'hangzhou')).error,
  ).toBe('orderBulk.nothing')
})
