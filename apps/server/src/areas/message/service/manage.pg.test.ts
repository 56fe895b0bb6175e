import { smsServiceCalls, type SmsCode, type SmsServiceView } from '@chauffeur/contract/message/service'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeWorld, type Person, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld({ settings: { publicUrl: 'https://console.example.com', smsHosts: ['sms.example.com'] } })
})
afterAll(() => world.close())
afterEach(() => world.owner.query(`delete from sms_template_codes; delete from sms_services; delete from setting_versions`))

const ALIYUN = { provider: 'ALIYUN', keyId: 'LTAI5tTEST', key: 'secret-of-aliyun-0001', signName: '甲代驾' }
const saved = async (more: object = {}, as: Person = 'all') => {
  const answer = await world.send(smsServiceCalls.save, { ...ALIYUN, ...more }, as)
  expect(answer).toMatchObject({ code: 0 })
  return answer.data as SmsServiceView & { smsServiceId: string }
}
const list = async (as: Person = 'all') =>
  (await world.send(smsServiceCalls.list, {}, as)).data as { rows: SmsServiceView[]; mayChange: boolean }
const names = async () => (await list()).rows.map(({ name }) => name)
const codes = async (smsServiceId: string, as: Person = 'all') =>
  ((await world.send(smsServiceCalls.codes, { smsServiceId }, as)).data as { rows: SmsCode[] }).rows
const logged = async () =>
  (await world.owner.query<{ said: string }>(`select coalesce(string_agg(l::text, ' '), '') as said from operation_logs l`)).rows[0]!.said

test('who is of one city, an organisation, a partner or another business changes no provider and sees no secret', async () => {
  const { smsServiceId, version, keyLast4 } = await saved()
  expect(keyLast4).toBe('0001')
  for (const as of ['hangzhou', 'company', 'partner', 'nowhere'] as const) {
    for (const [call, input] of [
      [smsServiceCalls.save, { ...ALIYUN, name: '别家' }],
      [smsServiceCalls.save, { ...ALIYUN, smsServiceId, version }],
      [smsServiceCalls.enable, { smsServiceId, version, enabled: false }],
      [smsServiceCalls.move, { smsServiceId, version, up: true }],
      [smsServiceCalls.remove, { smsServiceId, version }],
      [smsServiceCalls.saveOrder, { version: 0, adaptive: false, changeReason: '先发便宜的' }],
      [smsServiceCalls.tryOut, { smsServiceId, phone: '13511100001', textId: '1' }],
    ] as const)
      expect([as, call.path, (await world.send(call, input, as)).error]).toEqual([as, call.path, 'smsService.wholeTenantOnly'])
    const seen = await list(as)
    expect([as, seen.mayChange, seen.rows.map(({ reportUrl }) => reportUrl).join('')]).toEqual([as, false, ''])
  }
  // Of another business it is not there at all.
  expect((await list('other')).rows.map(({ smsServiceId: id }) => id)).not.toContain(smsServiceId)
  expect((await world.send(smsServiceCalls.enable, { smsServiceId, version, enabled: false }, 'other')).error).toBe('smsService.notFound')
  expect((await world.send(smsServiceCalls.remove, { smsServiceId, version }, 'other')).error).toBe('smsService.notFound')
  expect((await list()).rows).toMatchObject([{ smsServiceId, version, enabled: true }])
})

/** How often the log says that something became of a provider. */
const changes = async () =>
  (await world.owner.query<{ n: number }>(`select count(*)::int as n from operation_logs where object = 'smsService'`)).rows[0]!.n

test('two who change a provider at once: the second sees what the first made of it, and neither enabling nor removing slips past', async () => {
  const { smsServiceId, version } = await saved({ name: '主用' })
  const first = await saved({ smsServiceId, version, name: '备用' })
  expect(first.version).toBe(version + 1)
  for (const [call, input] of [
    [smsServiceCalls.save, { ...ALIYUN, name: '第三' }],
    [smsServiceCalls.enable, { enabled: false }],
    [smsServiceCalls.move, { up: true }],
    [smsServiceCalls.remove, {}],
  ] as const) {
    const late = await world.send(call, { ...input, smsServiceId, version })
    expect(late).toMatchObject({ error: 'smsService.versionConflict', data: { current: { name: '备用', version: first.version } } })
    expect(JSON.stringify(late)).not.toContain(ALIYUN.key)
  }
  expect((await list()).rows).toMatchObject([{ name: '备用', enabled: true, version: first.version }])
  // Both at the same moment: one is saved.
  const both = await Promise.all(
    ['甲', '乙'].map((name) => world.send(smsServiceCalls.save, { ...ALIYUN, smsServiceId, version: first.version, name })),
  )
  expect(both.map(({ error }) => error ?? 'saved').toSorted()).toEqual(['saved', 'smsService.versionConflict'])
})

