import { areas } from '@chauffeur/contract/all'
import { queueCalls } from '@chauffeur/contract/call-centre/booking-queue'
import type { Call } from '@chauffeur/contract/kernel/call'
import { orderProgressCalls } from '@chauffeur/contract/order/progress'
import type * as z from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openExportFile } from '#areas/operations/export'
import { exportedLists } from '#platform/list/exported'
import { english } from '@chauffeur/contract/words'
import { findOperator } from '#platform/identity/session'
import { asking } from '../ask.ts'
import { rowsOfEveryKind } from '../rows/rows-of-every-kind.ts'
import { addOrder, HANGZHOU, makeWorld, type World } from '../world.ts'

// What holds for every list that there is: that it can be exported, and that its file has the rows that it counts.

let world: World
const { ok } = asking(() => world)
beforeAll(async () => {
  // Its rows are no sound books: a withdrawal that nothing froze.
  world = await makeWorld({ brokenLedger: true })
  const { tenantA: tenantId, hangzhouOrg: orgId } = world
  await rowsOfEveryKind(world, { tenantId, cityId: HANGZHOU, orgId, channelId: null, mark: '一行', byUserId: world.people.all.userId })
}, 60_000)
afterAll(() => world.close())

/** Such a file without its job: its text, and whether all rows are in it. */
async function madeOf(call: Call, columns: readonly string[], inEnglish = false) {
  const { db, settings } = world.app.platform
  const operator = (await findOperator(db, world.tenantA, world.people[viewerOf(call)].userId))!
  const made = await openExportFile({
    ...{ url: call.crossTenant ? db.urls.platform : db.urls.runtime, operator, list: call.path, filters: {}, columns, format: 'CSV' },
    ...{ english: inEnglish, utcOffsetMinutes: 480, wholePhones: true, fixes: [], settings },
  })
  let text = ''
  for await (const part of made.body) text += String(part)
  await made.close()
  return { text, lines: text.trimEnd().split('\r\n'), total: made.total, written: made.written() }
}
const viewerOf = (call: Call) => (call.crossTenant ? 'platform' : 'all')

const NOT_EXPORTED = {
  'export.list': 'the exports themselves',
  'order-quality.queue': 'orders whose pictures wait to be looked at; the pictures are exported with all of them',
  'pricing.enterpriseTemplates': 'price templates, exported with all of them',
}
test('every list of the console can be exported', () => {
  const pages = Object.entries(areas as Record<string, Record<string, Call>>).flatMap(([area, calls]) =>
    Object.entries(calls)
      .filter(([, call]) => typeof call.access === 'object' && 'totalCapped' in (call.output as z.ZodObject).shape)
      .map(([name, call]) => ({ name: `${area}.${name}`, path: call.path })),
  )
  expect(pages.length).toBeGreaterThan(25)
  const missing = pages.filter(({ path }) => !exportedLists.has(path)).map(({ name }) => name)
  expect(missing.toSorted()).toEqual(Object.keys(NOT_EXPORTED))
})

const NO_ROWS = {
  '/api/datarecord/list': 'what people did: nobody did anything here',
  '/api/djy/tenant-log-list': 'the same of the platform',
  '/djylog/api/log/query': 'the same of settings',
  '/djweb/callCenter/my_order_queue_list': 'bookings that wait for one’s own hand',
}
test('every list gives as many rows as it counts, in both languages', async () => {
  const empty: string[] = []
  for (const { call, file } of exportedLists.values()) {
    const parsed = call.input.safeParse({})
    if (!parsed.success) continue
    const page = (await world.send(call, {}, viewerOf(call))) as { code: number; data: { total: number } }
    expect(page.code, call.path).toBe(0)
    if (page.data.total === 0) empty.push(call.path)
    for (const inEnglish of [false, true]) {
      const { lines, total, written } = await madeOf(call, Object.keys(file.columns), inEnglish)
      expect(written, call.path).toBe(total)
      if (total <= 10_000) expect(total, call.path).toBe(page.data.total)
      if (inEnglish) expect(lines[0], call.path).not.toMatch(/[\u4e00-\u9fff]/)
    }
  }
  expect(empty.toSorted()).toEqual(Object.keys(NO_ROWS).toSorted())
}, 60_000)

test('the queue of bookings and the orders under way are exported in the order of what is due', async () => {
  const waiting = []
  for (const n of [1, 2, 3]) waiting.push(await addOrder(world, { orgId: world.hangzhouOrg, phone: `1380000000${n}`, status: 102 }))
  await world.owner.query(`update orders set dispatch_at = now() - order_id % 7 * interval '1 minute' where service_status = 102`)
  for (const [call, key] of [
    [queueCalls.orderQueue, 'bookingNo'],
    [orderProgressCalls.status, 'orderNo'],
  ] as const) {
    const { rows } = await ok<{ rows: Record<string, string>[] }>(call, {})
    expect(rows.length).toBeGreaterThanOrEqual(waiting.length)
    expect((await madeOf(call, [key])).lines.slice(1)).toEqual(rows.map((row) => row[key]))
  }
})

test('every word that stands for a code has its English', () => {
  const missing = [...exportedLists.values()].flatMap(({ call, file }) =>
    Object.values(file.columns).flatMap((column) =>
      Object.values(column.words ?? {})
        .filter((word) => /[\u4e00-\u9fff]/.test(word) && !english[word])
        .map((word) => `${call.path} ${word}`),
    ),
  )
  expect(missing).toEqual([])
})
