import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverBatchCalls, driverFileCalls, type DriverInfo } from '@chauffeur/contract/driver/file'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bring, undoImport } from '#test/bring'
import { signInByCode } from '#test/drivers'
import { messagesIn } from '#test/harness/messages'
import { HANGZHOU, makeWorld, type Person, type World } from '#test/world'
import { readIdCard } from '../file/index.ts'
import { judgeLevels } from '../level/index.ts'
import { HEADS } from './batch.import.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ jobs: true })
})
afterAll(() => world.close())

let people = 0
/** A telephone and a card that nobody else has, of somebody born in 1990. */
function somebody() {
  const start = `3301061990030${String(1000 + ++people)}`
  const idCardNo = '0123456789X'
    .split('')
    .map((check) => start + check)
    .find((number) => readIdCard(number))!
  return { phone: `1391000${String(people).padStart(4, '0')}`, idCardNo }
}
type Cells = Partial<Record<(typeof HEADS)[number], string>>
const line = (cells: Cells) => HEADS.map((head) => cells[head] ?? '').join(',')
const row = (of: { phone: string; idCardNo: string }, more: Cells = {}) =>
  line({
    ...{ 姓名: '王建国', 手机号: of.phone, 身份证号: of.idCardNo, 身份证有效期: '长期', 准驾车型: 'C1' },
    ...{ 初次领证日期: '2012/5/1', 驾驶证有效期: '2032-05-01', 城市: '杭州', 资料已审核: '是', ...more },
  })
const bringIn = (
  rows: string[],
  { as = 'all', invite = false, withinMs = 25_000 }: { as?: Person; invite?: boolean; withinMs?: number } = {},
) => bring(world, { kind: 'driver.drivers', into: { invite }, content: `${HEADS.join(',')}\n${rows.join('\n')}\n`, as, withinMs })
const idOf = async (phone: string) =>
  (await world.owner.query<{ driver_id: string }>('select driver_id from drivers where phone = $1', [phone])).rows[0]?.driver_id
const told = (rows: (string | undefined)[][]) => rows.filter(([, state]) => state !== 'READ').map(([, state, problem]) => [state, problem])

test('drivers come in by the template’s heads; each row that cannot says why, in the words of the form', async () => {
  const head = await world.send(driverBatchCalls.downloadHead, {}, 'hangzhou')
  expect((head.data as { csv: string }).csv).toBe(`\uFEFF${HEADS.join(',')}\r\n`)
  const [good, twice, young, taken, wrong, number] = [somebody(), somebody(), somebody(), somebody(), somebody(), somebody()]
  await bringIn([row(taken, { 工号: 'HZ-777' })])
  const { results, preview } = await bringIn([
    row(good, {
      工号: 'HZ-001',
      所属机构: '西湖车队',
      服务类型: '日常代驾、长途代驾',
      '听单半径（米）': '3000',
      紧急联系人: '李梅',
      紧急联系电话: '13800001111',
    }),
    row({ ...twice, idCardNo: good.idCardNo }),
    row(young, { 初次领证日期: '20250501' }),
    row({ ...somebody(), phone: taken.phone }),
    row({ ...somebody(), idCardNo: taken.idCardNo }),
    row(number, { 工号: 'HZ-777' }),
    row(somebody(), { 城市: '广州' }),
    row(somebody(), { 所属机构: '上海公司' }),
    row({ ...wrong, idCardNo: '3.30106E+17' }),
    row(somebody(), { 驾驶证有效期: '2020-01-01' }),
    row(somebody(), { 准驾车型: 'D' }),
  ])
  expect(preview).toMatchObject({ good: 1, bad: 10 })
  expect(told(results)).toEqual([
    ['DONE', ''],
    ['REFUSED', '与前面的行重复'],
    ['REFUSED', '驾龄须满 3 年'],
    ['REFUSED', '该手机号已登记给其他司机'],
    ['REFUSED', '该身份证已登记给其他司机'],
    ['REFUSED', '该工号已被使用'],
    ['REFUSED', '该城市不在您的业务范围内'],
    ['REFUSED', '所选机构不存在或不属于该城市'],
    ['REFUSED', '身份证号不正确：请核对校验位，表格中该列须为文本格式'],
    ['REFUSED', '驾驶证已过期'],
    ['REFUSED', '应为A1、A2、A3、B1、B2、C1之一'],
  ])
  const info = (await world.send(driverFileCalls.info, { driverId: await idOf(good.phone) })).data as DriverInfo
  expect(info).toMatchObject({
    ...{ driverNo: 'HZ-001', name: '王建国', cityId: HANGZHOU, orgName: '西湖车队', birthDate: '1990-03-01', idCardExpire: null },
    ...{ licenceClass: 'C1', licenceFirstIssue: '2012-05-01', licenceExpire: '2032-05-01', serviceTypes: ['TRIP', 'LONG_DISTANCE'] },
    ...{ listenRadiusM: 3000, emergencyContact: '李梅', emergencyPhone: '13800001111', qualification: 50, version: 1 },
  })
  expect((await world.send(dispatchCalls.goOnline, {}, await signInByCode(world, good.phone))).code).toBe(0)
})

