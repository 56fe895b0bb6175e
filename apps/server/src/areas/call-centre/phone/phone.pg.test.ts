import { phoneCalls } from '@chauffeur/contract/call-centre/phone'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { orderSoundCalls } from '@chauffeur/contract/order/sound'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wavFile } from '#test/sounds'
import { addOrder, HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'
import { endSilentCalls, SILENT_AFTER_S } from './call-desk.service.ts'
import { purgeSounds } from '../recording/index.ts'

let world: World
type Person = keyof World['people']
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

let refs = 0
const newRef = () => `test-call-${++refs}`
interface Told {
  clientRef: string
  direction?: 'IN' | 'OUT'
  number?: string
  answeredAgoS?: number
  endedAgoS?: number
  startedAgoS?: number
  result?: string
  recordFile?: string
}
const report = async (told: Told, as: Person = 'hangzhou') => {
  const answer = await world.send(phoneCalls.report, { direction: 'IN', lineNo: 0, startedAgoS: 0, ...told }, as)
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return answer.data as { callId: string; phone: string; customer: { customerId: string; name: string } | null }
}
const list = async (input: Record<string, unknown> = {}, as: Person = 'hangzhou') =>
  (await world.send(phoneCalls.list, input, as)).data as { rows: Record<string, unknown>[]; total: number }
const mine = async (as: Person) =>
  (await world.send(phoneCalls.mine, {}, as)).data as { rows: Record<string, unknown>[]; total: number; missed: number }

/** A finished call of the Hangzhou operator. */
const finished = async (number: string, as: Person = 'hangzhou') =>
  (await report({ clientRef: newRef(), number, startedAgoS: 40, answeredAgoS: 30, endedAgoS: 1 }, as)).callId

const boundary = 'sound-boundary'
const formOf = (bytes: Uint8Array, field = 'file', name = 'd:\\1.wav') =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="remark"\r\n\r\nx\r\n--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: audio/wav\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
const post = (url: string, payload: Buffer, token?: string) =>
  world.app.http.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...(token && { token }) },
  })
const addressFor = async (callId: string, as: Person = 'hangzhou') =>
  (await world.send(phoneCalls.uploadAddress, { callId }, as)).data as { path: string }
const recorded = async (number: string, seconds = 3, as: Person = 'hangzhou') => {
  const callId = await finished(number, as)
  const { path } = await addressFor(callId, as)
  expect((await post(path, formOf(wavFile({ seconds })))).body).toBe('Result:1')
  const { rows } = (await world.send(orderSoundCalls.recordList, { callId }, as)).data as { rows: { recordId: string }[] }
  return { callId, recordId: rows[0]!.recordId }
}

test('a call reported while it rings, when it is answered and when it ends is one row with its times', async () => {
  const { customerId } = await addOrder(world, { phone: '13800001111', name: '王女士' })
  const clientRef = newRef()
  const ringing = await report({ clientRef, number: '013800001111', startedAgoS: 1 })
  expect(ringing.customer).toEqual({ customerId, name: '王女士' })
  expect((await list({ keyword: '13800001111' })).rows[0]).toMatchObject({ result: null, endedAt: null, talkS: null })
  await report({ clientRef, number: '013800001111', startedAgoS: 9, answeredAgoS: 0 })
  const ended = { clientRef, number: '013800001111', startedAgoS: 69, answeredAgoS: 60, endedAgoS: 0 }
  await report(ended)
  // The answer was lost, and the desk says it again.
  expect((await report(ended)).callId).toBe(ringing.callId)
  const { rows, total } = await list({ keyword: '13800001111' })
  expect(total).toBe(1)
  for (const copied of ['138 0000 1111', '+86 138-0000-1111']) expect((await list({ keyword: copied })).total, copied).toBe(1)
  expect(rows[0]).toMatchObject({
    callId: ringing.callId,
    direction: 'IN',
    result: 'CONNECTED',
    phone: '13800001111',
    customerName: '王女士',
    agentName: 'hangzhou',
  })
})

