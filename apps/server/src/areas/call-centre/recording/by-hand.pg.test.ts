import { phoneCalls } from '@chauffeur/contract/call-centre/phone'
import { orderSoundCalls } from '@chauffeur/contract/order/sound'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asking } from '#test/ask'
import { wavFile } from '#test/sounds'
import { addOrder, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
const { ok } = asking(() => world)

/** A finished call of the Hangzhou operator. */
const finished = async (clientRef: string) =>
  (
    await ok(
      phoneCalls.report,
      { clientRef, direction: 'IN', lineNo: 0, number: '13800001188', startedAgoS: 40, answeredAgoS: 30, endedAgoS: 1 },
      'hangzhou',
    )
  ).callId!

async function bring(of: Record<string, string>, { bytes = wavFile({ seconds: 2 }) as Uint8Array, as = 'hangzhou' as Person } = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(of)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'audio/wav' }), 'a.wav')
  const whole = new Request('http://test', { method: 'POST', body: form })
  const answer = await world.app.http.inject({
    method: 'POST',
    url: orderSoundCalls.storePlus.path,
    headers: { token: world.people[as].token, 'content-type': whole.headers.get('content-type')! },
    payload: Buffer.from(await whole.arrayBuffer()),
  })
  return answer.json<{ code: number; error?: string; data: { recordId: string; seconds: number } }>()
}
const recordings = (of: object) => ok<{ total: number }>(orderSoundCalls.recordList, { ...of }, 'hangzhou')

test('an order’s recording brought in by hand is sound, and of an order in sight; there may be several', async () => {
  const { orderId } = await addOrder(world)
  const { orderId: elsewhere } = await addOrder(world, { cityId: SHANGHAI, orgId: world.shanghaiOrg })
  expect((await bring({ orderId }, { bytes: Buffer.from('RIFF, but no sound') })).error).toBe('orderSound.notSound')
  expect((await bring({ orderId: elsewhere })).error).toBe('orderSound.noTarget')
  expect(await recordings({ orderId })).toMatchObject({ total: 0 })
  expect((await bring({ orderId })).data).toMatchObject({ seconds: 2 })
  expect((await bring({ orderId })).code).toBe(0)
  expect(await recordings({ orderId })).toMatchObject({ total: 2 })
})

test('a call has one recording, brought in by whoever took the call', async () => {
  const callId = await finished('by-hand-1')
  expect((await bring({ callId }, { as: 'all' })).error).toBe('orderSound.noTarget')
  expect((await bring({ callId })).code).toBe(0)
  expect((await bring({ callId })).error).toBe('orderSound.already')
  expect(await recordings({ callId })).toMatchObject({ total: 1 })
})
