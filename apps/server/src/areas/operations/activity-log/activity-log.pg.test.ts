import { activityLogCalls as calls } from '@chauffeur/contract/operations/activity-log'
import { appsCalls } from '@chauffeur/contract/access/app'
import { queueCalls } from '@chauffeur/contract/call-centre/booking-queue'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { placeCall } from '#test/drivers'
import { makeWorld, type World } from '#test/world'
import type { ListRequest } from '#platform/list/list'
import { changeList, systemLogList } from './activity-log.list.ts'

interface Row {
  logId: string
  at: string
  actorName: string
  call: string
  object: string
  objectId: string
  objectName: string
  orderId: string | null
  code: number
  requestId: string
  changes?: { path: string; before: unknown; after: unknown }[]
}
interface Page {
  rows: Row[]
  total: number
  totalCapped: boolean
}

let world: World
let appId = ''
beforeAll(async () => {
  world = await makeWorld()
  const made = await world.send(appsCalls.update, { platform: 'H5', name: '网页版', identifier: 'https://m.example' }, 'all', {
    'x-request-id': 'request-make-app',
  })
  appId = (made.data as { appId: string }).appId
  await world.send(appsCalls.update, { appId, version: 1, platform: 'H5', name: '网页端', identifier: 'https://m.example' })
  await world.send(appsCalls.update, { appId, version: 1, platform: 'H5', name: '太迟', identifier: 'https://m.example' })
  await world.send(appsCalls.enable, { appId: '999999', enabled: true }, 'hangzhou')
})
afterAll(() => world.close())

const list = async (input: object, as: Parameters<World['send']>[2] = 'all', call: { method: string; path: string } = calls.system) =>
  (await world.send(call, input as Record<string, unknown>, as)).data as Page

test('the log is searched by call, person, object, result, request and time', async () => {
  expect((await list({ call: 'apps.update' })).rows.map(({ code }) => code)).toEqual([40981, 0, 0])
  expect((await list({ call: 'apps' })).total).toBe(4)
  expect((await list({ actorName: 'angzho' })).rows.map(({ call }) => call)).toEqual(['apps.enable'])
  expect((await list({ object: 'app', objectId: appId })).total).toBe(2)
  expect((await list({ call: 'apps', result: 'REFUSED' })).total).toBe(2)
  expect((await list({ requestId: 'request-make-app' })).rows).toMatchObject([{ call: 'apps.update', actorName: 'all' }])
  expect((await list({ atTo: new Date(Date.now() - 60_000).toISOString() })).total).toBe(0)
  expect((await list({ actorName: '%' })).total).toBe(0)
})

test('the business log holds what was done to objects, and the changes show what differs', async () => {
  expect((await list({ call: 'apps' }, 'all', calls.product)).total).toBe(2)
  const { rows } = await list({ object: 'app', objectId: appId }, 'all', calls.changes)
  expect(rows[0]!.changes).toEqual([{ path: 'name', before: '网页版', after: '网页端' }])
  const detail = await world.send(calls.info, { logId: rows[0]!.logId, at: rows[0]!.at })
  expect(detail.data).toMatchObject({ before: { name: '网页版' }, after: { name: '网页端' }, changes: rows[0]!.changes })
})

test('another tenant reads none of it, a person bound to a city what they did themselves, a partner nothing', async () => {
  expect((await list({ call: 'apps' }, 'other')).total).toBe(0)
  expect((await list({}, 'hangzhou')).rows.every(({ actorName }) => actorName === 'hangzhou')).toBe(true)
  expect((await list({ call: 'apps' }, 'hangzhou')).total).toBe(1)
  expect((await list({}, 'partner')).total).toBe(0)
  const { rows } = await list({ call: 'apps.update' })
  expect((await world.send(calls.info, { logId: rows[0]!.logId, at: rows[0]!.at }, 'other')).error).toBe('activityLog.notFound')
  // Nor is an entry found by another moment than its own, by which it lies where it does.
  expect((await world.send(calls.info, { logId: rows[0]!.logId, at: '2020-01-01T00:00:00Z' })).error).toBe('activityLog.notFound')
})