test('the call log is read from either end', async () => {
  const first = await finished('13800001131')
  const last = await finished('13800001132')
  const ids = async (sortOrder: string) =>
    (await list({ sortBy: 'startedAt', sortOrder, pageSize: 200 })).rows
      .map(({ callId }) => callId)
      .filter((id) => [first, last].includes(id as string))
  expect(await ids('asc')).toEqual([first, last])
  expect(await ids('desc')).toEqual([last, first])
})

test('a call whose desk falls silent does not go on for ever, and goes on when the desk is back', async () => {
  const silent = (clientRef: string) =>
    world.owner.query(`update phone_calls set updated_at = now() - make_interval(secs => $2) where client_ref = $1`, [
      clientRef,
      SILENT_AFTER_S + 60,
    ])
  const [talking, ringing, heard] = [newRef(), newRef(), newRef()]
  await report({ clientRef: talking, number: '13800001121', startedAgoS: 1_200, answeredAgoS: 1_190 })
  await report({ clientRef: ringing, number: '13800001122', startedAgoS: 1_200 })
  await report({ clientRef: heard, number: '13800001123', startedAgoS: 1_200, answeredAgoS: 1_190 })
  await Promise.all([talking, ringing].map(silent))
  expect(await endSilentCalls(world.app.platform)).toBe(2)
  const row = async (number: string) => (await list({ keyword: number })).rows[0]!
  // The times told are ages: what passes between two reports is in them.
  const about = (seconds: number) => expect.toSatisfy((s: number) => s >= seconds - 20 && s <= seconds + 60)
  expect(await row('13800001121')).toMatchObject({ result: 'CONNECTED', talkS: about(530) })
  expect(await row('13800001122')).toMatchObject({ result: 'MISSED' })
  expect(await row('13800001123')).toMatchObject({ result: null, endedAt: null })

  await report({ clientRef: talking, number: '13800001121', startedAgoS: 1_260, answeredAgoS: 1_250 })
  expect(await row('13800001121')).toMatchObject({ result: null, endedAt: null })
  await report({ clientRef: talking, number: '13800001121', startedAgoS: 1_260, answeredAgoS: 1_250, endedAgoS: 0 })
  expect(await row('13800001121')).toMatchObject({ result: 'CONNECTED', talkS: about(1_190) })
  await report({ clientRef: heard, number: '13800001123', startedAgoS: 1_200, answeredAgoS: 1_190, endedAgoS: 0 })
})

test('two reports of one call at the same moment make one call', async () => {
  const told = { clientRef: newRef(), number: '13800001112' }
  const answers = await Promise.all(Array.from({ length: 6 }, () => report(told)))
  expect(new Set(answers.map(({ callId }) => callId)).size).toBe(1)
})

test('a call is seen by its agent, by who may see its city, and by nobody of another city, channel or tenant', async () => {
  await addOrder(world, { phone: '13800001113', cityId: SHANGHAI, name: '上海客户' })
  const callId = await finished('13800001113', 'hangzhou')
  const unknown = await finished('13900009999', 'hangzhou')
  const seen = async (as: Person) => {
    const { rows } = await list({ pageSize: 200 }, as)
    return [callId, unknown].map((one) => rows.some((row) => row.callId === one))
  }
  expect(await seen('hangzhou')).toEqual([true, true])
  expect(await seen('all')).toEqual([true, true])
  expect(await seen('company')).toEqual([true, false])
  expect(await seen('partner')).toEqual([false, false])
  expect(await seen('other')).toEqual([false, false])
  expect(await seen('nowhere')).toEqual([false, false])
})

test('a missed caller is counted until somebody calls back', async () => {
  const before = (await mine('company')).missed
  await report({ clientRef: newRef(), number: '13800001114', startedAgoS: 30, endedAgoS: 10 }, 'company')
  await report({ clientRef: newRef(), number: '13800001114', startedAgoS: 25, endedAgoS: 5 }, 'company')
  expect((await mine('company')).missed).toBe(before + 1)
  await report({ clientRef: newRef(), direction: 'OUT', number: '13800001114', startedAgoS: 1 }, 'company')
  expect((await mine('company')).missed).toBe(before)
  expect((await list({ result: 'MISSED', keyword: '13800001114' }, 'company')).total).toBe(2)
})

