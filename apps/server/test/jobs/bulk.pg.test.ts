import { orderBulkCalls as calls } from '@chauffeur/contract/order/bulk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { held } from '../held.ts'
import { addOrder, makeWorld, type World } from '../world.ts'
import { killRest, startProcess, stop } from './processes.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(async () => {
  killRest()
  await world.close()
})

test('bulk work whose process is killed goes on in another, and no order is done twice', async () => {
  const orderIds: string[] = []
  for (let n = 0; n < 30; n++) orderIds.push((await addOrder(world, { orgId: world.hangzhouOrg })).orderId)
  const { jobId } = (await world.send(calls.prepare, { action: 'REMARK', text: '回访', orderIds })).data as { jobId: string }
  const job = async () => (await world.send(calls.get, { jobId })).data as { state: string; done: number; failed: number }
  const first = await startProcess(world.ownerUrl)
  // Four of them are in its hand when it is killed.
  const letGo = await held(world, orderIds.slice(20))
  await world.send(calls.start, { jobId })
  await expect.poll(job, { timeout: 20_000 }).toMatchObject({ state: 'RUNNING', done: 20 })
  await stop(first, 'SIGKILL')
  await letGo()
  const second = await startProcess(world.ownerUrl)
  await expect.poll(job, { timeout: 60_000 }).toMatchObject({ state: 'DONE', done: 30, failed: 0 })
  const { rows } = await world.owner.query(
    `select order_id, count(*)::int as n from order_events where event = 'remark' and order_id = any ($1) group by 1`,
    [orderIds],
  )
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 30 }, () => 1))
  expect(await stop(second, 'SIGTERM')).toBe(0)
}, 180_000)
