import { smsServiceCalls as calls, type SmsCode, type SmsServiceView } from '@chauffeur/contract/message/service'
import { messageTextCalls } from '@chauffeur/contract/message/text'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ALIYUN } from '../../../messages/src/aliyun.ts'
import { type MessageService, startMessages } from '../../../messages/src/messages.ts'
import { TENCENT } from '../../../messages/src/tencent.ts'
import { makeWorld, type Person, type World } from '../world.ts'

let world: World
let standIn: MessageService
beforeAll(async () => {
  standIn = await startMessages()
  world = await makeWorld({ settings: { smsHosts: ['127.0.0.1'], publicUrl: 'https://drive.example' } })
})
afterAll(async () => {
  await world.close()
  await standIn.stop()
})
afterEach(() => world.owner.query(`delete from sms_services; delete from setting_versions where kind = 'smsOrder'`))

const list = async (as: Person = 'all') => (await world.send(calls.list, {}, as)).data as AnswerOf<typeof calls.list>
const aliyun = () => ({ provider: 'ALIYUN', url: standIn.url, keyId: ALIYUN.keyId, key: ALIYUN.secret, signName: ALIYUN.sign })
const tencent = () => ({
  provider: 'TENCENT',
  url: standIn.url,
  keyId: TENCENT.keyId,
  key: TENCENT.secret,
  signName: TENCENT.sign,
  appId: TENCENT.appId,
})
const save = (input: object, as: Person = 'all') => world.send(calls.save, { ...input }, as)
async function saved(input: object): Promise<SmsServiceView & { smsServiceId: string }> {
  const answer = await save(input)
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return answer.data as SmsServiceView & { smsServiceId: string }
}
const codes = async (smsServiceId: string) => ((await world.send(calls.codes, { smsServiceId })).data as { rows: SmsCode[] }).rows
const order = async () => (await world.send(calls.order, {})).data as AnswerOf<typeof calls.order>

describe('a provider', () => {
  test('keeps its secret to itself, and one who saw an older version is told', async () => {
    const made = await saved({ ...aliyun(), priceFenX100: 450 })
    expect(made).toMatchObject({ provider: 'ALIYUN', keyLast4: '0001', priceFenX100: 450, enabled: true, version: 1 })
    const renamed = await saved({ ...aliyun(), key: undefined, smsServiceId: made.smsServiceId, version: 1, name: '主用' })
    expect(renamed).toMatchObject({ name: '主用', keyLast4: '0001', version: 2 })
    expect(await save({ ...aliyun(), smsServiceId: made.smsServiceId, version: 1 })).toMatchObject({
      error: 'smsService.versionConflict',
      data: { current: { name: '主用' } },
    })
    const { rows } = await world.owner.query<{ text: string }>(
      `select coalesce(before::text, '') || after::text || input::text as text from operation_logs where object = 'smsService' union all select sealed_key from sms_services`,
    )
    expect(rows.length).toBeGreaterThan(2)
    for (const { text } of rows) expect(text).not.toContain(ALIYUN.secret)
  })

  test('takes its secret to no other server and account than it was entered for', async () => {
    const { smsServiceId } = await saved(aliyun())
    for (const other of [{ keyId: 'another' }, { url: 'https://dysmsapi.aliyuncs.com' }])
      expect(await save({ ...aliyun(), key: undefined, ...other, smsServiceId, version: 1 })).toMatchObject({
        error: 'smsService.invalid',
        data: { fields: [{ path: 'key' }] },
      })
  })

  test.each([
    [{ provider: 'ALIYUN', url: 'http://10.0.0.5', keyId: 'k', key: 's', signName: '签名' }, 'smsService.hostNotAllowed'],
    [{ provider: 'GATEWAY', url: 'https://sms.evil.example' }, 'smsService.hostNotAllowed'],
    [{ provider: 'GATEWAY' }, 'smsService.invalid'],
    [{ provider: 'TENCENT', keyId: 'k', key: 's', signName: '签名' }, 'smsService.invalid'],
    [{ provider: 'ALIYUN', keyId: 'k', key: 's' }, 'smsService.invalid'],
  ])('%j is refused', async (input, error) => expect((await save(input)).error).toBe(error))

  test('is seen by who runs a city and changed by headquarters; where it reports is shown to who may change it', async () => {
    const { smsServiceId, reportUrl } = await saved(aliyun())
    expect(reportUrl).toMatch(new RegExp(`^https://drive.example/message-reports/${world.tenantA}/${smsServiceId}/[\\w-]{32}$`))
    const seen = await list('hangzhou')
    expect(seen).toMatchObject({ mayChange: false, rows: [{ smsServiceId, reportUrl: '' }] })
    expect((await save({ ...aliyun(), smsServiceId, version: 1 }, 'hangzhou')).error).toBe('smsService.wholeTenantOnly')
    expect((await list('other')).rows).toEqual([])
  })

  test('comes earlier or later, and is off when it is switched off', async () => {
    const [first, second] = [await saved(aliyun()), await saved(tencent())]
    await world.send(calls.move, { smsServiceId: second.smsServiceId, version: 1, up: true })
    expect((await list()).rows.map(({ provider }) => provider)).toEqual(['TENCENT', 'ALIYUN'])
    await world.send(calls.enable, { smsServiceId: second.smsServiceId, version: 1, enabled: false })
    expect((await order()).lanes.map(({ lane, order: of }) => [lane, of.map(({ smsServiceId }) => smsServiceId)])).toEqual([
      ['codes', [first.smsServiceId]],
      ['rest', [first.smsServiceId]],
      ['bulk', [first.smsServiceId]],
    ])
  })
})

