import { authorityNames } from '@chauffeur/contract/authorities'
import { orderProgressCalls } from '@chauffeur/contract/order/progress'
import { orderCalls as calls, orderRow } from '@chauffeur/contract/order/list'
import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { addDriver, addOrder, HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'
import { listOrders, ordersWhere } from '../model/index.ts'
import { orderRowsJson, orderRowView } from '../model/index.ts'

let world: World
const mine: Record<'company' | 'fleet' | 'shanghai' | 'bank' | 'other', Awaited<ReturnType<typeof addOrder>>> = {} as never
beforeAll(async () => {
  world = await makeWorld()
  mine.company = await addOrder(world, { orgId: world.hangzhouOrg, phone: '13800138000', name: '张三' })
  mine.fleet = await addOrder(world, { orgId: world.fleetOrg, driverId: await addDriver(world, { name: '李师傅' }), payStatus: 10 })
  mine.shanghai = await addOrder(world, { cityId: SHANGHAI, orgId: world.shanghaiOrg, status: 506 })
  mine.bank = await addOrder(world, { orgId: world.hangzhouOrg, channelId: world.channel, status: 403 })
  mine.other = await addOrder(world, { tenantId: world.tenantB })
})
afterAll(() => world.close())

const list = async (input: object, as: string) => {
  const { data } = await world.send(calls.list, input as Record<string, unknown>, as)
  const page = data as { rows: { orderId: string }[]; total: number }
  return { ids: page.rows.map((row) => row.orderId).sort(), total: page.total }
}
const idsOf = (...names: (keyof typeof mine)[]) => names.map((name) => mine[name].orderId).sort()

test.each([
  ['all', ['company', 'fleet', 'shanghai', 'bank']],
  ['hangzhou', ['company', 'fleet', 'bank']],
  ['company', ['company', 'fleet', 'bank']],
  ['partner', ['bank']],
  ['nowhere', []],
  ['other', ['other']],
] as const)('%s sees the own orders and counts no others', async (person, names) => {
  expect(await list({}, person)).toEqual({ ids: idsOf(...names), total: names.length })
})

test('states are counted within scope and within the filter, whatever state the list is narrowed to', async () => {
  const counts = async (input: object, as: string) => (await world.send(calls.counts, input as Record<string, unknown>, as)).data
  const seek = (status: number) =>
    world.owner.query('update orders set service_status = $1 where order_id = $2', [status, mine.company.orderId])
  expect(await counts({}, 'all')).toEqual({ seeking: 0, inHand: 0, unpaid: 1 })
  await seek(180)
  expect(await counts({}, 'all')).toEqual({ seeking: 1, inHand: 0, unpaid: 1 })
  expect(await counts({ serviceStatus: [506], payStatus: [30] }, 'all')).toEqual({ seeking: 1, inHand: 0, unpaid: 1 })
  expect(await counts({ keyword: '李师傅' }, 'all')).toEqual({ seeking: 0, inHand: 0, unpaid: 1 })
  expect(await counts({ cityId: SHANGHAI }, 'all')).toEqual({ seeking: 0, inHand: 0, unpaid: 0 })
  expect(await counts({}, 'partner')).toEqual({ seeking: 0, inHand: 0, unpaid: 0 })
  await seek(501)
})

test('a fleet reads its order in full though the booking is the city company’s', async () => {
  await world.owner.query('update users set dept_id = $1 where username = $2', [world.fleetOrg, 'company'])
  await world.owner.query('update bookings set org_id = $1 where booking_id = $2', [world.hangzhouOrg, mine.fleet.bookingId])
  // A session is remembered for two seconds.
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  expect(await list({}, 'company')).toEqual({ ids: idsOf('fleet'), total: 1 })
  expect((await world.send(calls.info, { orderId: mine.fleet.orderId }, 'company')).data).toMatchObject({
    driverName: '李师傅',
    bookingNo: '',
  })
  expect((await world.send(calls.info, { orderId: mine.company.orderId }, 'company')).code).toBe(404)
})

test('a partner, who sees no drivers, reads no driver’s name in what was done to the order either', async () => {
  const { orderId } = mine.bank
  await world.owner.query(
    `insert into order_events (tenant_id, order_id, seq, event, to_status, actor_type, actor_id, actor_name)
     values ($1, $2, 900, 'arrive', 302, 'DRIVER', '1', '张司机')`,
    [world.tenantA, orderId],
  )
  const namesFor = async (person: string) => {
    const { timeline } = (await world.send(calls.info, { orderId }, person)).data as { timeline: { actorName: string }[] }
    const { rows } = (await world.send(orderProgressCalls.log, { orderId, pageSize: 50 }, person)).data as { rows: { actorName: string }[] }
    return [timeline.at(-1)?.actorName, rows[0]?.actorName]
  }
  expect(await namesFor('partner')).toEqual(['', ''])
  expect(await namesFor('all')).toEqual(['张司机', '张司机'])
})

test('the list finds an order by its number, the customer’s telephone or the driver’s name', async () => {
  const found = async (keyword: string) => (await list({ keyword }, 'all')).ids
  expect(await found(mine.company.orderNo)).toEqual(idsOf('company'))
  expect(await found('13800138000')).toEqual(idsOf('company'))
  expect(await found('李师傅')).toEqual(idsOf('fleet'))
  expect(await found("'; --")).toEqual([])
})

test('filters narrow, also several states at once, and unknown ones are ignored', async () => {
  expect((await list({ serviceStatus: [506, 403] }, 'all')).ids).toEqual(idsOf('shanghai', 'bank'))
  expect((await list({ payStatus: [10] }, 'all')).ids).toEqual(idsOf('fleet'))
  expect((await list({ cityId: HANGZHOU, source: 'CALL_CENTRE', colour: 'blue' }, 'all')).ids).toEqual(idsOf('company', 'fleet', 'bank'))
  expect((await list({ createdAtTo: new Date(Date.now() - 3_600_000).toISOString() }, 'all')).ids).toEqual([])
  expect((await list({ totalFenFrom: 3500, totalFenTo: 3501 }, 'all')).total).toBe(4)
})

test('pages follow each other without a gap or a repeat', async () => {
  const pages = await Promise.all([1, 2, 3].map((pageNo) => list({ pageNo, pageSize: 2 }, 'all')))
  expect(pages.flatMap((page) => page.ids).sort()).toEqual(idsOf('company', 'fleet', 'shanghai', 'bank'))
  expect(await world.send(calls.list, { pageSize: 201 })).toMatchObject({ code: 400, data: { fields: [{ path: 'pageSize' }] } })
})

test('a page beyond what is counted is refused in words, and the last one within it is answered', async () => {
  const at = (pageNo: number, pageSize = 20) => world.send(calls.list, { pageNo, pageSize })
  for (const deep of [await at(1_000_000), await at(501), await at(51, 200)])
    expect(deep).toMatchObject({ code: 400, message: expect.stringContaining('10,000'), data: { fields: [{ path: 'pageNo' }] } })
  expect([(await at(500)).code, (await at(50, 200)).code]).toEqual([0, 0])
})

test('the list, which PostgreSQL writes, says of every order what the schema makes of its row', async () => {
  const plain = await addOrder(world, { status: 102, cityId: SHANGHAI, orgId: world.shanghaiOrg })
  const odd = await addOrder(world, { status: 301, phone: '057188880000', name: '“张”\\ "O\u2019Neil"\t<b>\u{1F697}</b>\u0001\u2028' })
  await world.owner.query(
    `update orders set book_time = '2026-02-03 04:05:06.789999+08', created_at = '2026-01-01 00:00:00+00', status_since = '2026-12-31 23:59:59.000999+00', pickup_address = E'一\\n二',
       estimate_distance_m = 9000, distance_m = null, estimate_fen = 4200, total_fen = null,
       track_quality = 'GAPS', gap_fills = $2 where order_id = $1`,
    [odd.orderId, { provider: 'VALHALLA', gaps: [300, 450].map((metres) => ({ from: 1, to: 2, metres })) }],
  )
  const db = world.app.platform.db.reader(wholeTenant(world.tenantA))
  for (const authorities of [new Set<string>(), new Set(Object.keys(authorityNames))]) {
    const rows = await listOrders(db, wholeTenant(world.tenantA), {}, { pageNo: 1, pageSize: 200 })
    const listed = orderRowsJson(rows, authorities).map((text) => JSON.parse(text) as { orderId: string; bookingId: string })
    expect(listed.map((row) => row.orderId)).toEqual(
      expect.arrayContaining([...idsOf('company', 'fleet', 'bank'), plain.orderId, odd.orderId]),
    )
    expect(listed.find(({ orderId }) => orderId === odd.orderId)).toMatchObject({ filledM: 750 })
    for (const row of listed) {
      const [whole] = await ordersWhere(db, { bookingId: row.bookingId }, 1)
      expect(row).toEqual(orderRow.strict().parse(orderRowView(whole!, authorities)))
    }
  }
})

test('the last six digits that a message names find the order, also one of several of its booking', async () => {
  const orderNo = 'D2611210918273-2'
  await world.owner.query('update orders set order_no = $2 where order_id = $1', [mine.shanghai.orderId, orderNo])
  expect((await list({ keyword: '918273' }, 'all')).ids).toEqual(idsOf('shanghai'))
  expect((await list({ keyword: '918273' }, 'hangzhou')).ids).toEqual([])
})

test.each(['asc', 'desc'] as const)('pages by the time of booking (%s) come from an index, which sorts nothing', async (sortOrder) => {
  const scope = wholeTenant(world.tenantA)
  const plan = await world.app.platform.db.write(scope, async (tx) => {
    // What can be had without sorting, is: as of millions of orders.
    await sql`set local enable_sort = off`.execute(tx)
    await sql`set local enable_seqscan = off`.execute(tx)
    const run = tx.executeQuery.bind(tx)
    let lines: string[] = []
    tx.executeQuery = async (query: CompiledQuery) => {
      const { rows } = await run<{ 'QUERY PLAN': string }>({ ...query, sql: `explain ${query.sql}` })
      lines = rows.map((row) => row['QUERY PLAN'])
      return { rows: [] }
    }
    await listOrders(tx, scope, {}, { pageNo: 50, pageSize: 200, sortBy: 'createdAt', sortOrder })
    return lines
  })
  const [cut, read] = ['Limit', 'orders_created'].map((word) => plan.findIndex((line) => line.includes(word)))
  expect(cut, plan.join('\n')).toBeGreaterThan(-1)
  expect(plan.slice(cut, read! + 1).join('\n')).toMatch(/^((?!Sort)[^])+using orders_created/)
})
