import { createHash } from 'node:crypto'
import { tenancyCalls } from '@chauffeur/contract/access/tenant'
import { EXPORT_STATE as S, exportCalls, type ExportRow } from '@chauffeur/contract/operations/export'
import { jobCalls } from '@chauffeur/contract/operations/job'
import { orderCalls } from '@chauffeur/contract/order/list'
import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openExportFile } from '#areas/operations/export'
import { findOperator } from '#platform/identity/session'
import { asking } from '../ask.ts'
import { addDriver, addOrder, FOREIGN, HANGZHOU, makeWorld, SHANGHAI, type World } from '../world.ts'

const LIST = orderCalls.list.path
const FORMULA = '=HYPERLINK("http://evil.example")'

let world: World
let keys = 0
const { ok, refused } = asking(() => world)
beforeAll(async () => {
  world = await makeWorld({ jobs: true })
  const driverId = await addDriver(world, { name: '@SUM(1)' })
  for (let n = 0; n < 4; n++)
    await addOrder(world, { orgId: world.hangzhouOrg, channelId: world.channel, phone: `1390000000${n}`, driverId })
  await addOrder(world, { orgId: world.hangzhouOrg, name: FORMULA, phone: '13900000009', status: 403 })
  await addOrder(world, { cityId: SHANGHAI, orgId: world.shanghaiOrg, channelId: world.otherChannel, name: FOREIGN })
  await world.owner.query(
    `update orders set pickup_address = '"文三路", 1 号' || chr(10) || '找 13912345678', created_at = '2026-11-20T16:30:05Z', total_fen = 12345 where customer_name <> $1`,
    [FORMULA],
  )
}, 60_000)
afterAll(() => world.close())

async function ask(input: object, as = 'all', headers: Record<string, string> = {}): Promise<ExportRow> {
  const answer = await world.send(exportCalls.create, { list: LIST, format: 'CSV', ...input }, as, {
    'idempotency-key': `e${++keys}`,
    ...headers,
  })
  expect(answer).toMatchObject({ code: 0 })
  return answer.data
}
const whyNot = async (input: object, as = 'all') =>
  (await world.send(exportCalls.create, { list: LIST, format: 'CSV', ...input }, as, { 'idempotency-key': `e${++keys}` })).error ?? 'done'
const infoOf = (exportId: string, as = 'all') =>
  ok<ExportRow & { downloadLog: { name: string; ip: string }[] }>(exportCalls.info, { exportId }, as)
async function become(exportId: string, state: number, as = 'all') {
  await vi.waitFor(async () => expect(await infoOf(exportId, as)).toMatchObject({ state }), { timeout: 60_000, interval: 100 })
  return infoOf(exportId, as)
}
async function fileOf(exportId: string, as = 'all'): Promise<Buffer> {
  const { url } = await ok(exportCalls.download, { exportId }, as)
  const answer = await world.app.http.inject({ url: url! })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}
async function exported(input: object, as = 'all', headers: Record<string, string> = {}) {
  const { exportId } = await ask(input, as, headers)
  const done = await become(exportId, S.done, as)
  return { done, bytes: await fileOf(exportId, as) }
}
const sheetsOf = async (bytes: Buffer) => (await readWorkbook(bytes)).map(({ data }) => data)
const counted = async (input: object, as = 'all') => (await ok<{ total: number }>(orderCalls.list, { ...input }, as)).total