test('enabling what is enabled already changes neither version nor log', async () => {
  const { smsServiceId, version } = await saved()
  const before = await changes()
  const again = await world.send(smsServiceCalls.enable, { smsServiceId, version, enabled: true })
  expect(again).toMatchObject({ code: 0, data: { enabled: true, version } })
  expect(await changes()).toBe(before)
  const off = await world.send(smsServiceCalls.enable, { smsServiceId, version, enabled: false })
  expect(off).toMatchObject({ code: 0, data: { enabled: false, version: version + 1 } })
  expect(await changes()).toBe(before + 1)
})

test('a secret stays where only the name changes, and is asked for again for another account or another server', async () => {
  const { smsServiceId, version } = await saved()
  const { key: _key, ...without } = ALIYUN
  const renamed = await world.send(smsServiceCalls.save, { ...without, smsServiceId, version, name: '主用' })
  expect(renamed).toMatchObject({ code: 0, data: { name: '主用', keyLast4: '0001' } })
  const { version: now } = renamed.data as SmsServiceView
  for (const elsewhere of [{ keyId: 'LTAI5tOTHER' }, { url: 'https://sms.example.com' }, { provider: 'TENCENT', appId: '1400' }])
    expect(await world.send(smsServiceCalls.save, { ...without, smsServiceId, version: now, ...elsewhere })).toMatchObject({
      error: 'smsService.invalid',
      data: { fields: [{ path: 'key' }] },
    })
  expect(await world.send(smsServiceCalls.save, { ...ALIYUN, smsServiceId, version: now, url: 'https://evil.example.net' })).toMatchObject({
    error: 'smsService.hostNotAllowed',
    data: { host: 'evil.example.net' },
  })
  expect((await list()).rows).toMatchObject([{ keyId: 'LTAI5tTEST', keyLast4: '0001', version: now }])
  expect(await logged()).not.toContain(ALIYUN.key)
})

test('what a provider needs is named field by field, all of it at once', async () => {
  const lacking = async (input: object) =>
    ((await world.send(smsServiceCalls.save, { ...input })).data as { fields: { path: string }[] }).fields.map(({ path }) => path)
  expect(await lacking({ provider: 'ALIYUN' })).toEqual(['keyId', 'key', 'signName'])
  expect(await lacking({ provider: 'TENCENT' })).toEqual(['keyId', 'key', 'appId', 'signName'])
  expect(await lacking({ provider: 'GATEWAY' })).toEqual(['url'])
  expect(await names()).not.toContain('')
})

test('a provider moves past its neighbour and no further; the first stays first, and those that only made room keep their version', async () => {
  const [a, b, c] = [await saved({ name: '甲' }), await saved({ name: '乙' }), await saved({ name: '丙' })]
  expect(await names()).toEqual(['甲', '乙', '丙'])
  const move = ({ smsServiceId, version }: typeof a, up: boolean) => world.send(smsServiceCalls.move, { smsServiceId, version, up })
  expect((await move(c, true)).code).toBe(0)
  expect(await names()).toEqual(['甲', '丙', '乙'])
  expect((await move(a, true)).code).toBe(0)
  expect((await move(b, false)).code).toBe(0)
  expect(await names()).toEqual(['甲', '丙', '乙'])
  expect((await list()).rows.map(({ version }) => version)).toEqual([a.version, c.version, b.version])
  // The middle one goes: the order of the others stays, and a new one comes last.
  expect((await world.send(smsServiceCalls.remove, { smsServiceId: c.smsServiceId, version: c.version })).code).toBe(0)
  await saved({ name: '丁' })
  expect(await names()).toEqual(['甲', '乙', '丁'])
  expect((await move(b, true)).code).toBe(0)
  expect(await names()).toEqual(['乙', '甲', '丁'])
})

