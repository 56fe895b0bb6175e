import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { type BulkAction, orderBulkCalls } from '@chauffeur/contract/order/bulk'
import { send } from '../../e2e/harness/wire.ts'
import { startChild } from '../child.ts'
import type { BenchPostgres } from '../database.ts'
import { type Figure, ms, printFigures } from '../report.ts'
import { addCities, addOperator, addTenant, home } from '../world.ts'

const ORDERS = 200
const TARGET_MS = 2_000
const LOOK_MS = 20

/** One action on 200 live orders, row by row with a result each, as the order list asks for it: from the confirmation to the last row. */
export async function bulk(postgres: BenchPostgres): Promise<void> {
  const { owner, ownerUrl } = await postgres.database('bulk')
  await addCities(owner)
  const tenant = await addTenant(owner, '甲代驾')
  const token = await addOperator(owner, tenant)
  const server = await startChild('server', { OWNER_URL: ownerUrl })
  try {
    const ask = <C extends Parameters<typeof send>[1]>(call: C, input: Parameters<typeof send<C>>[2]) =>
      send(server.address, call, input, token)
    const orderIds: string[] = []
    for (let n = 0; n < ORDERS; n++) {
      const placed = await ask(callCentreCalls.place, {
        cityId: home.cityId,
        pickupLat: home.lat,
        pickupLng: home.lng,
        pickupDatum: 'WGS84',
        pickupAddress: '武林广场',
        phone: String(13_600_000_000 + n),
      })
      orderIds.push(placed.orders[0]!.orderId)
    }
    const figures: Figure[] = []
    for (const [action, name] of [
      ['REMARK', 'a remark'],
      ['CANCEL', 'cancelling with judgement'],
    ] satisfies [BulkAction, string][]) {
      const began = performance.now()
      let job = await ask(orderBulkCalls.prepare, { action, text: `批量 ${randomUUID()}`, orderIds })
      const shown = performance.now()
      for (job = { ...job, ...(await ask(orderBulkCalls.start, { jobId: job.jobId })) }; job.state === 'RUNNING'; await sleep(LOOK_MS))
        job = await ask(orderBulkCalls.get, { jobId: job.jobId })
      const took = performance.now() - shown
      if (job.done !== ORDERS) throw new Error(`${action}: ${job.done} done, ${job.failed} failed, ${job.skipped} skipped of ${ORDERS}`)
      figures.push({
        name: `${name} on ${ORDERS}`,
        ours: `${ms(took)}, its preview before ${ms(shown - began)}`,
        target: `< ${TARGET_MS / 1000} s`,
        met: took < TARGET_MS,
      })
    }
    printFigures('bulk: one action on many orders, each with its guard, event and row, durable when answered', figures)
  } finally {
    await server.stop()
  }
}