describe('a template code', () => {
  const textOf = async (smsServiceId: string, event = 'ORDER_ARRIVED') => (await codes(smsServiceId)).find((one) => one.event === event)!

  test('stands with its text and variables, as the provider’s console takes them, and needs them all', async () => {
    const { smsServiceId } = await saved(tencent())
    const text = await textOf(smsServiceId)
    expect(text).toMatchObject({
      body: '您的代驾司机{1}（工号{2}）已到达上车点，请尽快上车。',
      code: '',
      params: ['driver', 'driverNo'],
      version: 0,
    })
    const enter = (input: object) => world.send(calls.saveCode, { smsServiceId, textId: text.textId, version: 0, code: '1234', ...input })
    expect(await enter({ params: ['driver'] })).toMatchObject({ error: 'smsService.invalid', data: { fields: [{ path: 'params' }] } })
    expect(await enter({ params: ['driver', 'driverNo', 'fee'] })).toMatchObject({ error: 'smsService.invalid' })
    expect(await enter({ params: ['driverNo', 'driver'] })).toMatchObject({
      code: 0,
      data: { code: '1234', body: '您的代驾司机{2}（工号{1}）已到达上车点，请尽快上车。', version: 1 },
    })
    expect((await enter({ params: ['driver', 'driverNo'] })).error).toBe('smsService.versionConflict')
    expect((await list()).rows).toMatchObject([{ texts: 1 }])
    expect(await enter({ code: undefined, version: 1, params: [] })).toMatchObject({ code: 0, data: { code: '' } })
  })

  test('lets a provider be tried, which says what came of it', async () => {
    const { smsServiceId } = await saved(aliyun())
    const { textId } = await textOf(smsServiceId)
    const tried = async () => world.send(calls.tryOut, { smsServiceId, phone: '13900001111', textId })
    expect((await tried()).error).toBe('smsService.noCode')
    await world.send(calls.saveCode, { smsServiceId, textId, version: 0, code: 'SMS_1', params: ['driver', 'driverNo'] })
    expect(await tried()).toMatchObject({ code: 0, data: { taken: true, reason: null } })
    await fetch(`${standIn.url}/control/faults`, {
      method: 'PUT',
      body: JSON.stringify({ ALIYUN: { answer: 'CODE', code: 'isv.AMOUNT_NOT_ENOUGH', times: 1 } }),
    })
    expect(await tried()).toMatchObject({ code: 0, data: { taken: false, reason: 'BALANCE', code: 'isv.AMOUNT_NOT_ENOUGH' } })
  })

  test('of a text that is replaced is not that of the next', async () => {
    const { smsServiceId } = await saved(aliyun())
    const { textId } = await textOf(smsServiceId)
    await world.send(calls.saveCode, { smsServiceId, textId, version: 0, code: 'SMS_1', params: ['driver', 'driverNo'] })
    const proposed = await world.send(messageTextCalls.update, {
      textId,
      version: 1,
      effect: 'SEND',
      body: '${driver}到了',
      reason: '短一些',
    })
    expect(proposed.code, JSON.stringify(proposed)).toBe(0)
    const waiting = (await codes(smsServiceId)).filter(({ event, state }) => event === 'ORDER_ARRIVED' && state === 'WAITING')
    expect(waiting).toMatchObject([{ code: '', params: ['driver'] }])
  })
})

describe('the order', () => {
  test('is pinned by an operator for a lane, in versions', async () => {
    const [first, second] = [await saved(aliyun()), await saved(tencent())]
    const pin = (version: number, codesFirst?: string) =>
      world.send(calls.saveOrder, { version, adaptive: true, codes: codesFirst, changeReason: '试' })
    expect((await pin(0, second.smsServiceId)).code).toBe(0)
    expect((await pin(0)).error).toBe('smsOrder.versionConflict')
    const { lanes, setting } = await order()
    expect(setting).toMatchObject({ adaptive: true, codes: second.smsServiceId, version: 1 })
    expect(lanes.map(({ order: of }) => of.map(({ smsServiceId, place }) => `${smsServiceId} ${place}`))).toEqual([
      [`${second.smsServiceId} PINNED`, `${first.smsServiceId} RANK`],
      [`${first.smsServiceId} RANK`, `${second.smsServiceId} RANK`],
      [`${first.smsServiceId} RANK`, `${second.smsServiceId} RANK`],
    ])
    expect(((await world.send(calls.orderHistory, {})).data as { rows: object[] }).rows).toHaveLength(1)
    expect((await pin(1, '999999')).error).toBe('smsService.notFound')
  })
})
