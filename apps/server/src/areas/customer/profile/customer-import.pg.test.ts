import { groupCalls, type GroupRow } from '@chauffeur/contract/customer/group'
import { customerCalls } from '@chauffeur/contract/customer/profile'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bring, undoImport } from '#test/bring'
import { HANGZHOU, makeWorld, type Person, type World } from '#test/world'
import { groupRound } from '../group/index.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ jobs: true })
})
afterAll(() => world.close())

const listed = async (as: Person = 'all') =>
  ((await world.send(customerCalls.list, { pageSize: 200 }, as)).data as AnswerOf<typeof customerCalls.list>).rows
const DONE = 'DONE'
const REFUSED = 'REFUSED'

test('who works for one city brings in customers of that city and of no other; without a city they are of their own', async () => {
  const list = '电话,姓名,城市\n13900000001,甲,杭州\n13900000002,乙,上海\n13900000003,丙,\n13900000004,丁,330100'
  const { job, preview, results } = await bring(world, { kind: 'customer.customers', content: list, as: 'hangzhou' })
  expect(preview).toMatchObject({ good: 3, bad: 1 })
  expect(job.state).toBe('DONE')
  expect(results).toEqual([
    ['13900000001', DONE, ''],
    ['13900000002', REFUSED, '所选城市不在您的业务范围内'],
    ['13900000003', DONE, ''],
    ['13900000004', DONE, ''],
  ])
  expect(new Map((await listed('hangzhou')).map(({ name, cityId }) => [name, cityId]))).toEqual(
    new Map(['甲', '丙', '丁'].map((name) => [name, HANGZHOU])),
  )
})

test('who works for several cities is told of rows without one', async () => {
  const { results } = await bring(world, {
    kind: 'customer.customers',
    content: '电话,城市\n13900000011,\n13900000012,上海',
    as: 'company',
  })
  expect(results).toEqual([
    ['13900000011', REFUSED, '请选择您业务范围内的城市，否则保存后您看不到这位客户'],
    ['13900000012', DONE, ''],
  ])
})

test('what a sheet would run as a formula is a name like any other, also in the file of the list', async () => {
  const { results } = await bring(world, { kind: 'customer.customers', content: "电话,姓名\n13900000021,=1+1\n13900000022,'@SUM(A1)" })
  expect(results.map(([, state]) => state)).toEqual([DONE, DONE])
  const names = (await listed()).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['=1+1', '@SUM(A1)']))
})

test('members are brought into a group by who runs all its cities, new customers into one of these; and taken out again', async () => {
  const group = async (input: object, as: Person) => (await world.send(groupCalls.save, { type: 'BLACK', ...input }, as)).data as GroupRow
  const everywhere = await group({ name: '全国黑名单' }, 'all')
  const own = await group({ name: '杭州黑名单', cityIds: [HANGZHOU] }, 'hangzhou')
  const list = { kind: 'customer.groupMembers', content: '电话\n13900000101', as: 'hangzhou' as const }
  const beyond = await bring(world, { ...list, into: { groupId: everywhere.groupId } })
  expect(beyond.preview).toMatchObject({ good: 0, bad: 1 })
  expect(beyond.results).toEqual([['13900000101', REFUSED, '客户分组的城市超出您的业务范围，请由负责全部这些城市的人员操作']])
  const brought = await bring(world, { ...list, into: { groupId: own.groupId } })
  expect(brought.results).toEqual([['13900000101', DONE, '']])
  const members = async () => (await world.send(groupCalls.phoneList, { groupId: own.groupId }, 'hangzhou')).data
  expect(await members()).toMatchObject({ rows: [{ phone: '13900000101', cityName: '杭州市', source: 'FILE' }] })
  await undoImport(world, brought.importId, 'hangzhou')
  expect(await members()).toMatchObject({ rows: [] })
})

test('what was brought in and taken back is counted in no group any more; who said yes or no to something stays', async () => {
  const list = '电话,等级\n13900000201,金卡\n13900000202,金卡'
  const { importId } = await bring(world, { kind: 'customer.customers', content: list })
  const saved = await world.send(groupCalls.save, { name: '金卡客户', type: 'MARKETING', rule: { levels: [2] } })
  const { groupId } = saved.data as GroupRow
  await groupRound.work(world.app.platform, new AbortController().signal)
  const group = async () => (await world.send(groupCalls.edit, { groupId })).data as GroupRow
  expect((await group()).members).toBe(2)
  const [said] = (await listed()).filter(({ phone }) => phone === '13900000202')
  const consent = { customerId: said!.customerId, kind: 'MARKETING', given: false, source: '电话' }
  expect(await world.send(customerCalls.consent, consent)).toMatchObject({ code: 0 })
  await undoImport(world, importId)
  const left = (await listed()).map(({ phone }) => phone)
  expect(left).toContain('13900000202')
  expect(left).not.toContain('13900000201')
  expect((await group()).members).toBe(1)
})