test('an identity card stands nowhere in clear once its row was brought in', async () => {
  const one = somebody()
  await bringIn([row(one)])
  const { rows } = await world.owner.query<{ all: string }>(`
    select string_agg(t, '') as all from (select r::text as t from import_rows r where state = 'DONE' union all select d::text from drivers d
      union all select l::text from operation_logs l) s`)
  expect(rows[0]!.all).not.toContain(one.idCardNo)
  expect(rows[0]!.all).toContain(`**************${one.idCardNo.slice(-4)}`)
})

test('who runs one city brings drivers of that city, who has one organisation those of theirs; a driver beyond their sight is named all the same', async () => {
  const [own, beyond] = [somebody(), somebody()]
  await bringIn([row(beyond, { 城市: '上海' })])
  const { results } = await bringIn([row(own), row(somebody(), { 城市: '上海' }), row({ ...somebody(), phone: beyond.phone })], {
    as: 'hangzhou',
  })
  expect(told(results)).toEqual([
    ['DONE', ''],
    ['REFUSED', '该城市不在您的业务范围内'],
    ['REFUSED', '该手机号已登记给其他司机'],
  ])
  const narrow = await bringIn(
    [row(somebody()), row(somebody(), { 所属机构: '西湖车队' }), row(somebody(), { 所属机构: '上海公司', 城市: '上海' })],
    {
      as: 'company',
    },
  )
  expect(told(narrow.results)).toEqual([
    ['REFUSED', '所选机构不存在或不属于该城市'],
    ['DONE', ''],
    ['REFUSED', '所选机构不存在或不属于该城市'],
  ])
  expect((await bringIn([row({ ...somebody(), phone: own.phone })], { as: 'other' })).results.at(-1)).toEqual(['王建国', 'DONE', ''])
})

test('each new driver is invited once where that was wished for, and nobody where it was not', async () => {
  const [invited, again, quiet] = [somebody(), somebody(), somebody()]
  await bringIn([row(quiet)])
  await bringIn([row(invited), row(again)], { invite: true })
  await bringIn([row(invited), row(again)], { invite: true })
  for (const { phone } of [invited, again]) {
    const messages = (await messagesIn(world, phone)).filter(({ purpose }) => purpose === 'DRIVER_INVITATION')
    expect(messages).toHaveLength(1)
    expect(messages[0]!.body).toContain('/driver/#join=')
  }
  expect(await messagesIn(world, quiet.phone)).toEqual([])
})

test('what was brought in is taken back while nothing became of it', async () => {
  const [idle, changed, signedIn] = [somebody(), somebody(), somebody()]
  const { importId } = await bringIn([row(idle), row(changed), row(signedIn)], { invite: true })
  await judgeLevels(world.app.platform)
  await world.owner.query('update drivers set version = version + 1 where phone = $1', [changed.phone])
  await signInByCode(world, signedIn.phone)
  await undoImport(world, importId)
  expect(await idOf(idle.phone)).toBeUndefined()
  expect(await idOf(changed.phone)).toBeDefined()
  expect(await idOf(signedIn.phone)).toBeDefined()
  // The telephone and the card are free again.
  expect(told((await bringIn([row(idle)])).results)).toEqual([['DONE', '']])
})

test('a list of five thousand is brought in behind the request', { timeout: 120_000 }, async () => {
  const many = Array.from({ length: 5_000 }, () => row(somebody()))
  const { job } = await bringIn(many, { withinMs: 90_000 })
  expect(job.state).toBe('DONE')
  const { rows } = await world.owner.query<{ n: number }>(`select count(*)::int as n from drivers where phone like '1391000%'`)
  expect(rows[0]!.n).toBeGreaterThanOrEqual(5_000)
})