test('after a call its outcome and a note are kept; during it and by others they are not', async () => {
  const clientRef = newRef()
  const { callId } = await report({ clientRef, number: '13800001115' })
  const wrapUp = { callId, wrapUp: 'ENQUIRY', note: '问价格' }
  expect((await world.send(phoneCalls.wrapUp, wrapUp, 'hangzhou')).error).toBe('phone.callRunning')
  await report({ clientRef, number: '13800001115', endedAgoS: 0 })
  expect((await world.send(phoneCalls.wrapUp, wrapUp, 'all')).error).toBe('phone.callNotFound')
  expect((await world.send(phoneCalls.wrapUp, wrapUp, 'hangzhou')).code).toBe(0)
  expect((await list({ wrapUp: 'ENQUIRY' })).rows[0]).toMatchObject({ callId, wrapUp: 'ENQUIRY', note: '问价格' })
})

test('who may not see whole numbers dials by what they stand at, and still sees none', async () => {
  const { orderId } = await addOrder(world, { phone: '13800001116', orgId: world.hangzhouOrg })
  const callId = await finished('13800001116')
  await world.owner.query(`delete from role_functions where function_code = 'phone.reveal' and tenant_id = $1`, [world.tenantA])
  world.app.platform.forgetSession()
  try {
    const dialled = await world.send(phoneCalls.dial, { of: 'ORDER_CONTACT', id: orderId }, 'hangzhou')
    expect(dialled.data).toMatchObject({ number: '13800001116', shown: '138****1116' })
    expect((await list({ keyword: '1116' })).rows[0]).toMatchObject({ phone: '138****1116' })
    expect((await world.send(phoneCalls.dial, { of: 'CALL', id: callId }, 'hangzhou')).data).toMatchObject({ shown: '138****1116' })
    const { rows } = await world.owner.query<{ log: string }>(
      `select (input::text || after::text) as log from operation_logs where call = 'phone.dial' order by at desc limit 1`,
    )
    expect(rows[0]!.log).not.toContain('13800001116')
  } finally {
    await world.owner.query(
      `insert into role_functions (tenant_id, role_id, function_code) select tenant_id, role_id, 'phone.reveal' from roles where tenant_id = $1 and name = '全部'`,
      [world.tenantA],
    )
    world.app.platform.forgetSession()
  }
  const shanghai = await addOrder(world, { cityId: SHANGHAI })
  expect((await world.send(phoneCalls.dial, { of: 'ORDER_CONTACT', id: shanghai.orderId }, 'hangzhou')).error).toBe('phone.nobodyToDial')
})

test('an order placed during a call is tied to it, its recording is then the order’s, and both are found by the order’s number', async () => {
  const number = '13800001117'
  const { callId } = await report({ clientRef: newRef(), number })
  const placed = await world.send(
    callCentreCalls.place,
    { cityId: HANGZHOU, pickupLat: 30.27, pickupLng: 120.15, pickupAddress: '西湖', phone: number, callId },
    'hangzhou',
  )
  expect(placed.code, JSON.stringify(placed)).toBe(0)
  const [order] = (placed.data as { orders: { orderId: string; orderNo: string }[] }).orders
  const ofCall = { orderId: order!.orderId, orderNo: order!.orderNo }
  expect((await list({ orderId: ofCall.orderId })).rows[0]).toMatchObject({ callId, orders: [ofCall] })

  const { path } = await addressFor(callId)
  expect((await post(path, formOf(wavFile({ seconds: 5 }), 'filedata1'))).body).toBe('Result:1')
  const sounds = (await world.send(orderSoundCalls.recordList, { orderId: ofCall.orderId }, 'hangzhou')).data as { rows: unknown[] }
  expect(sounds.rows).toMatchObject([
    { callId, seconds: 5, source: 'AGENT_CALL', orders: [ofCall], fromParty: '138****1117', expired: false },
  ])

  const found = async (orderNo: string) => ({
    calls: (await list({ orderNo })).rows.map((row) => row.callId),
    sounds: ((await world.send(orderSoundCalls.recordList, { orderNo }, 'hangzhou')).data as { rows: { callId: string }[] }).rows.map(
      (row) => row.callId,
    ),
  })
  for (const typed of [ofCall.orderNo, ofCall.orderNo.toLowerCase(), ofCall.orderNo.split('-')[0]!.slice(-6)])
    expect(await found(typed)).toEqual({ calls: [callId], sounds: [callId] })
  expect(await found('D2600000000000')).toEqual({ calls: [], sounds: [] })
})

