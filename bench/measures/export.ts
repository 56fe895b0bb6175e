import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_STATE, exportCalls } from '@chauffeur/contract/operations/export'
import { orderCalls } from '@chauffeur/contract/order/list'
import type pg from 'pg'
import { send } from '../../e2e/harness/wire.ts'
import { startChild } from '../child.ts'
import type { BenchPostgres } from '../database.ts'
import { type LoadResult, load } from '../load.ts'
import { addOrders } from '../orders.ts'
import { type Figure, ms, printFigures, say } from '../report.ts'
import { addCities, addDrivers, addOperator, addTenant, cities } from '../world.ts'

const ORDERS = 1_000_000
const TARGET_MB = 150
const TARGET_P99 = 2
/** The desk, as a busy office asks. */
const DESK_PER_S = 100
const FORMATS = ['CSV', 'XLSX'] as const

/** A million orders into a file, beside `COPY` of the same columns to a file, and how the desk is answered meanwhile. */
export async function exportList(postgres: BenchPostgres): Promise<void> {
  const { owner, ownerUrl } = await postgres.database('export')
  await addCities(owner)
  const tenant = await addTenant(owner, '甲代驾')
  for (const city of cities) await addDrivers(owner, tenant, city.cityId, Math.round(2_000 * city.share))
  await addOrders(owner, tenant, ORDERS)
  const token = await addOperator(owner, tenant)
  const { rows: newest } = await owner.query<{ order_id: string }>('select order_id from orders order by created_at desc limit 200')
  const server = await startChild('server', { OWNER_URL: ownerUrl })
  const figures: Figure[] = []
  const desk = (seconds: number): Promise<LoadResult> =>
    load({
      address: server.address,
      concurrency: 4,
      seconds,
      perS: DESK_PER_S,
      request: (number) => ({
        method: 'GET',
        path: `/djweb/callCenter/order_status?orderId=${newest[number % newest.length]!.order_id}`,
        headers: { token },
      }),
      expect: '{"code":0',
    })
  try {
    await desk(3)
    await server.tell({ collect: true })
    const idle = await desk(10)
    const idleMb = residentMb(server.pid)
    const copied = await copyToFile(owner)
    for (const format of FORMATS) {
      const began = performance.now()
      const { exportId } = await send(server.address, exportCalls.create, { list: orderCalls.list.path, format }, token)
      let peakMb = 0
      let over = false
      const busy: LoadResult[] = []
      const asking = (async () => {
        while (!over) busy.push(await desk(4))
      })()
      let row = await send(server.address, exportCalls.info, { exportId }, token)
      while (row.state === EXPORT_STATE.queued || row.state === EXPORT_STATE.running) {
        await sleep(200)
        peakMb = Math.max(peakMb, residentMb(server.pid))
        row = await send(server.address, exportCalls.info, { exportId }, token)
      }
      const took = performance.now() - began
      over = true
      await asking
      if (row.state !== EXPORT_STATE.done || row.total !== ORDERS)
        throw new Error(`${format}: state ${row.state}, ${row.total} rows, ${row.problem}`)
      const p99 = busy.map((one) => one.p99).toSorted((a, b) => a - b)[Math.floor(busy.length / 2)]!
      figures.push(
        {
          name: `${format}, ${Math.round(row.bytes! / 2 ** 20)} MB`,
          ours: `${(took / 1000).toFixed(0)} s`,
          baseline: `COPY ${(copied / 1000).toFixed(1)} s`,
          ratio: copied / took,
        },
        {
          name: `  memory above idle (${Math.round(idleMb)} MB)`,
          ours: `${Math.round(peakMb - idleMb)} MB`,
          target: `< ${TARGET_MB} MB`,
          met: peakMb - idleMb < TARGET_MB,
        },
        {
          name: '  p99 of order_status meanwhile',
          ours: ms(p99),
          baseline: ms(idle.p99),
          ratio: p99 / idle.p99,
          target: `≤ ${TARGET_P99}`,
          met: p99 / idle.p99 <= TARGET_P99,
        },
      )
    }
  } finally {
    await server.stop()
  }
  printFigures(
    `export: ${ORDERS.toLocaleString('en')} orders, 19 columns, telephones masked; the desk asks ${DESK_PER_S} times a second beside`,
    figures,
  )
  say('  the ratio of a file is COPY to ours: COPY writes no workbook, masks nothing and puts no word for a code')
}

/** The columns of the file as the database has them. */
const COLUMNS = `select o.order_no, b.booking_no, o.service_status, o.pay_status, o.source, o.service_type, c.name, o.customer_name, o.contact_phone, d.driver_no, d.name as driver,
  o.pickup_address, o.dropoff_address, o.total_fen, o.estimate_fen, o.distance_m, o.book_time, o.created_at, o.status_since
  from orders o join cities c on c.city_id = o.city_id left join bookings b on b.tenant_id = o.tenant_id and b.booking_id = o.booking_id
  left join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id order by o.created_at desc, o.order_id desc`

async function copyToFile(owner: pg.Client): Promise<number> {
  const file = join(tmpdir(), `chauffeur-bench-${process.pid}.csv`)
  const began = performance.now()
  await owner.query(`copy (${COLUMNS}) to '${file}' with (format csv, header)`)
  const took = performance.now() - began
  rmSync(file, { force: true })
  return took
}

const residentMb = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
