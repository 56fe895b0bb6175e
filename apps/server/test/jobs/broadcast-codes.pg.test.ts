import { type BroadcastRow } from '@chauffeur/contract/message/broadcast-model'
import { broadcastCalls as calls } from '@chauffeur/contract/message/broadcast'
import { smsServiceCalls, type SmsServiceView } from '@chauffeur/contract/message/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALIYUN } from '../../../messages/src/aliyun.ts'
import type { Taken } from '../../../messages/src/book.ts'
import { type MessageService, startMessages } from '../../../messages/src/messages.ts'
import { TENCENT } from '../../../messages/src/tencent.ts'
import { fillPeople } from '../broadcasts.ts'
import { makeWorld, type World } from '../world.ts'

let world: World
let standIn: MessageService
beforeAll(async () => {
  standIn = await startMessages()
  world = await makeWorld({ jobs: true, settings: { smsHosts: ['127.0.0.1'] } })
  await fillPeople(world, 3)
})
afterAll(async () => {
  await world.close()
  await standIn.stop()
})

async function ok<T>(sent: ReturnType<World['send']>): Promise<T> {
  const { code, message, data } = await sent
  expect(code, message).toBe(0)
  return data as T
}
async function provider(of: object): Promise<string> {
  const saved = await ok<SmsServiceView>(world.send(smsServiceCalls.save, { url: standIn.url, ...of }))
  return saved.smsServiceId!
}
/** What the stand-in took since it was last looked at, in order. */
async function taken(): Promise<string[]> {
  const at = `${standIn.url}/control/taken`
  const { taken: all } = (await (await fetch(at)).json()) as { taken: Taken[] }
  await fetch(at, { method: 'DELETE' })
  return all.map(({ provider: by, text: said }) => `${by} ${said}`).toSorted()
}
const text = { name: '周末优惠', whom: 'CUSTOMERS', body: '${name}您好，${city}代驾八折', refuseBy: 'TD' }
async function sent(codes: Record<string, string>): Promise<string> {
  const draft = await ok<BroadcastRow>(world.send(calls.save, { ...text, codes }))
  expect(draft.codes).toEqual(codes)
  const { broadcastId } = draft
  const waiting = await ok<BroadcastRow>(world.send(calls.submit, { broadcastId, version: draft.version }))
  await ok(world.send(calls.approve, { broadcastId, version: waiting.version, shown: 3 }, 'platform'))
  return broadcastId
}
const detail = (broadcastId: string) => ok<BroadcastRow>(world.send(calls.detail, { broadcastId }))

test('providers of registered templates send a broadcast under the code that it has there, and none without one', async () => {
  const aliyun = await provider({ provider: 'ALIYUN', keyId: ALIYUN.keyId, key: ALIYUN.secret, signName: ALIYUN.sign, name: '主用' })
  const tencent = await provider({
    ...{ provider: 'TENCENT', keyId: TENCENT.keyId, key: TENCENT.secret },
    signName: TENCENT.sign,
    appId: TENCENT.appId,
  })
  const carriers = await world.send(calls.carriers)
  expect(carriers.data).toEqual({
    rows: [
      { smsServiceId: aliyun, provider: 'ALIYUN', name: '主用', enabled: true, needsCode: true },
      { smsServiceId: tencent, provider: 'TENCENT', name: '', enabled: true, needsCode: true },
    ],
  })
  for (const stranger of ['nowhere', 'company', 'partner', 'other'] as const)
    expect((await world.send(calls.carriers, {}, stranger)).data ?? { rows: [] }).toEqual({ rows: [] })
  const wrong = await world.send(calls.save, { ...text, codes: { [aliyun]: '1234567' } })
  expect(wrong).toMatchObject({ error: 'broadcast.invalid', data: { fields: [{ path: `code${aliyun}` }] } })

  const done = await sent({ [aliyun]: 'SMS_4711' })
  await expect.poll(async () => (await detail(done)).state, { timeout: 25_000 }).toBe('DONE')
  expect(await taken()).toEqual([1, 2, 3].map((n) => `ALIYUN SMS_4711 ${JSON.stringify({ name: `客户${n}`, city: '杭州市' })}`))
  // The other one alone has it: it is not kept up by the first.
  const other = await sent({ [tencent]: '4712' })
  await expect.poll(async () => (await detail(other)).state, { timeout: 25_000 }).toBe('DONE')
  expect(await taken()).toEqual([1, 2, 3].map((n) => `TENCENT 4712 ${JSON.stringify([`客户${n}`, '杭州市'])}`))

  // One that neither has is not submitted, and says why; where the only one that has it is switched off meanwhile, it is not approved.
  const without = await ok<BroadcastRow>(world.send(calls.save, text))
  const refused = await world.send(calls.submit, { broadcastId: without.broadcastId, version: without.version })
  expect(refused).toMatchObject({ error: 'broadcast.noCode' })
  expect(await detail(without.broadcastId)).toMatchObject({ state: 'DRAFT' })
  const half = await ok<BroadcastRow>(world.send(calls.save, { ...text, codes: { [tencent]: '4713' } }))
  const waiting = await ok<BroadcastRow>(world.send(calls.submit, { broadcastId: half.broadcastId, version: half.version }))
  const enable = async (enabled: boolean) => {
    const { rows } = await ok<{ rows: SmsServiceView[] }>(world.send(smsServiceCalls.list))
    const { version } = rows.find(({ smsServiceId }) => smsServiceId === tencent)!
    await ok(world.send(smsServiceCalls.enable, { smsServiceId: tencent, version, enabled }))
  }
  await enable(false)
  const approval = { broadcastId: half.broadcastId, version: waiting.version, shown: 3 }
  expect(await world.send(calls.approve, approval, 'platform')).toMatchObject({ error: 'broadcast.noCode' })
  expect(await detail(half.broadcastId)).toMatchObject({ state: 'WAITING', recipients: 0 })
  expect(await taken()).toEqual([])

  // A stopped one is gone on with only while somebody who is enabled has its code.
  await enable(true)
  const sendAt = new Date(Date.now() + 3_600_000).toISOString()
  const { broadcastId } = await ok<BroadcastRow>(world.send(calls.save, { ...text, codes: { [tencent]: '4714' }, sendAt }))
  const asked = await ok<BroadcastRow>(world.send(calls.submit, { broadcastId, version: (await detail(broadcastId)).version }))
  await ok(world.send(calls.approve, { broadcastId, version: asked.version, shown: 3 }, 'platform'))
  const stopped = await ok<BroadcastRow>(world.send(calls.stop, { broadcastId }))
  await enable(false)
  const goOn = () => world.send(calls.goOn, { broadcastId, version: stopped.version })
  expect(await goOn()).toMatchObject({ error: 'broadcast.noCode' })
  expect(await detail(broadcastId)).toMatchObject({ state: 'STOPPED', version: stopped.version })
  await enable(true)
  expect(await ok<BroadcastRow>(goOn())).toMatchObject({ state: 'APPROVED', nextAt: sendAt })
}, 90_000)
