import { createHash, createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ALIYUN } from '../src/aliyun.ts'
import { GATEWAY } from '../src/gateway.ts'
import { type MessageService, startMessages } from '../src/messages.ts'
import { TENCENT } from '../src/tencent.ts'

let service: MessageService
beforeEach(async () => {
  service = await startMessages()
})
afterEach(() => service.stop())
const hex = (text: string) => createHash('sha256').update(text).digest('hex')
const keyed = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const answerOf = async (url: string, init: RequestInit) => {
  const answer = await fetch(url, init)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** Signed by hand, as Aliyun describes it. */
async function aliyun(query: string, { secret = ALIYUN.secret, changed = '' } = {}) {
  const date = new Date().toISOString().replace(/\.\d+Z/, 'Z')
  const empty = hex('')
  const { host } = new URL(service.url)
  const named: Record<string, string> = { host, 'x-acs-action': 'SendSms', 'x-acs-content-sha256': empty, 'x-acs-date': date }
  const signed = Object.keys(named).join(';')
  const canonical = [
    'POST',
    '/',
    query,
    Object.entries(named)
      .map(([name, value]) => `${name}:${value}\n`)
      .join(''),
    signed,
    empty,
  ].join('\n')
  const signature = keyed(secret, `ACS3-HMAC-SHA256\n${hex(canonical)}`).toString('hex')
  const authorization = `ACS3-HMAC-SHA256 Credential=${ALIYUN.keyId},SignedHeaders=${signed},Signature=${signature}`
  return answerOf(`${service.url}/?${query}${changed}`, { method: 'POST', headers: { ...named, authorization } })
}
const query = `OutId=1-1-1&PhoneNumbers=13900001111&SignName=${encodeURIComponent(ALIYUN.sign)}&TemplateCode=SMS_1&TemplateParam=%7B%7D`

test('Aliyun takes what is signed with its secret, and nothing that was changed on the way', async () => {
  expect((await aliyun(query)).body).toMatchObject({ Code: 'OK', BizId: expect.stringMatching(/^A\d+$/) as string })
  expect((await aliyun(query, { secret: 'another' })).body).toMatchObject({ Code: 'SignatureDoesNotMatch' })
  expect((await aliyun(query, { changed: '&PhoneNumbers=13900002222' })).body).toMatchObject({ Code: 'SignatureDoesNotMatch' })
  expect((await aliyun(query.replace('SMS_1', 'no'))).body).toMatchObject({ Code: 'isv.SMS_TEMPLATE_ILLEGAL' })
})

/** Signed by hand, as Tencent describes it. */
async function tencent(input: object, { secret = TENCENT.secret, sent = JSON.stringify(input) } = {}) {
  const stamp = Math.floor(Date.now() / 1000)
  const date = new Date(stamp * 1000).toISOString().slice(0, 10)
  const scope = `${date}/127/tc3_request`
  const canonical = `POST\n/\n\ncontent-type:application/json\nhost:127.0.0.1\n\ncontent-type;host\n${hex(JSON.stringify(input))}`
  const key = keyed(keyed(keyed(`TC3${secret}`, date), '127'), 'tc3_request')
  const signature = keyed(key, `TC3-HMAC-SHA256\n${stamp}\n${scope}\n${hex(canonical)}`).toString('hex')
  const headers = {
    'content-type': 'application/json',
    'x-tc-action': 'SendSms',
    'x-tc-timestamp': String(stamp),
    authorization: `TC3-HMAC-SHA256 Credential=${TENCENT.keyId}/${scope}, SignedHeaders=content-type;host, Signature=${signature}`,
  }
  return (await answerOf(service.url, { method: 'POST', headers, body: sent })).body.Response
}

test('Tencent takes what is signed with its secret, and nothing that was changed on the way', async () => {
  const input = {
    PhoneNumberSet: ['+8613900001111'],
    SmsSdkAppId: TENCENT.appId,
    SignName: TENCENT.sign,
    TemplateId: '1',
    TemplateParamSet: ['a'],
  }
  expect(await tencent(input)).toMatchObject({ SendStatusSet: [{ Code: 'Ok' }] })
  expect(await tencent(input, { secret: 'another' })).toMatchObject({ Error: { Code: 'AuthFailure.SignatureFailure' } })
  expect(await tencent(input, { sent: JSON.stringify({ ...input, TemplateId: '2' }) })).toMatchObject({
    Error: { Code: 'AuthFailure.SignatureFailure' },
  })
})

test('the gateway asks for its token, and says what became of a message that it took, or that it never did', async () => {
  const headers = { authorization: `Bearer ${GATEWAY.token}` }
  const body = JSON.stringify({ id: '1-1', phone: '13900001111', body: '试' })
  const url = `${service.url}/gateway`
  expect((await answerOf(url, { method: 'POST', body })).status).toBe(401)
  expect((await answerOf(url, { method: 'POST', body, headers })).status).toBe(202)
  expect((await answerOf(`${url}?id=1-1`, { headers })).body).toMatchObject({ id: '1-1', segments: 1 })
  expect((await answerOf(`${url}?id=1-2`, { headers })).body).toEqual({ id: '1-2', state: 'NONE', code: '' })
  expect(await (await fetch(service.url)).text()).toContain('13900001111')
})