test('a call of another operator is not tied to an order', async () => {
  const { callId } = await report({ clientRef: newRef(), number: '13800001118' }, 'all')
  const placed = await world.send(
    callCentreCalls.place,
    { cityId: HANGZHOU, pickupLat: 30.27, pickupLng: 120.15, pickupAddress: '西湖', phone: '13800001118', callId },
    'hangzhou',
  )
  expect(placed.code).toBe(0)
  expect((await list({ pageSize: 200 }, 'all')).rows.find((row) => row.callId === callId)).toMatchObject({ orders: [] })
})

test('a recording is listened to in parts through a link that names nobody, and who asked is written down', async () => {
  const { callId, recordId } = await recorded('13800001119', 40)
  expect((await list({ keyword: '13800001119' })).rows[0]).toMatchObject({ callId, recordId })
  const { url, seconds } = (await world.send(orderSoundCalls.fileUrl, { recordId }, 'hangzhou')).data as { url: string; seconds: number }
  expect(seconds).toBe(40)
  const whole = await world.app.http.inject({ url })
  const sound = Buffer.from(wavFile({ seconds: 40 }))
  expect(whole.statusCode).toBe(200)
  expect(whole.headers).toMatchObject({ 'content-type': 'audio/wav', 'accept-ranges': 'bytes', 'content-length': String(sound.length) })
  expect(whole.rawPayload.equals(sound)).toBe(true)

  // Across the border of two stored pieces.
  const part = await world.app.http.inject({ url, headers: { range: 'bytes=262100-262200' } })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 262100-262200/${sound.length}`])
  expect(part.rawPayload.equals(sound.subarray(262_100, 262_201))).toBe(true)
  const last = await world.app.http.inject({ url, headers: { range: 'bytes=-10' } })
  expect(last.rawPayload).toHaveLength(10)
  expect((await world.app.http.inject({ url, headers: { range: 'bytes=99999999-' } })).statusCode).toBe(416)

  expect((await world.app.http.inject({ url: `${url.slice(0, -4)}AAAA` })).statusCode).toBe(404)
  const log = (await world.send(orderSoundCalls.log, { recordId }, 'hangzhou')).data as { rows: { action: string; userName: string }[] }
  expect(log.rows.map(({ action, userName }) => [action, userName])).toEqual([
    ['PLAY', 'hangzhou'],
    ['STORE', 'hangzhou'],
  ])
})

test('a recording is taken away by who may keep it, and that is written down; the link to listen saves nothing', async () => {
  const { recordId } = await recorded('13800001129', 1)
  const ask = async (download: boolean) =>
    (await world.send(orderSoundCalls.fileUrl, { recordId, download }, 'hangzhou')).data as { url: string }
  const listen = await ask(false)
  const saved = await world.app.http.inject({ url: (await ask(true)).url, headers: { 'sec-fetch-dest': 'document' } })
  expect([saved.statusCode, saved.headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining(`attachment; filename="recording-${recordId}.wav"`),
  ])
  const opened = (dest: string) => world.app.http.inject({ url: listen.url, headers: { 'sec-fetch-dest': dest } })
  expect((await opened('audio')).headers['content-disposition']).toBe('inline')
  expect((await opened('empty')).statusCode).toBe(200)
  expect((await opened('document')).statusCode).toBe(404)

  await world.owner.query(`delete from role_functions where function_code = 'sound.keep' and tenant_id = $1`, [world.tenantA])
  world.app.platform.forgetSession()
  try {
    expect((await world.send(orderSoundCalls.fileUrl, { recordId, download: true }, 'hangzhou')).error).toBe('orderSound.downloadForbidden')
    expect((await world.send(orderSoundCalls.fileUrl, { recordId }, 'hangzhou')).code).toBe(0)
  } finally {
    await world.owner.query(
      `insert into role_functions (tenant_id, role_id, function_code) select tenant_id, role_id, 'sound.keep' from roles where tenant_id = $1 and name = '全部'`,
      [world.tenantA],
    )
    world.app.platform.forgetSession()
  }
  const log = (await world.send(orderSoundCalls.log, { recordId }, 'hangzhou')).data as { rows: { action: string }[] }
  expect(log.rows.map(({ action }) => action)).toEqual(['PLAY', 'DOWNLOAD', 'PLAY', 'STORE'])
})

test('a recording of another city is neither listed nor played', async () => {
  const { orderId } = await addOrder(world, { cityId: SHANGHAI, orgId: world.shanghaiOrg })
  const stored = await post(
    orderSoundCalls.storePlus.path,
    Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="orderId"\r\n\r\n${orderId}\r\n`),
      formOf(wavFile({ seconds: 1 })),
    ]),
    world.people.all.token,
  )
  const { recordId } = stored.json<{ data: { recordId: string } }>().data
  expect((await world.send(orderSoundCalls.isExpired, { recordId }, 'all')).data).toMatchObject({ expired: false, storage: 'STORED' })
  for (const as of ['hangzhou', 'other', 'partner', 'nowhere'] as const) {
    expect((await world.send(orderSoundCalls.recordList, { orderId }, as)).data).toMatchObject({ rows: [] })
    expect((await world.send(orderSoundCalls.fileUrl, { recordId }, as)).error).toBe('orderSound.notFound')
    expect((await world.send(orderSoundCalls.isExpired, { recordId }, as)).error).toBe('orderSound.notFound')
  }
})

