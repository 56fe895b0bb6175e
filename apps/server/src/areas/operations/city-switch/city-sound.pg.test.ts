import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { phoneCalls } from '@chauffeur/contract/call-centre/phone'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type CitySwitch, citySwitchCalls as calls } from '@chauffeur/contract/operations/city-switch'
import { orderSoundCalls } from '@chauffeur/contract/order/sound'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { purgeSounds } from '#areas/call-centre/recording'
import { wavFile } from '#test/sounds'
import { addOrder, HANGZHOU, makeWorld, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

let made = 0
const newPhone = () => `1321000${String(++made).padStart(4, '0')}`
async function turn(key: CitySwitch, on: boolean) {
  const { rows } = (await world.send(calls.view, { cityId: HANGZHOU })).data as AnswerOf<typeof calls.view>
  const { version } = rows[0]!.switches.find((one) => one.key === key)!
  expect((await world.send(calls.save, { cityId: HANGZHOU, key, on, version })).code).toBe(0)
}

const boundary = 'sound-boundary'
const upload = (url: string, fields: Record<string, string>, token = '') =>
  world.app.http.inject({
    method: 'POST',
    url,
    payload: Buffer.concat([
      Buffer.from(
        Object.entries(fields)
          .map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
          .join('') + `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="1.wav"\r\ncontent-type: audio/wav\r\n\r\n`,
      ),
      wavFile({ seconds: 3 }),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...(token && { token }) },
  })
/** A call that is over, and that the desk recorded. */
async function call(number: string): Promise<string> {
  const told = { direction: 'IN', lineNo: 0, clientRef: `sound-call-${++made}`, number, startedAgoS: 0, answeredAgoS: 0, endedAgoS: 0 }
  const answer = await world.send(phoneCalls.report, told)
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return (answer.data as { callId: string }).callId
}
async function sends(callId: string) {
  const { path } = (await world.send(phoneCalls.uploadAddress, { callId })).data as { path: string }
  // Its service is told that it is done either way: it would send the file again for ever.
  expect((await upload(path, {})).body).toBe('Result:1')
}
const kept = async (callId: string) => {
  await purgeSounds(world.app.platform)
  const { rows } = (await world.send(orderSoundCalls.recordList, { callId })).data as AnswerOf<typeof orderSoundCalls.recordList>
  return rows.map(({ storage }) => storage)
}
const soundOff = async (phone: string) =>
  ((await world.send(phoneCalls.list, { keyword: phone })).data as AnswerOf<typeof phoneCalls.list>).rows[0]!.soundOff
const order = (phone: string, callId: string) =>
  world.send(callCentreCalls.place, {
    cityId: HANGZHOU,
    pickupLat: 30.27,
    pickupLng: 120.15,
    pickupAddress: '武林广场',
    phone,
    callId,
  })

describe('recordings of a city that keeps none', () => {
  test('of a customer of the city none is kept, and whoever looks for it is told so; once it is switched on they are', async () => {
    const phone = newPhone()
    const { customerId } = await addOrder(world, { phone })
    await world.owner.query('update customers set city_id = $2 where customer_id = $1', [customerId, HANGZHOU])
    const before = await call(phone)
    await turn('soundRecord', false)
    const off = await call(phone)
    await sends(off)
    expect([await kept(off), await soundOff(phone)]).toEqual([[], true])
    // A call goes by what held when it began.
    await sends(before)
    expect(await kept(before)).toEqual(['STORED'])
    await turn('soundRecord', true)
    const on = await call(phone)
    await sends(on)
    expect([await kept(on), await soundOff(phone)]).toEqual([['STORED'], false])
  })

  test('what was recorded before anybody knew the city goes as soon as the order is placed there', async () => {
    await turn('soundRecord', false)
    const phone = newPhone()
    const callId = await call(phone)
    await sends(callId)
    expect(await kept(callId)).toEqual(['STORED'])
    const placed = await order(phone, callId)
    expect(placed.code, placed.message).toBe(0)
    expect([await kept(callId), await soundOff(phone)]).toEqual([['PURGED'], true])
    await turn('soundRecord', true)
    const other = newPhone()
    const again = await call(other)
    await sends(again)
    expect((await order(other, again)).code).toBe(0)
    expect([await kept(again), await soundOff(other)]).toEqual([['STORED'], false])
  })

  test('neither does a recording of a trip come in by hand', async () => {
    await turn('soundRecord', false)
    const { orderId } = await addOrder(world, { phone: newPhone() })
    const store = async () =>
      (await upload(orderSoundCalls.storePlus.path, { orderId, source: 'IN_TRIP_AUDIO' }, world.people.all.token)).json<{
        code: number
        error?: string
      }>()
    expect((await store()).error).toBe('orderSound.cityOff')
    await turn('soundRecord', true)
    await world.owner.query('update orders set created_at = now() where order_id = $1', [orderId])
    expect((await store()).code).toBe(0)
  })
})
