import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import { importCalls, importRefusals } from '@chauffeur/contract/operations/import'
import { type Job, jobCalls } from '@chauffeur/contract/operations/job'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeWorld, type Person, type World } from '../world.ts'

let world: World
let enterpriseId: string
beforeAll(async () => {
  world = await makeWorld({ jobs: true })
  enterpriseId = await newEnterprise('云帆科技')
})
afterAll(() => world.close())

const newEnterprise = async (name: string) =>
  ((await world.send(enterpriseCalls.saveEnterprise, { name, payMode: 'PREPAID', state: 'ACTIVE' })).data as { enterpriseId: string })
    .enterpriseId

type Info = {
  importId: string
  state: string
  head: string[]
  headed: boolean
  mapping: Record<string, number | null>
  rows: number
  done: number
  refused: number
  undone: number
  undoUntil: string | null
  allowedActions: string[]
}
async function open(content: string | Uint8Array, as: Person = 'all', of: { kind?: string; into?: object } = {}) {
  const form = new FormData()
  form.set('kind', of.kind ?? 'enterprise.employees')
  form.set('into', JSON.stringify(of.into ?? { enterpriseId }))
  form.set('file', new Blob([typeof content === 'string' ? content : Buffer.from(content)]), '员工.csv')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const response = await world.app.http.inject({
    method: 'POST',
    url: importCalls.open.path,
    headers: { token: world.people[as].token, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return response.json<{ code: number; error?: string; data: Info }>()
}
const info = async (importId: string, as: Person = 'all') => (await world.send(importCalls.info, { importId }, as)).data as Info
const ended = async (jobId: string) =>
  vi.waitFor(
    async () => {
      const job = (await world.send(jobCalls.info, { jobId })).data as Job
      expect(['DONE', 'FAILED']).toContain(job.state)
      return job
    },
    { timeout: 25_000, interval: 100 },
  )
async function run({ importId, headed, mapping }: Info, as: Person = 'all') {
  const asked = await world.send(importCalls.run, { importId, headed, mapping }, as)
  expect(asked.code, JSON.stringify(asked)).toBe(0)
  return ended((asked.data as { jobId: string }).jobId)
}
const employees = async (of = enterpriseId) =>
  (
    await world.owner.query<{ phone: string; name: string; dept: string; month_limit_fen: string | null }>(
      'select phone, name, dept, month_limit_fen from enterprise_employees where enterprise_id = $1 order by phone',
      [of],
    )
  ).rows
const resultsOf = async (importId: string, more: object = {}) =>
  (await world.send(importCalls.rows, { importId, pageSize: 200, ...more })).data as {
    total: number
    rows: { rowNo: number; state: string; field: string; problem: string }[]
  }

test('a list is read, its columns are known, each row has a result, and what was refused is taken away as a file and brought again', async () => {
  await world.send(enterpriseCalls.saveEmployee, { enterpriseId, phone: '13800000001', name: '旧人' })
  const list = [
    '序号,手机号（必填）,员工姓名,部门,月限额',
    '1,13800000001,新名,研发,',
    '2,13800000002,王工,研发,"1,200.50"',
    '3,1380000,短号,研发,100',
    '4,13800000002,又来,研发,100',
    '5,13800000003,=HYPERLINK("x"),市场,三百',
    '6,13800000004,李工,,',
  ].join('\r\n')
  const opened = await open(list)
  expect(opened.code, JSON.stringify(opened)).toBe(0)
  const made = opened.data
  expect(made).toMatchObject({
    state: 'READ',
    headed: true,
    rows: 6,
    mapping: { phone: 1, name: 2, dept: 3, monthLimitFen: 4 },
    allowedActions: ['RUN'],
  })

  const { importId, headed, mapping } = made
  const { rows: logged } = await world.owner.query<{ bytes: string }>(
    `select input -> 'file' ->> 'bytes' as bytes from operation_logs where object = 'import' and object_id = $1`,
    [importId],
  )
  expect(logged, 'the log keeps how large the file was, and nothing that stands in it').toEqual([
    { bytes: `${Buffer.byteLength(list)} bytes` },
  ])
  const preview = (await world.send(importCalls.preview, { importId, headed, mapping })).data as {
    good: number
    bad: number
    rows: object[]
  }
  expect(preview).toMatchObject({
    good: 2,
    bad: 4,
    rows: [{ rowNo: 2 }, { rowNo: 4, field: 'phone' }, { rowNo: 5 }, { rowNo: 6, field: 'monthLimitFen' }, {}, {}],
  })
  expect(await employees()).toHaveLength(1)

  const job = await run(made)
  expect(job).toMatchObject({ state: 'DONE', done: 6, total: 6, refused: 4 })
  expect(await employees()).toEqual([
    { phone: '13800000001', name: '旧人', dept: '', month_limit_fen: null },
    { phone: '13800000002', name: '王工', dept: '研发', month_limit_fen: '120050' },
    { phone: '13800000004', name: '李工', dept: '', month_limit_fen: null },
  ])
  expect((await resultsOf(importId)).rows.map(({ rowNo, state, problem }) => [rowNo, state, problem])).toEqual([
    [2, 'REFUSED', '该号码已是本企业员工'],
    [3, 'DONE', ''],
    [4, 'REFUSED', expect.stringContaining('电话')],
    [5, 'REFUSED', '与前面的行重复'],
    [6, 'REFUSED', '应为金额（元）'],
    [7, 'DONE', ''],
  ])
  expect(await resultsOf(importId, { state: 'REFUSED', pageSize: 1, pageNo: 2 })).toMatchObject({ total: 4, rows: [{ rowNo: 4 }] })
  expect(await info(importId)).toMatchObject({ state: 'DONE', done: 2, refused: 4, allowedActions: ['UNDO', 'TAKE_REFUSED'] })

  const { url } = (await world.send(importCalls.refused, { importId })).data as { url: string }
  const file = await world.app.http.inject({ url })
  expect(file.headers['content-disposition']).toContain('attachment')
  expect(file.body).toContain(`'=HYPERLINK`)
  const again = file.body.replace('1380000,', '13800000005,').replace('三百', '300')
  const mended = await open(again)
  expect(mended.data).toMatchObject({ rows: 4, mapping: { phone: 1, name: 2, dept: 3, monthLimitFen: 4 } })
  expect(await run(mended.data)).toMatchObject({ state: 'DONE', refused: 2 })
  expect((await employees()).map(({ phone, name }) => [phone, name])).toEqual([
    ['13800000001', '旧人'],
    ['13800000002', '王工'],
    ['13800000003', '=HYPERLINK("x")'],
    ['13800000004', '李工'],
    ['13800000005', '短号'],
  ])
})

test('cells pasted without a head are taken in the order of the fields', async () => {
  const into = await newEnterprise('无表头')
  const { data } = await open('13811110001\t张三\t销售\t300\n13811110002\t李四', 'all', { into: { enterpriseId: into } })
  expect(data).toMatchObject({ headed: false, rows: 2, mapping: { phone: 0, name: 1, dept: 2, monthLimitFen: 3 } })
  await run(data)
  expect(await employees(into)).toEqual([
    { phone: '13811110001', name: '张三', dept: '销售', month_limit_fen: '30000' },
    { phone: '13811110002', name: '李四', dept: '', month_limit_fen: null },
  ])
})

test('within a day it is undone, but for what was changed since; later it is not', async () => {
  const into = await newEnterprise('撤销')
  const { data } = await open(`电话\n${Array.from({ length: 450 }, (_, n) => `1382222${String(n).padStart(4, '0')}`).join('\n')}`, 'all', {
    into: { enterpriseId: into },
  })
  await run(data)
  expect(await employees(into)).toHaveLength(450)
  const { rows } = await world.owner.query<{ employee_id: string }>(
    `select employee_id from enterprise_employees where phone = '13822220007'`,
  )
  const changed = await world.send(enterpriseCalls.saveEmployee, { enterpriseId: into, employeeId: rows[0]!.employee_id, name: '改过' })
  expect(changed.code).toBe(0)
  await world.owner.query(`update imports set ended_at = now() - interval '25 hours' where import_id = $1`, [data.importId])
  expect((await world.send(importCalls.undo, { importId: data.importId })).error).toBe('import.notUndoable')
  await world.owner.query(`update imports set ended_at = now() - interval '23 hours' where import_id = $1`, [data.importId])
  const undone = await world.send(importCalls.undo, { importId: data.importId })
  expect(await ended((undone.data as { jobId: string }).jobId)).toMatchObject({ state: 'DONE', refused: 1 })
  expect(await employees(into)).toMatchObject([{ phone: '13822220007', name: '改过' }])
  expect(await info(data.importId)).toMatchObject({ state: 'UNDONE', undone: 449, allowedActions: [] })
  expect((await world.send(importCalls.undo, { importId: data.importId })).error).toBe('import.notUndoable')
})

test('it is brought in once, however often it is asked for', async () => {
  const into = await newEnterprise('一次')
  const { data } = await open('电话\n13833330001', 'all', { into: { enterpriseId: into } })
  const { importId, headed, mapping } = data
  const asked = await Promise.all(Array.from({ length: 4 }, () => world.send(importCalls.run, { importId, headed, mapping })))
  expect(asked.map(({ error }) => error ?? 'asked').sort()).toEqual([
    'asked',
    'import.alreadyRun',
    'import.alreadyRun',
    'import.alreadyRun',
  ])
})

test.each([
  ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), 'import.notATable'],
  ['an old workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'import.oldWorkbook'],
  ['a head alone', '电话,姓名', 'import.empty'],
  ['more rows than are taken at once', `电话\n${'13800000009\n'.repeat(100_001)}`, 'import.tooManyRows'],
  ['a sheet of a hundred columns', `${'电话,'.repeat(99)}电话\n13800000009`, 'import.tooLarge'],
  ['a cell as long as a book', `电话,姓名\n13800000009,${'王'.repeat(3_000)}`, 'import.tooLarge'],
  ['lines without a sign', '\n \n,,\n', 'import.empty'],
])('%s is refused in words', async (_, content, error) => {
  expect((await open(content)).error).toBe(error)
})

test('what is not there, not in sight or not allowed is not brought anywhere, and an import is its own maker’s alone', async () => {
  expect((await open('电话\n13800000009', 'all', { kind: 'no.such' })).error).toBe('import.unknownKind')
  expect((await open('电话\n13800000009', 'all', { into: { enterpriseId: '999999' } })).error).toBe('import.notFound')
  expect((await open('电话\n13800000009', 'other')).error).toBe('import.notFound')
  expect((await open('电话\n13800000009', 'weak')).error).toBe('import.notAllowed')
  const { data } = await open('电话,姓名\n13800000009,甲')
  const { importId, headed } = data
  for (const as of ['platform', 'hangzhou', 'other'] as const)
    expect((await world.send(importCalls.info, { importId }, as)).error).toBe('import.notFound')
  expect((await world.send(importCalls.run, { importId, headed, mapping: { name: 1 } })).error).toBe('import.badMapping')
  expect((await world.send(importCalls.run, { importId, headed, mapping: { phone: 0, name: 0 } })).error).toBe('import.badMapping')
})

test('who lost the authority meanwhile can neither look at what would become of it nor take it back', async () => {
  const into = await newEnterprise('权限')
  const { data } = await open('电话\n13844440001', 'hangzhou', { into: { enterpriseId: into } })
  const revoke = () =>
    world.owner.query(`delete from role_functions where function_code = 'enterprise.edit' and tenant_id = $1`, [world.tenantA])
  const grant = () =>
    world.owner.query(
      `insert into role_functions (tenant_id, role_id, function_code) select tenant_id, role_id, 'enterprise.edit' from roles where tenant_id = $1 and name = '全部'`,
      [world.tenantA],
    )
  await world.owner.query(`update imports set state = 'RUNNING' where import_id = $1`, [data.importId])
  await revoke()
  world.app.platform.forgetSession()
  try {
    expect(
      (await world.send(importCalls.preview, { importId: data.importId, headed: true, mapping: data.mapping }, 'hangzhou')).error,
    ).toBe('import.notAllowed')
    expect((await world.send(importCalls.undo, { importId: data.importId }, 'hangzhou')).error).toBe('import.notAllowed')
  } finally {
    await grant()
    world.app.platform.forgetSession()
  }
  expect(await employees(into)).toEqual([])
})

test('a row that says what one before it said is refused as that, and where nothing was refused there is no file of it', async () => {
  const into = await newEnterprise('重复')
  const bring = async (text: string) => {
    const { data } = await open(text, 'all', { into: { enterpriseId: into } })
    return { importId: data.importId, job: await run(data) }
  }
  const first = await bring('电话\n13844440001\n138 4444 0001\n13844440002')
  expect(first.job).toMatchObject({ state: 'DONE', refused: 1 })
  expect((await resultsOf(first.importId)).rows.find(({ state }) => state === 'REFUSED')).toMatchObject({
    rowNo: 3,
    problem: '与前面的行重复',
  })
  expect((await world.send(importCalls.refused, { importId: first.importId })).code).toBe(0)
  expect(await employees(into)).toHaveLength(2)
  const second = await bring('电话\n13844440003')
  expect((await world.send(importCalls.refused, { importId: second.importId })).error).toBe('import.nothingRefused')
})

// What Excel saves as CSV in China.
test('a list in GB 18030 is brought in as it reads, a Chinese comma and a plus within their cells', async () => {
  const into = await newEnterprise('国标')
  // 电话,姓名,部门⏎13855550001,王工,"研发，一部"⏎+8613855550002,李工,
  const gbk = [
    ...[0xb5, 0xe7, 0xbb, 0xb0, 0x2c, 0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xb2, 0xbf, 0xc3, 0xc5, 0x0d, 0x0a],
    ...Buffer.from('13855550001,'),
    ...[0xcd, 0xf5, 0xb9, 0xa4, 0x2c, 0xd1, 0xd0, 0xb7, 0xa2, 0xa3, 0xac, 0xd2, 0xbb, 0xb2, 0xbf, 0x0d, 0x0a],
    ...Buffer.from('+8613855550002,'),
    ...[0xc0, 0xee, 0xb9, 0xa4, 0x2c],
  ]
  const { data } = await open(Uint8Array.from(gbk), 'all', { into: { enterpriseId: into } })
  expect(data).toMatchObject({ headed: true, rows: 2, head: ['电话', '姓名', '部门'] })
  expect(await run(data)).toMatchObject({ state: 'DONE', refused: 0 })
  expect((await employees(into)).map(({ phone, name, dept }) => [phone, name, dept])).toEqual([
    ['13855550001', '王工', '研发，一部'],
    ['13855550002', '李工', ''],
  ])
})

test('a row that its table does not take is refused alone: those before and behind it come in, and it is said so in its file', async () => {
  const into = await newEnterprise('一行坏')
  const kind = world.app.platform.imports.kinds.find(({ name }) => name === 'enterprise.employees')!
  const own = kind.write.bind(kind)
  const write = vi.spyOn(kind, 'write').mockImplementation(async (tx, of, rows) => {
    // What a table refuses and no rule foresaw, in the middle of a page.
    if (rows.some((row) => (row as { phone: string }).phone === '13866660002')) await sql`select 1 / 0`.execute(tx)
    return own(tx, of, rows)
  })
  try {
    const { data } = await open('电话\n13866660001\n13866660002\n13866660003', 'all', { into: { enterpriseId: into } })
    expect(await run(data)).toMatchObject({ state: 'DONE', refused: 1 })
    expect((await employees(into)).map(({ phone }) => phone)).toEqual(['13866660001', '13866660003'])
    const { rows } = await resultsOf(data.importId)
    expect(rows.map(({ rowNo, state }) => [rowNo, state])).toEqual([
      [2, 'DONE'],
      [3, 'REFUSED'],
      [4, 'DONE'],
    ])
    expect(rows[1]!.problem).toBe(importRefusals['import.rowFault'].zh)
    expect(await info(data.importId)).toMatchObject({ done: 2, refused: 1, allowedActions: ['UNDO', 'TAKE_REFUSED'] })
  } finally {
    write.mockRestore()
  }
})

test('what somebody changed since is kept when a list is taken back, and the row says why', async () => {
  const into = await newEnterprise('留下')
  const { data } = await open('电话,姓名\n13877770001,甲\n13877770002,乙', 'all', { into: { enterpriseId: into } })
  await run(data)
  const { rows: found } = await world.owner.query<{ employee_id: string }>(
    `select employee_id from enterprise_employees where phone = '13877770002'`,
  )
  await world.send(enterpriseCalls.saveEmployee, { enterpriseId: into, employeeId: found[0]!.employee_id, name: '改过' })
  const { jobId } = (await world.send(importCalls.undo, { importId: data.importId })).data as { jobId: string }
  const job = await ended(jobId)
  expect(job.parts).toEqual([{ subject: '#3', problem: importRefusals['import.touchedSince'].zh }])
  expect((await resultsOf(data.importId)).rows.map(({ state, problem }) => [state, problem])).toEqual([
    ['UNDONE', ''],
    ['KEPT', importRefusals['import.touchedSince'].zh],
  ])
})