test('what is no sound, has no ticket or was sent before is not stored', async () => {
  const callId = await finished('13800001120')
  const { path } = await addressFor(callId)
  expect((await post(path, formOf(Buffer.from('<html>'), 'file', 'a.wav'))).body).toBe('Result:0')
  expect((await post(`${path}x`, formOf(wavFile({ seconds: 1 })))).body).toBe('Result:0')
  expect((await post(path, formOf(wavFile({ seconds: 1 })))).body).toBe('Result:1')
  // Its answer was lost and it comes once more: told that it is there, and stored once.
  expect((await post(path, formOf(wavFile({ seconds: 2 })))).body).toBe('Result:1')
  expect((await world.send(orderSoundCalls.recordList, { callId }, 'hangzhou')).data).toMatchObject({ total: 1, rows: [{ seconds: 1 }] })
  expect((await world.send(phoneCalls.uploadAddress, { callId }, 'all')).error).toBe('phone.callNotFound')
})

test('a recording past its time is gone, one that was kept with a reason is not', async () => {
  const gone = await recorded('13800001121')
  const kept = await recorded('13800001122')
  const link = (await world.send(orderSoundCalls.fileUrl, { recordId: gone.recordId }, 'hangzhou')).data as { url: string }
  const keep = await world.send(orderSoundCalls.storePlus, { recordId: kept.recordId, keepDays: 400, reason: '客诉 2107' }, 'hangzhou')
  expect(keep.code, JSON.stringify(keep)).toBe(0)
  await world.owner.query(`update sound_records set expire_at = now() - interval '1 second' where record_id = $1`, [gone.recordId])
  expect((await world.send(orderSoundCalls.fileUrl, { recordId: gone.recordId }, 'hangzhou')).error).toBe('orderSound.expired')

  expect((await world.app.http.inject({ url: link.url })).statusCode).toBe(200)
  const files = `select from files where kind = 'RECORDING'`
  const before = (await world.owner.query(files)).rowCount!
  expect(await purgeSounds(world.app.platform)).toBe(1)
  expect(await purgeSounds(world.app.platform)).toBe(0)
  expect((await world.app.http.inject({ url: link.url })).statusCode).toBe(404)
  expect((await world.owner.query(files)).rowCount).toBe(before - 1)
  const left = async (recordId: string) =>
    (await world.owner.query('select from sound_records where record_id = $1 and stored_id is not null', [recordId])).rowCount
  expect([await left(gone.recordId), await left(kept.recordId)]).toEqual([0, 1])
  expect((await world.send(orderSoundCalls.isExpired, { recordId: gone.recordId }, 'hangzhou')).data).toMatchObject({
    expired: true,
    storage: 'PURGED',
  })
  expect((await world.send(orderSoundCalls.recordList, { callId: kept.callId }, 'hangzhou')).data).toMatchObject({
    rows: [{ keepReason: '客诉 2107', expired: false }],
  })
  const late = { recordId: gone.recordId, keepDays: 10, reason: '晚了' }
  expect((await world.send(orderSoundCalls.storePlus, late, 'hangzhou')).error).toBe('orderSound.expired')
})

