import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NumbersService, startNumbers } from '../src/numbers.ts'
import { headersOf } from '../src/signature.ts'

const key = { appKey: 'app', appSecret: 'secret' }
let service: NumbersService
beforeAll(async () => {
  service = await startNumbers({ key, pool: ['17000000001'] })
})
afterAll(() => service.stop())

const PAIRS = '/rest/caas/relationnumber/partners/v1.0'
const ask = async (method: string, target: string, body?: object, headers = headersOf(key)) => {
  const answer = await fetch(`${service.url}${target}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body && { body: JSON.stringify(body) }),
  })
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    body: (await answer.json().catch(() => null)) as Record<string, unknown> | null,
  }
}
const pair = { relationNum: '+8617000000001', callerNum: '+8613600000001', calleeNum: '+8613500000001', duration: 600, recordFlag: true }

test('binds a telephone to a number once, shows, changes and ends what is bound', async () => {
  const bound = await ask('POST', PAIRS, pair)
  expect(bound.body).toMatchObject({ resultcode: '0', relationNum: pair.relationNum })
  const { subscriptionId } = bound.body as { subscriptionId: string }
  expect((await ask('POST', PAIRS, { ...pair, calleeNum: '+8613500000009' })).body).toMatchObject({ resultcode: '1012010' })
  expect((await ask('POST', PAIRS, { ...pair, relationNum: '+8617000000009' })).body).toMatchObject({ resultcode: '1012008' })
  expect((await ask('PUT', PAIRS, { subscriptionId, calleeNum: '+8613500000002' })).body).toMatchObject({ resultcode: '0' })
  const listed = await ask('GET', `${PAIRS}?relationNum=%2B8617000000001&pageIndex=1&pageSize=20`)
  expect(listed.body).toMatchObject({ totalCount: 1, relationNumList: [{ subscriptionId, calleeNum: '+8613500000002' }] })
  expect(await service.calls.play({ from: '13600000001', number: '17000000001' })).toMatchObject({ rang: '13500000002' })
  expect((await ask('DELETE', `${PAIRS}?subscriptionId=${subscriptionId}`)).body).toMatchObject({ resultcode: '0' })
  expect((await ask('DELETE', `${PAIRS}?subscriptionId=${subscriptionId}`)).body).toMatchObject({ resultcode: '1012001' })
  expect(await service.calls.play({ from: '13600000001', number: '17000000001' })).toMatchObject({ rang: null, recording: null })
})

test('gives recordings by a redirection, and what is not there by its code', async () => {
  await ask('POST', PAIRS, pair)
  const { recording } = await service.calls.play({ from: '13500000001', number: '17000000001', seconds: 4 })
  const found = await ask('GET', `/rest/provision/voice/record/v1.0?recordDomain=ostor.example&fileName=${recording}`)
  expect([found.status, (await (await fetch(found.location!)).arrayBuffer()).byteLength]).toEqual([301, 44 + 4 * 8_000])
  expect((await ask('GET', '/rest/provision/voice/record/v1.0?recordDomain=ostor.example&fileName=none.wav')).body).toMatchObject({
    resultcode: '1012007',
  })
})

test('knows who asks', async () => {
  const refused = async (headers: Record<string, string>) => (await ask('GET', `${PAIRS}?relationNum=1`, undefined, headers)).body
  expect(await refused({})).toMatchObject({ resultcode: '1023006' })
  expect(await refused(headersOf({ ...key, appSecret: 'guessed' }))).toMatchObject({ resultcode: '1020150' })
  const { 'x-aksk': header, ...rest } = headersOf(key)
  expect(await refused({ ...rest, 'x-aksk': header!.replace(/Created="\d{4}/, 'Created="2019') })).toMatchObject({ resultcode: '1023008' })
})