test('a workbook has every row that the list counts for the same filters, in its order, as numbers, times and words', async () => {
  const filters = { serviceStatus: [501], cityId: HANGZHOU }
  const columns = ['orderNo', 'serviceStatus', 'totalFen', 'createdAt', 'customerPhone', 'dropoffAddress']
  const { done, bytes } = await exported({
    filters,
    columns,
    format: 'XLSX',
    sortBy: 'createdAt',
    sortOrder: 'asc',
    conditions: '杭州 · 已报单',
  })
  const [sheet, ...others] = await sheetsOf(bytes)
  expect(others).toEqual([])
  expect(sheet![0]).toEqual(['订单号', '订单状态', '总金额（元）', '下单时间', '客户电话', '目的地'])
  const { rows } = await ok<{ rows: { orderNo: string }[] }>(orderCalls.list, { ...filters, sortBy: 'createdAt', sortOrder: 'asc' })
  expect(sheet!.slice(1).map((row) => row[0])).toEqual(rows.map((row) => row.orderNo))
  // The clock of Hangzhou.
  expect(sheet![1]).toEqual([rows[0]!.orderNo, '已报单', 123.45, new Date('2026-11-21T00:30:05Z'), '139****0000', null])
  expect(done).toMatchObject({ total: rows.length, written: rows.length, bytes: bytes.length, conditions: '杭州 · 已报单', downloads: 0 })
  expect(done.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(done.fileName).toMatch(/^订单 \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.xlsx$/)
  expect(Date.parse(done.expiresAt!) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
})

test('comma-separated text begins with its mark, and is in the language of who asks', async () => {
  const { bytes } = await exported(
    { filters: { serviceStatus: [403] }, columns: ['serviceStatus', 'source', 'totalFen', 'bookTime'] },
    'all',
    { 'accept-language': 'en' },
  )
  expect(bytes.toString()).toBe('\ufeffOrder status,Source,Total (CNY),Booked for\r\nCancelled by customer,Phone order,35.00,\r\n')
})

test('texts that a program would take for formulas are only texts', async () => {
  const columns = ['customerName', 'driverName', 'pickupAddress']
  const csv = (await exported({ columns })).bytes.toString()
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(csv).toContain(`,'@SUM(1),"""文三路"", 1 号\n找 139****5678"\r\n`)
  const [sheet] = await sheetsOf((await exported({ columns, format: 'XLSX' })).bytes)
  expect(sheet!.flat()).toContain(FORMULA)
  expect(sheet!.flat()).toContain('@SUM(1)')
})

test.each([
  ['partner', 4],
  ['hangzhou', 5],
  ['company', 5],
] as const)('%s gets their own rows and no others', async (as, rows) => {
  expect(await counted({}, as)).toBe(rows)
  const { done, bytes } = await exported({}, as)
  expect(done).toMatchObject({ total: rows, requestedBy: { name: as } })
  expect(bytes.toString()).not.toContain(FOREIGN)
  expect(bytes.toString().split('\r\n')).toHaveLength(rows + 2)
})

test('nobody’s export, and nobody’s file, is somebody else’s', async () => {
  const { exportId } = await ask({}, 'hangzhou')
  await become(exportId, S.done, 'hangzhou')
  for (const as of ['company', 'partner', 'other', 'nowhere']) {
    for (const call of [exportCalls.info, exportCalls.download, exportCalls.del, exportCalls.cancel, exportCalls.retry])
      expect(await refused(call, { exportId }, as)).toBe('export.notFound')
    expect((await ok<{ rows: ExportRow[] }>(exportCalls.list, { everybody: true }, as)).rows.map((row) => row.exportId)).not.toContain(
      exportId,
    )
  }
  // Who may see everybody's sees that there was one, and takes no file of it.
  const all = (await ok<{ rows: ExportRow[] }>(exportCalls.list, { everybody: true })).rows.find((row) => row.exportId === exportId)
  expect(all).toMatchObject({ state: S.done, allowedActions: ['DELETE'] })
  expect(await refused(exportCalls.download, { exportId })).toBe('export.notFound')
  expect((await ok<{ rows: ExportRow[] }>(exportCalls.list, {})).rows.map((row) => row.exportId)).not.toContain(exportId)
})

describe('whole telephones', () => {
  const columns = ['customerPhone', 'pickupAddress']
  test('stand in a file for who may have them, with a reason', async () => {
    expect(await whyNot({ columns, wholePhones: true })).toBe('export.reasonMissing')
    const { done, bytes } = await exported({ columns, wholePhones: true, reason: '回访' })
    expect(done).toMatchObject({ wholePhones: true, reason: '回访' })
    expect(bytes.toString()).toContain('13900000001')
    expect(bytes.toString()).toContain('13912345678')
  })
  test('are masked in every column without', async () => {
    const text = (await exported({ columns })).bytes.toString()
    expect(text).toContain('139****0001')
    expect(text).not.toMatch(/139\d{8}/)
  })
  test.each(['export.wholePhones', 'phone.reveal'])('are refused without %s, also to one who loses it meanwhile', async (code) => {
    const { exportId } = await ask({ columns, wholePhones: true, reason: '回访' })
    await become(exportId, S.done)
    await ok(exportCalls.del, { exportId })
    const { exportId: failing } = await ask({ columns, wholePhones: true, reason: '回访' })
    await become(failing, S.done)
    await world.owner.query(`update exports set expires_at = now() where export_id = $1`, [failing])
    await world.owner.query(`delete from role_functions where function_code = $1 and tenant_id = $2`, [code, world.tenantA])
    world.app.platform.forgetSession()
    try {
      expect(await whyNot({ columns, wholePhones: true, reason: '回访' })).toBe('export.phonesForbidden')
      expect(await refused(exportCalls.retry, { exportId: failing })).toBe('export.phonesForbidden')
    } finally {
      await world.owner.query(
        `insert into role_functions (tenant_id, role_id, function_code) select tenant_id, role_id, $1 from roles where tenant_id = $2 and name = '全部'`,
        [code, world.tenantA],
      )
      world.app.platform.forgetSession()
    }
  })
})

test('what cannot be exported is refused in words', async () => {
  expect(await whyNot({ list: '/nowhere' })).toBe('export.unknownList')
  expect(await whyNot({ columns: ['orderNo', 'toString', 'secret'] })).toBe('export.unknownColumn')
  expect(await whyNot({ filters: { cityId: 'x' } })).toBe('export.badFilter')
  await world.owner.query(`delete from role_functions where function_code = 'order.view' and tenant_id = $1`, [world.tenantA])
  world.app.platform.forgetSession()
  try {
    expect(await whyNot({})).toBe('export.listForbidden')
    expect((await ok<{ lists: { list: string }[] }>(exportCalls.dict, {})).lists.map(({ list }) => list)).not.toContain(LIST)
  } finally {
    await world.owner.query(
      `insert into role_functions (tenant_id, role_id, function_code) select tenant_id, role_id, 'order.view' from roles where tenant_id = $1 and name = '全部'`,
      [world.tenantA],
    )
    world.app.platform.forgetSession()
  }
})

test('every download is kept: who, when, from where; and stands in the operation log', async () => {
  const { exportId } = await ask({})
  await become(exportId, S.done)
  const first = await fileOf(exportId)
  expect(await fileOf(exportId)).toEqual(first)
  const info = await infoOf(exportId)
  expect(info.downloads).toBe(2)
  expect(info.downloadLog).toEqual([expect.objectContaining({ name: 'all' }), expect.objectContaining({ name: 'all' })])
  const { rows } = await world.owner.query(
    `select call, actor_name, after from operation_logs where object = 'export' and object_id = $1 order by at, log_id`,
    [exportId],
  )
  expect(rows.map((row) => row.call)).toEqual(['export.create', 'export.download', 'export.download'])
  expect(rows[1]).toMatchObject({ actor_name: 'all', after: { rows: 6 } })
})

test('a file is taken by who may still see what is in it', async () => {
  const { userId } = world.people.hangzhou
  const { exportId } = await ask({}, 'hangzhou')
  const { exportId: whole } = await ask({ wholePhones: true, reason: '回访' }, 'hangzhou')
  await become(exportId, S.done, 'hangzhou')
  await become(whole, S.done, 'hangzhou')
  const changed = async (text: string, values: unknown[]) => {
    await world.owner.query(text, values)
    world.app.platform.forgetSession()
  }
  const takes = async () => [
    await refused(exportCalls.download, { exportId }, 'hangzhou'),
    await refused(exportCalls.download, { exportId: whole }, 'hangzhou'),
  ]
  expect(await takes()).toEqual(['done', 'done'])
  const cities = (ids: string[]) => changed('update users set city_ids = $2 where user_id = $1', [userId, ids])
  await cities([SHANGHAI])
  expect(await takes()).toEqual(['export.sightNarrowed', 'export.sightNarrowed'])
  await cities([HANGZHOU, SHANGHAI])
  expect(await takes()).toEqual(['done', 'done'])
  await cities([HANGZHOU])
  for (const [code, why] of [
    ['export.wholePhones', ['done', 'export.phonesForbidden']],
    ['order.view', ['export.listForbidden', 'export.listForbidden']],
  ] as const) {
    const of = [code, world.tenantA]
    await changed('delete from role_functions where function_code = $1 and tenant_id = $2', of)
    try {
      expect(await takes()).toEqual(why)
    } finally {
      await changed(
        `insert into role_functions (tenant_id, role_id, function_code) select tenant_id, role_id, $1 from roles where tenant_id = $2 and name = '全部'`,
        of,
      )
    }
  }
})

test('an expired or deleted file is gone, an expired one can be made again', async () => {
  const { exportId } = await ask({})
  await become(exportId, S.done)
  const { url } = await ok(exportCalls.download, { exportId })
  await world.owner.query(`update exports set expires_at = now() where export_id = $1`, [exportId])
  await world.owner.query(`update files set expire_at = now() where kind = 'EXPORT'`)
  expect(await infoOf(exportId)).toMatchObject({ state: S.expired, allowedActions: ['RETRY', 'DELETE'] })
  expect(await refused(exportCalls.download, { exportId })).toBe('export.fileGone')
  expect((await world.app.http.inject({ url: url! })).statusCode).toBe(404)
  await ok(exportCalls.retry, { exportId })
  await become(exportId, S.done)
  await fileOf(exportId)
  expect(await ok(exportCalls.del, { exportId })).toMatchObject({ state: S.deleted, allowedActions: [] })
  expect(await refused(exportCalls.download, { exportId })).toBe('export.fileGone')
  expect(await refused(exportCalls.del, { exportId })).toBe('export.notFound')
})

describe('of many rows', () => {
  const MANY = 30_000
  beforeAll(async () => {
    await world.owner.query(
      `insert into phone_calls (tenant_id, client_ref, direction, line_no, agent_id, agent_name, phone, started_at)
       select $1, 'many-' || n, 'IN', 0, $2, '客服', '13800000000', now() - n * interval '1 second' from generate_series(1, $3::int) n`,
      [world.tenantA, world.people.all.userId, MANY],
    )
    await world.owner.query('analyze phone_calls')
  }, 60_000)
  const calls = '/api/phone/call/list'
  const task = async (format: 'CSV' | 'XLSX') => {
    const { db, settings } = world.app.platform
    const operator = (await findOperator(db, world.tenantA, world.people.all.userId))!
    return {
      ...{ url: db.urls.runtime, operator, list: calls, filters: {}, columns: ['startedAt', 'phone', 'note'], format, settings },
      ...{ english: false, utcOffsetMinutes: 480, wholePhones: true, fixes: [] },
    }
  }

  test('all are as they were when the file was begun, whatever is written meanwhile', async () => {
    const file = await openExportFile(await task('CSV'))
    expect(file.total).toBe(MANY)
    await world.owner.query(`update phone_calls set note = '变了', started_at = started_at + interval '1 day' where call_id % 2 = 0`)
    await world.owner.query(`delete from phone_calls where call_id % 3 = 0`)
    let text = ''
    for await (const part of file.body) text += String(part)
    await file.close()
    const lines = text.trimEnd().split('\r\n').slice(1)
    expect(lines).toHaveLength(MANY)
    expect(new Set(lines).size).toBe(MANY)
    expect(text).not.toContain('变了')
    expect(lines).toEqual(lines.toSorted().toReversed())
    await world.owner.query(`delete from phone_calls where client_ref like 'many-%'`)
    await world.owner.query(
      `insert into phone_calls (tenant_id, client_ref, direction, line_no, agent_id, agent_name, phone, started_at)
       select $1, 'many-' || n, 'IN', 0, $2, '客服', '13800000000', now() - n * interval '1 second' from generate_series(1, $3::int) n`,
      [world.tenantA, world.people.all.userId, MANY],
    )
  }, 60_000)

  test('a sixth under way of one person is refused', async () => {
    const under = []
    for (let n = 0; n < 5; n++) under.push((await ask({ list: calls, format: 'XLSX' })).exportId)
    expect(await whyNot({ list: calls })).toBe('export.tooMany')
    for (const exportId of under) await world.send(exportCalls.cancel, { exportId })
    await vi.waitFor(async () => expect(await whyNot({})).toBe('done'), { timeout: 30_000, interval: 200 })
  }, 60_000)
})

test('the list of tenants is exported by platform administrators alone, with every tenant', async () => {
  const tenants = { list: tenancyCalls.list.path, columns: ['brandName'] }
  expect(await whyNot(tenants)).toBe('export.listForbidden')
  const lines = (await exported(tenants, 'platform')).bytes.toString().trimEnd().split('\r\n')
  const { rows } = await ok<{ rows: { brandName: string }[] }>(tenancyCalls.list, {}, 'platform')
  expect(rows.length).toBeGreaterThan(1)
  expect(lines.slice(1)).toEqual(rows.map(({ brandName }) => brandName))
}, 60_000)

test('one that is being written is not deleted, and one that is there is not made again', async () => {
  const { exportId } = await ask({})
  await become(exportId, S.done)
  const { rows } = await world.owner.query<{ job_id: string }>('select job_id from exports where export_id = $1', [exportId])
  const jobId = rows[0]!.job_id
  expect(await refused(exportCalls.retry, { exportId })).toBe('export.notRetryable')
  expect(await refused(jobCalls.retry, { jobId })).toBe('job.notRetryable')
  const asIf = (jobState: string, fileThere: boolean) =>
    world.owner.query(
      `with job as (update jobs set state = $2, ended_at = case when $2 = 'DONE' then now() end where job_id = $3)
       update exports set expires_at = case when $4 then now() + interval '1 day' end where export_id = $1`,
      [exportId, jobState, jobId, fileThere],
    )
  await asIf('RUNNING', false)
  expect(await refused(exportCalls.del, { exportId })).toBe('export.running')
  await asIf('DONE', true)
  await ok(exportCalls.del, { exportId })
  expect(await refused(exportCalls.del, { exportId })).toBe('export.notFound')
})