test('what the desk phone’s service sends runs apart from the console, whose own policy stays as it is', async () => {
  const worker = await world.app.http.inject({ url: '/softphone/jsonp-worker.js' })
  const policy = String(worker.headers['content-security-policy'])
  expect(policy.split('; ')).toEqual([
    'sandbox allow-scripts',
    "default-src 'none'",
    'script-src http://127.0.0.1:3001',
    "connect-src 'none'",
  ])
  // By this the service tells the console from other pages.
  expect(worker.headers['referrer-policy']).toBe('origin')
  const ours = await world.app.http.inject({ url: '/nowhere' })
  expect(String(ours.headers['content-security-policy'])).toContain("script-src 'self';")
})

test('of one recording one upload is taken at a time, and of one operator two: the rest wait unread, and each is kept', async () => {
  const { port } = await listening()
  const calls = await Promise.all(['13800001191', '13800001192', '13800001193'].map((number) => finished(number)))
  const paths = await Promise.all(calls.map(async (callId) => (await addressFor(callId)).path))
  const whole = formOf(wavFile({ seconds: 20 }))
  const answered: string[] = []
  /** Sends the half at first; `rest` sends the other and gives the answer. */
  const slow = async (path: string) => {
    const sent = request({
      port,
      path,
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': whole.length },
    })
    const answer = new Promise<string>((resolve, reject) =>
      sent
        .on('response', (response) => {
          let body = ''
          response
            .on('data', (part: Buffer) => (body += part.toString()))
            .on('end', () => {
              answered.push(path)
              resolve(body)
            })
        })
        .on('error', reject),
    )
    const arrived = once(world.app.http.server, 'request')
    sent.write(whole.subarray(0, whole.length / 2))
    await arrived
    return { answer, rest: () => void sent.end(whole.subarray(whole.length / 2)) }
  }
  const [first, second] = [await slow(paths[0]!), await slow(paths[1]!)]
  expect((await post(paths[0]!, whole)).body).toBe('Result:0')
  const third = await slow(paths[2]!)
  third.rest()
  // Sent later by somebody else these are done, so the third would be, did it not wait.
  for (const number of ['13800001194', '13800001195']) await recorded(number, 20, 'company')
  expect(answered).toEqual([])
  first.rest()
  expect([await first.answer, await third.answer]).toEqual(['Result:1', 'Result:1'])
  expect(answered).toEqual([paths[0], paths[2]])
  second.rest()
  expect(await second.answer).toBe('Result:1')
  const { rows } = await world.owner.query(`select record_id from sound_records where call_id = any ($1::bigint[])`, [calls])
  expect(rows).toHaveLength(3)
})

async function listening(): Promise<AddressInfo> {
  const { server } = world.app.http
  if (!server.listening) await world.app.http.listen({ port: 0, host: '127.0.0.1' })
  return server.address() as AddressInfo
}
