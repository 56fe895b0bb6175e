import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { type Sms, sendSms, stopBroadcastMessages } from '#platform/provider/sms'
import { askAround } from '#platform/sending/report'
import { sendWaiting } from '#platform/sending/sender'
import { serviceKeyContext } from '#platform/sending/services'
import { aliyunTransport } from '#platform/sending/wire/aliyun'
import { ALIYUN } from '../../../messages/src/aliyun.ts'
import type { Fault, Provider, Reports, Taken } from '../../../messages/src/book.ts'
import { GATEWAY } from '../../../messages/src/gateway.ts'
import { type MessageService, startMessages } from '../../../messages/src/messages.ts'
import { reportFor } from '../../../messages/src/reports.ts'
import { TENCENT } from '../../../messages/src/tencent.ts'
import { HANGZHOU, makeWorld, type World } from '../world.ts'

let world: World
let standIn: MessageService
const control = async (method: string, path: string, body?: object) =>
  (await (await fetch(`${standIn.url}/control/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })).json()) as {
    taken: Taken[]
  }
const faults = (of: Partial<Record<Provider, Fault>>) => control('PUT', 'faults', of)
const reports = (of: Partial<Record<Provider, Reports>>) => control('PUT', 'reports', of)
const taken = async () => (await control('GET', 'taken')).taken

beforeAll(async () => {
  standIn = await startMessages()
  world = await makeWorld()
})
afterAll(async () => {
  await world.close()
  await standIn.stop()
})
beforeEach(async () => {
  await faults({ ALIYUN: { answer: 'OK' }, TENCENT: { answer: 'OK' }, GATEWAY: { answer: 'OK' } })
  await reports({
    ALIYUN: { how: 'NEVER', ms: 0 },
    TENCENT: { how: 'NEVER', ms: 0 },
    GATEWAY: { how: 'NEVER', ms: 0 },
  })
})
afterEach(async () => {
  await control('DELETE', 'taken')
  await world.owner.query('delete from sms_outbox; delete from sms_services; delete from sms_days')
})

/** A provider of the business, with a template for the wording 7. */
async function service(
  provider: Provider,
  rank: number,
  of: { quota?: number; templates?: boolean; price?: number | null } = {},
): Promise<string> {
  const { rows } = await world.owner.query<{ id: string }>(
    `insert into sms_services (tenant_id, provider, url, key_id, app_id, sign_name, status_url, rank, daily_quota, price_x100)
     values ($1, $2, $3, $4, $5, '归航代驾', $6, $7, $8, $9) returning service_id::text as id`,
    [
      world.tenantA,
      provider,
      provider === 'GATEWAY' ? `${standIn.url}/gateway` : standIn.url,
      provider === 'ALIYUN' ? ALIYUN.keyId : provider === 'TENCENT' ? TENCENT.keyId : '',
      provider === 'TENCENT' ? TENCENT.appId : '',
      provider === 'GATEWAY' ? `${standIn.url}/gateway` : '',
      rank,
      of.quota ?? null,
      of.price === undefined ? 450 : of.price,
    ],
  )
  const { id } = rows[0]!
  const secret = provider === 'ALIYUN' ? ALIYUN.secret : provider === 'TENCENT' ? TENCENT.secret : GATEWAY.token
  await world.owner.query('update sms_services set sealed_key = $2 where service_id = $1', [
    id,
    world.app.platform.vault.seal(secret, serviceKeyContext(world.tenantA, id)),
  ])
  if (provider !== 'GATEWAY' && of.templates !== false)
    await world.owner.query(
      `insert into sms_template_codes (tenant_id, service_id, text_ref, code, params) values ($1, $2, 'text:7', $3, '{code=number,minutes}')`,
      [world.tenantA, id, provider === 'ALIYUN' ? 'SMS_100001' : '200001'],
    )
  return id
}
const PHONE = '13900001111'
const put = (of: Partial<Sms> = {}) =>
  world.app.platform.db.acrossTenants((tx) =>
    sendSms(tx, world.app.platform.vault, {
      tenantId: world.tenantA,
      phone: PHONE,
      purpose: 'ORDER_TEXT',
      body: '【归航代驾】验证码 583920，5 分钟内有效。',
      template: { ref: 'text:7', values: { code: '583920', minutes: '5' } },
      validS: 3_600,
      about: { event: 'ORDER_NOTE', cityId: HANGZHOU },
      ...of,
    }),
  )
interface Stand {
  state: string
  reason: string
  provider: string
  cost_x100: number | null
  tries: { provider: string; outcome: string; reason: string; code: string; report: string | null }[]
}
const stand = async (smsId: string): Promise<Stand> => {
  const { rows } = await world.owner.query<Stand>(
    `select case when result is not null then result when unsure then 'UNKNOWN' when sent_at is not null then 'SENT' when send_before > now() then 'QUEUED' else 'FAILED' end as state,
       reason, provider, cost_x100, coalesce((select json_agg(json_build_object('provider', a.provider, 'outcome', a.outcome, 'reason', a.reason, 'code', a.code, 'report', a.report) order by a.number)
         from sms_attempts a where a.tenant_id = s.tenant_id and a.sms_id = s.sms_id), '[]') as tries
     from sms_outbox s where sms_id = $1`,
    [smsId],
  )
  return rows[0]!
}
/** Later: what waits is due, and attempts began so many seconds earlier than they did. */
const later = (s: number) =>
  world.owner.query(
    `update sms_outbox set try_at = now() - interval '1 second'; update sms_attempts set began_at = began_at - make_interval(secs => ${s}), ask_at = case when ask_at is not null then now() - interval '1 second' end`,
  )
const send = (lane: 'codes' | 'rest' | 'bulk' = 'rest') => sendWaiting(world.app.platform, lane)
const ask = () => askAround(world.app.platform)

describe('a message', () => {
  test.each(['ALIYUN', 'TENCENT', 'GATEWAY'] as const)(
    'goes out by %s in its own wire, signed, and costs what it costs',
    async (provider) => {
      await service(provider, 1)
      const smsId = await put()
      expect(await send()).toBe(1)
      expect(await stand(smsId)).toMatchObject({ state: 'SENT', provider, cost_x100: 450, tries: [{ outcome: 'TAKEN' }] })
      const [arrived, ...more] = await taken()
      expect(more).toEqual([])
      expect(arrived).toMatchObject({ provider, phone: PHONE })
      expect(arrived!.text).toBe(
        {
          ALIYUN: 'SMS_100001 {"number":"583920","minutes":"5"}',
          TENCENT: '200001 ["583920","5"]',
          GATEWAY: '【归航代驾】验证码 583920，5 分钟内有效。',
        }[provider],
      )
      const { rows } = await world.owner.query('select provider, city_id, messages, segments, cost_x100 from sms_days')
      expect(rows).toEqual([{ provider, city_id: HANGZHOU, messages: 1, segments: 1, cost_x100: '450' }])
    },
  )

  test('goes by the next provider where one does not take it, and says of each why', async () => {
    await service('ALIYUN', 1)
    await service('TENCENT', 2)
    await service('GATEWAY', 3)
    await faults({
      ALIYUN: { answer: 'CODE', code: 'isv.AMOUNT_NOT_ENOUGH' },
      TENCENT: { answer: 'CODE', code: 'LimitExceeded.AppDailyLimit' },
    })
    const smsId = await put()
    expect(await send()).toBe(1)
    expect(await stand(smsId)).toMatchObject({
      state: 'SENT',
      provider: 'GATEWAY',
      reason: '',
      tries: [
        { provider: 'ALIYUN', outcome: 'NOT_TAKEN', reason: 'BALANCE', code: 'isv.AMOUNT_NOT_ENOUGH' },
        { provider: 'TENCENT', outcome: 'NOT_TAKEN', reason: 'LIMIT' },
        { provider: 'GATEWAY', outcome: 'TAKEN' },
      ],
    })
  })

  test('without a template at a provider goes by another that can, and waits with the reason where there is none', async () => {
    await service('ALIYUN', 1, { templates: false })
    const smsId = await put()
    expect(await send()).toBe(0)
    expect(await stand(smsId)).toMatchObject({ state: 'QUEUED', reason: 'NO_CODE', tries: [] })
    await service('GATEWAY', 2)
    await later(0)
    expect(await send()).toBe(1)
    expect(await stand(smsId)).toMatchObject({ state: 'SENT', provider: 'GATEWAY' })
  })

  test('to a number that is none fails for good, whoever else there is', async () => {
    await service('ALIYUN', 1)
    await service('GATEWAY', 2)
    await faults({ ALIYUN: { answer: 'CODE', code: 'isv.MOBILE_NUMBER_ILLEGAL' } })
    const smsId = await put()
    await send()
    expect(await stand(smsId)).toMatchObject({ state: 'FAILED', reason: 'NUMBER_WRONG', tries: [{ outcome: 'NOT_TAKEN' }] })
    expect(await taken()).toEqual([])
  })

  test('more than the day’s quota of a provider go by the next', async () => {
    await service('GATEWAY', 2)
    await service('ALIYUN', 1, { quota: 2 })
    for (let n = 0; n < 3; n++) await put()
    expect(await send()).toBe(3)
    expect((await taken()).map(({ provider }) => provider).sort()).toEqual(['ALIYUN', 'ALIYUN', 'GATEWAY'])
  })
})

describe('an answer that was lost', () => {
  test('is asked about before anybody else gets the message: what the provider has is not sent again', async () => {
    await service('ALIYUN', 1)
    await service('GATEWAY', 2)
    await faults({ ALIYUN: { answer: 'LOST', times: 1 } })
    const smsId = await put()
    expect(await send()).toBe(0)
    expect(await stand(smsId)).toMatchObject({ state: 'UNKNOWN', tries: [{ outcome: 'UNSURE', reason: 'UNREACHED' }] })
    await later(30)
    expect(await send()).toBe(0)
    await ask()
    expect(await stand(smsId)).toMatchObject({ state: 'SENT', provider: 'ALIYUN', cost_x100: 450, tries: [{ outcome: 'TAKEN' }] })
    expect(await taken()).toHaveLength(1)
  })

  test('of a message that the provider never had lets the next one send it', async () => {
    await service('ALIYUN', 1)
    await service('GATEWAY', 2)
    await faults({ ALIYUN: { answer: 'HANGUP' } })
    const smsId = await put()
    await send()
    await later(30)
    await ask()
    // Too early to rely on: Aliyun's list may be behind.
    expect(await stand(smsId)).toMatchObject({ state: 'UNKNOWN' })
    await later(120)
    await faults({ ALIYUN: { answer: 'OK' } })
    await ask()
    expect(await send()).toBe(1)
    expect(await stand(smsId)).toMatchObject({ state: 'SENT', tries: [{ outcome: 'NOT_TAKEN' }, { provider: 'ALIYUN', outcome: 'TAKEN' }] })
    expect(await taken()).toHaveLength(1)
  })

  test('of a message handed over around midnight is found under the day on which Aliyun got it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const aliyun = aliyunTransport({ url: standIn.url, keyId: ALIYUN.keyId, secret: ALIYUN.secret, signName: '归航代驾' })
      const beganAt = new Date('2026-11-30T23:59:59.800+08:00')
      const template = { code: 'SMS_100001', params: ['code=number', 'minutes'], sign: '' }
      const asked = { phone: PHONE, outId: '1-2-3', messageId: '1-2' }
      vi.setSystemTime(beganAt.getTime() + 400)
      await aliyun.send({ ...asked, purpose: 'ORDER_TEXT', body: '', template, values: { code: '583920', minutes: '5' } }, 5_000)
      vi.setSystemTime(beganAt.getTime() + 180_000)
      expect(await aliyun.ask!({ ...asked, bizId: '', beganAt }, 5_000)).toMatchObject({ state: 'TAKEN' })
    } finally {
      vi.useRealTimers()
    }
  })

  test('of a code does not keep anybody waiting: it goes by the other at once', async () => {
    await service('TENCENT', 1)
    await service('ALIYUN', 2)
    await faults({ TENCENT: { answer: 'LOST', times: 1 } })
    const smsId = await put({ purpose: 'ACCOUNT_CODE' })
    expect(await send('codes')).toBe(1)
    expect(await stand(smsId)).toMatchObject({ state: 'SENT', provider: 'ALIYUN', tries: [{ outcome: 'UNSURE' }, { outcome: 'TAKEN' }] })
    expect((await taken()).map(({ provider }) => provider)).toEqual(['TENCENT', 'ALIYUN'])
  })

  test('of a message that goes once is the end of it', async () => {
    await service('ALIYUN', 1)
    await service('GATEWAY', 2)
    await faults({ ALIYUN: { answer: 'HANGUP' } })
    const smsId = await put({ purpose: 'BROADCAST', once: true, broadcastId: '5' })
    await send('bulk')
    expect(await stand(smsId)).toMatchObject({ state: 'UNKNOWN' })
    await later(3_600)
    await ask()
    expect(await send('bulk')).toBe(0)
    expect(await stand(smsId)).toMatchObject({ state: 'FAILED', tries: [{ outcome: 'NOT_TAKEN' }] })
    expect(await taken()).toEqual([])
  })

  test('that nobody can say anything of is unknown for good after 72 hours, and then nobody knows the number any more', async () => {
    await service('TENCENT', 1)
    await faults({ TENCENT: { answer: 'LOST' } })
    const smsId = await put()
    await send()
    await later(71 * 3_600)
    await ask()
    expect(await stand(smsId)).toMatchObject({ state: 'UNKNOWN' })
    await later(2 * 3_600)
    await ask()
    expect(await stand(smsId)).toMatchObject({ state: 'UNKNOWN', reason: 'NO_REPORT' })
    const { rows } = await world.owner.query('select phone_sealed from sms_outbox')
    expect(rows).toEqual([{ phone_sealed: null }])
  })
})

test('of a broadcast that is stopped nothing more goes out', async () => {
  await service('GATEWAY', 1)
  const [first, second] = [
    await put({ purpose: 'BROADCAST', once: true, broadcastId: '9' }),
    await put({ purpose: 'BROADCAST', once: true, broadcastId: '8' }),
  ]
  const stopped = await world.app.platform.db.write(wholeTenant(world.tenantA), (tx) => stopBroadcastMessages(tx, '9'))
  expect(stopped).toBe(1)
  expect(await send('bulk')).toBe(1)
  expect(await stand(first)).toMatchObject({ state: 'FAILED', reason: 'STOPPED', tries: [] })
  expect(await stand(second)).toMatchObject({ state: 'SENT' })
})

test('codes and numbers stand in no log and no attempt, whatever goes wrong', async () => {
  await service('ALIYUN', 1)
  await service('TENCENT', 2)
  for (const answer of ['HANGUP', 'HTTP', 'LOST'] as const) {
    await faults({ ALIYUN: { answer }, TENCENT: { answer } })
    await put({ purpose: 'ACCOUNT_CODE' })
    await send('codes')
  }
  const { rows } = await world.owner.query<{ row: string }>(
    'select a::text as row from sms_attempts a union all select s::text from sms_outbox s',
  )
  expect(rows.length).toBeGreaterThan(6)
  for (const { row } of rows) for (const clear of ['583920', PHONE]) expect(row).not.toContain(clear)
})

describe('a report', () => {
  const pushTo = (serviceId: string) =>
    `/message-reports/${world.tenantA}/${serviceId}/${world.app.platform.sms.reportKey(world.tenantA, serviceId)}`
  const push = async (url: string, body: unknown) =>
    (await world.app.http.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }))
      .statusCode
  const days = async () => (await world.owner.query('select messages, segments, cost_x100, delivered, failed from sms_days')).rows

  test.each(['ALIYUN', 'TENCENT', 'GATEWAY'] as const)(
    'of %s that is pushed twice counts once, and what it counted takes the place of what we did',
    async (provider) => {
      const serviceId = await service(provider, 1)
      const smsId = await put()
      await send()
      const [arrived] = await taken()
      const report = { delivered: true, code: 'DELIVERED', at: Date.now() }
      for (let n = 0; n < 2; n++) expect(await push(pushTo(serviceId), reportFor({ ...arrived!, segments: 2, report }))).toBe(200)
      expect(await stand(smsId)).toMatchObject({ state: 'DELIVERED', tries: [{ report: 'DELIVERED' }] })
      // Tencent does not say what it counted.
      const segments = provider === 'TENCENT' ? 1 : 2
      expect(await days()).toEqual([{ messages: 1, segments, cost_x100: String(450 * segments), delivered: 1, failed: 0 }])
      const { rows } = await world.owner.query('select phone_sealed, sealed from sms_outbox')
      expect(rows).toEqual([{ phone_sealed: null, sealed: null }])
    },
  )

  test('that it did not arrive says why, and a later one that it did is believed', async () => {
    const serviceId = await service('ALIYUN', 1)
    const smsId = await put()
    await send()
    const [arrived] = await taken()
    await push(pushTo(serviceId), reportFor({ ...arrived!, report: { delivered: false, code: 'MOBILE_IN_BLACK', at: Date.now() } }))
    expect(await stand(smsId)).toMatchObject({ state: 'FAILED', reason: 'OPTED_OUT' })
    expect(await days()).toMatchObject([{ delivered: 0, failed: 1 }])
    await push(pushTo(serviceId), reportFor({ ...arrived!, report: { delivered: true, code: 'DELIVERED', at: Date.now() } }))
    await push(pushTo(serviceId), reportFor({ ...arrived!, report: { delivered: false, code: 'MOBILE_IN_BLACK', at: Date.now() } }))
    expect(await stand(smsId)).toMatchObject({ state: 'DELIVERED', reason: '' })
    expect(await days()).toMatchObject([{ delivered: 1, failed: 0 }])
  })

  test.each(['ALIYUN', 'TENCENT', 'GATEWAY'] as const)(
    'of %s about an attempt whose answer was lost says that it was taken',
    async (provider) => {
      const serviceId = await service(provider, 1)
      await faults({ [provider]: { answer: 'LOST', times: 1 } })
      const smsId = await put()
      await send()
      const [arrived] = await taken()
      await push(pushTo(serviceId), reportFor({ ...arrived!, report: { delivered: true, code: 'DELIVERED', at: Date.now() } }))
      expect(await stand(smsId)).toMatchObject({ state: 'DELIVERED', provider, tries: [{ outcome: 'TAKEN', report: 'DELIVERED' }] })
    },
  )

  test('by another key, about another service’s message or in another shape moves nothing', async () => {
    const [aliyun, gateway] = [await service('ALIYUN', 1), await service('GATEWAY', 2)]
    const smsId = await put()
    await send()
    const [arrived] = await taken()
    const report = reportFor({ ...arrived!, report: { delivered: true, code: 'DELIVERED', at: Date.now() } })
    expect(await push(`/message-reports/${world.tenantA}/${aliyun}/${'x'.repeat(32)}`, report)).toBe(404)
    expect(await push(pushTo(aliyun).replace(`/${world.tenantA}/`, `/${world.tenantB}/`), report)).toBe(404)
    expect(await push(pushTo(gateway), { id: `${world.tenantA}-${smsId}`, state: 'DELIVERED' })).toBe(200)
    expect(await push(pushTo(aliyun), { hello: 'there' })).toBe(400)
    expect(await push('/message-reports/0/0/anything', report)).toBe(404)
    expect(await stand(smsId)).toMatchObject({ state: 'SENT' })
  })

  test.each(['ALIYUN', 'TENCENT', 'GATEWAY'] as const)('that %s pushes to nobody is asked for', async (provider) => {
    await service(provider, 1)
    await reports({ [provider]: { how: 'ASKED', ms: 0 } })
    const smsId = await put()
    await send()
    await expect.poll(async () => (await taken())[0]?.report).toBeTruthy()
    await later(60)
    await ask()
    expect(await stand(smsId)).toMatchObject({ state: 'DELIVERED', tries: [{ outcome: 'TAKEN', report: 'DELIVERED' }] })
  })
})