test('a code says how a provider writes a text: no variable is unknown or missing, and two who enter one see each other', async () => {
  const { smsServiceId } = await saved()
  const text = (await codes(smsServiceId)).find(({ body }) => body.includes('${'))!
  const own = [...text.body.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!)
  const save = (input: object, as: Person = 'all') =>
    world.send(smsServiceCalls.saveCode, { smsServiceId, textId: text.textId, version: 0, code: 'SMS_1', params: own, ...input }, as)
  expect(await save({ params: [...own, 'nonsense'] })).toMatchObject({
    error: 'smsService.invalid',
    data: { fields: [{ path: 'params', message: expect.stringContaining('nonsense') }] },
  })
  expect(await save({ params: own.slice(1) })).toMatchObject({
    error: 'smsService.invalid',
    data: { fields: [{ path: 'params', message: expect.stringContaining(own[0]!) }] },
  })
  expect((await save({}, 'hangzhou')).error).toBe('smsService.wholeTenantOnly')
  expect((await save({ textId: '999999999' })).error).toBe('messageText.notFound')
  expect((await save({}, 'other')).error).toBe('smsService.notFound')
  // Entered by two at once: one of them sees the other's.
  const both = await Promise.all([save({ code: 'SMS_1' }), save({ code: 'SMS_2' })])
  expect(both.map(({ error }) => error ?? 'saved').toSorted()).toEqual(['saved', 'smsService.versionConflict'])
  const is = (await codes(smsServiceId)).find(({ textId }) => textId === text.textId)!
  expect(is).toMatchObject({ version: 1, code: expect.stringMatching(/^SMS_[12]$/) })
  expect(await save({ code: 'SMS_3' })).toMatchObject({ error: 'smsService.versionConflict', data: { current: { code: is.code } } })
  expect((await save({ version: 1, code: undefined })).code).toBe(0)
  expect((await codes(smsServiceId)).find(({ textId }) => textId === text.textId)).toMatchObject({ version: 0, code: '' })
})

test('a text without a code at a provider that needs one is not tried out, and nothing is said to have been sent', async () => {
  const { smsServiceId } = await saved()
  const [text] = await codes(smsServiceId)
  const tried = (input: object = {}) =>
    world.send(smsServiceCalls.tryOut, { smsServiceId, phone: '13511100001', textId: text!.textId, ...input })
  const before = await changes()
  expect((await tried()).error).toBe('smsService.noCode')
  expect((await tried({ textId: '999999999' })).error).toBe('messageText.notFound')
  expect((await tried({ smsServiceId: '999999999' })).error).toBe('smsService.notFound')
  expect(await changes()).toBe(before)
})

test('a lane is pinned to a provider of this business only; two who set the order see each other, and each version is kept', async () => {
  const { smsServiceId } = await saved()
  const foreign = (await world.send(smsServiceCalls.save, ALIYUN, 'other')).data as SmsServiceView
  const set = (version: number, more: object = {}) =>
    world.send(smsServiceCalls.saveOrder, { version, adaptive: true, changeReason: '先发到达率高的', ...more })
  for (const pinned of [foreign.smsServiceId, '999999999'])
    for (const lane of ['codes', 'rest', 'bulk']) expect((await set(0, { [lane]: pinned })).error).toBe('smsService.notFound')
  const first = await set(0, { codes: smsServiceId })
  expect(first).toMatchObject({ code: 0, data: { codes: smsServiceId, rest: null, bulk: null, version: 1 } })
  expect((await set(0, { bulk: smsServiceId })).error).toBe('smsOrder.versionConflict')
  expect(await set(1, { adaptive: false })).toMatchObject({ code: 0, data: { codes: null, adaptive: false, version: 2 } })
  const { data } = await world.send(smsServiceCalls.orderHistory)
  expect(JSON.stringify(data)).toContain('先发到达率高的')
  expect((await world.send(smsServiceCalls.order, {}, 'hangzhou')).data).toMatchObject({ mayChange: false, setting: { version: 2 } })
})