test('the choices name every call that leaves a trace and the objects there are', async () => {
  const { data } = await world.send(calls.options, {})
  const { calls: names, objects } = data as { calls: { key: string; value: string }[]; objects: { key: string }[] }
  expect(names).toContainEqual({ key: 'session.signOut', value: '退出登录' })
  expect(objects.map(({ key }) => key)).toContain('app')
})

test('each day counts what was done and what was refused', async () => {
  const { days } = (await world.send(calls.days, { days: 7 })).data as { days: { done: number; refused: number }[] }
  expect(days).toHaveLength(1)
  expect(days[0]).toMatchObject({ done: 2, refused: 2 })
})

test('an order is called by its number, opened from the entry and looked for by it', async () => {
  const { orderId, orderNo, bookingId } = await placeCall(world)
  await world.send(orderEditCalls.remark, { orderId, remark: '客户在东门' })
  const [entry] = (await list({ objectId: orderNo })).rows
  expect(entry).toMatchObject({ object: 'order', objectId: orderId, objectName: orderNo, orderId })
  await world.send(queueCalls.claimFromQueue, { bookingId })
  const [claim] = (await list({ object: 'booking', objectId: bookingId })).rows
  expect(claim).toMatchObject({ orderId })
  expect((await list({ objectId: claim!.objectName })).rows[0]).toMatchObject({ object: 'booking', objectId: bookingId })
})

test('in two hundred thousand rows every search goes through an index', async () => {
  await world.owner.query(
    `insert into operation_logs (tenant_id, at, actor_type, actor_id, actor_name, call, object, object_id, code, request_id)
     select $1, now() - (i % 2592000) * interval '1 second', case when i % 3 = 0 then 'DRIVER' else 'OPERATOR' end, 1000 + i % 500, '某人', case when i % 50 = 0 then 'apps.enable' else 'order.x' || i % 40 end,
       case when i % 2 = 0 then 'order' else '' end, (i % 200000)::text, case when i % 100 = 0 then 40901 else 0 end, 'bulk-' || i
     from generate_series(1, 200000) i`,
    [world.tenantA],
  )
  await world.owner.query('analyze operation_logs')
  const searches: [string, object, object?][] = [
    ['newest', {}],
    ['by request', { requestId: 'bulk-150000' }],
    ['by object', { object: 'order', objectId: '77776' }],
    ['by person', { actorId: '1234' }],
    ['by call', { call: 'apps.enable' }],
    ['refused', { result: 'REFUSED' }],
    ['an hour', { atFrom: new Date(Date.now() - 3_600_000).toISOString() }],
    ['changes of one object', { object: 'app', objectId: appId }, calls.changes],
  ]
  const reader = world.app.platform.db.reader(wholeTenant(world.tenantA))
  for (const [name, input, call] of searches) {
    const page = await list(input, 'all', (call ?? calls.system) as { method: string; path: string })
    expect(page.rows.length, name).toBeGreaterThan(0)
    const asked = {
      input: { ...input, pageNo: 1, pageSize: 20 },
      db: reader,
      operator: { tenantId: world.tenantA },
    } as unknown as ListRequest<typeof calls.system>
    const every = await (call ? changeList : systemLogList).every(asked)
    const { sql, parameters } = 'rows' in every ? every.rows : expect.fail('a list of few rows')
    const { rows: plan } = await world.owner.query<{ 'QUERY PLAN': string }>(`explain ${sql} limit 20`, [...parameters])
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(text, name).toMatch(/Index/)
    // The empty months are read whole, which is nothing.
    expect(text, name).not.toMatch(/Seq Scan.* rows=\d{2,}/)
  }
  expect((await list({})).totalCapped).toBe(true)
}, 120_000)
