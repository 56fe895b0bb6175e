import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { type Answer, type ProviderServer, providerServer } from '#test/harness/provider-server'
import { mapServer } from '#test/harness/maps/map-server'
import { type Provider, providerOf } from './provider.ts'

let server: ProviderServer
const logged: string[] = []
const log = { warn: (detail: object, text: string) => void logged.push(JSON.stringify({ ...detail, text })) }
const verdict = z.object({ passed: z.boolean() })
const provider = (of: { mayRepeat?: boolean; retries?: number; perS?: number; url?: string; timeoutMs?: number } = {}): Provider =>
  providerOf(
    { url: of.url ?? server.url, token: 'secret-token', ...(of.perS && { perS: of.perS }) },
    { name: 'test', timeoutMs: of.timeoutMs ?? 400, retries: of.retries ?? 2, mayRepeat: of.mayRepeat ?? true, atOnce: 10 },
    log,
  )
const failure = (asking: Promise<unknown>) =>
  asking.then(
    () => 'answered',
    (error: { kind: string }) => error.kind,
  )

beforeEach(async () => {
  server = await providerServer()
  logged.length = 0
})
afterEach(() => server.stop())

test('an answer is read as it should be, and asked for with the token', async () => {
  server.answers.splice(0, 1, { body: { passed: true, more: 'than asked' } })
  expect(await provider().ask({ driver: '7' }, verdict)).toEqual({ passed: true })
  expect(server.asked).toEqual([{ body: { driver: '7' }, authorization: 'Bearer secret-token', path: '/v1?key=in-the-address' }])
  expect(await provider().ask({}, null)).toBeNull()
})

test.each<[string, Answer, string]>([
  ['says nothing', 'SILENT', 'TIMEOUT'],
  ['stops in the middle of its answer', 'STUCK', 'TIMEOUT'],
  ['breaks off', 'CUT_OFF', 'UNREACHABLE'],
  ['hangs up', 'CLOSED', 'UNREACHABLE'],
  ['never ends', 'ENDLESS', 'BAD_ANSWER'],
  ['fails', { status: 500 }, 'FAULT'],
  ['is too busy', { status: 429 }, 'FAULT'],
  ['answers no JSON', { text: '<html>' }, 'BAD_ANSWER'],
  ['answers other JSON', { body: { passed: 'yes' } }, 'BAD_ANSWER'],
])('a provider that %s is asked again where that is safe, and not where it is not', async (_, answer, kind) => {
  server.answers.splice(0, 1, answer, { body: { passed: true } })
  expect(await provider().ask({}, verdict)).toEqual({ passed: true })
  expect(server.asked).toHaveLength(2)
  server.answers.splice(0, 1, answer)
  expect(await failure(provider({ mayRepeat: false }).ask({}, verdict))).toBe(kind)
  expect(server.asked).toHaveLength(3)
})

test('what it says holds no sign that the database would refuse, and pairs stay whole', async () => {
  server.answers.splice(0, 1, { text: String.raw`{"reason":"a\u0000b\ud800","code":["\ud83d\ude00"]}` })
  expect(await provider().ask({}, z.object({ reason: z.string(), code: z.array(z.string()) }))).toEqual({
    reason: 'ab\ufffd',
    code: ['😀'],
  })
})

test('what it refuses is not asked again, and an answer that leads elsewhere is not followed with the token', async () => {
  server.answers.splice(0, 1, { status: 400 })
  expect(await failure(provider().ask({}, verdict))).toBe('REFUSED')
  expect(server.asked).toHaveLength(1)
  const elsewhere = await providerServer()
  const moved = await fetch(elsewhere.url, { method: 'POST', body: '{}' }).then(() => elsewhere.asked.length)
  expect(moved).toBe(1)
  await elsewhere.stop()
})

test('a request that never went out is sent again whatever it is', async () => {
  const { url } = server
  await server.stop()
  const asking = provider({ url, mayRepeat: false })
  expect(await failure(asking.ask({}, verdict))).toBe('UNSENT')
  expect(asking.counts().get('UNSENT')!.requests).toBe(3)
  server = await providerServer()
})

test('a certificate that nobody signed is not believed', async () => {
  const secure = await providerServer({ secure: true })
  try {
    expect(await failure(provider({ url: secure.url, retries: 0 }).ask({}, verdict))).toBe('UNREACHABLE')
    expect(secure.asked).toEqual([])
    expect(logged.join()).toContain('DEPTH_ZERO_SELF_SIGNED_CERT')
  } finally {
    await secure.stop()
  }
})

test('one that fails five times in a row is left alone for ten seconds, then one request finds out whether it is back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  try {
    const asking = provider({ retries: 0 })
    server.answers.splice(0, 1, { status: 503 })
    for (let n = 0; n < 5; n++) expect(await failure(asking.ask({}, verdict))).toBe('FAULT')
    expect(asking.isShut()).toBe(true)
    expect(await failure(asking.ask({}, verdict))).toBe('SHUT')
    expect(server.asked).toHaveLength(5)
    vi.advanceTimersByTime(10_001)
    server.answers.splice(0, 1, { body: { passed: true } })
    expect(await asking.ask({}, verdict)).toEqual({ passed: true })
    expect(asking.isShut()).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

test('what it refuses does not shut it', async () => {
  const asking = provider()
  server.answers.splice(0, 1, { status: 422 })
  for (let n = 0; n < 8; n++) expect(await failure(asking.ask({}, verdict))).toBe('REFUSED')
  expect(asking.isShut()).toBe(false)
})

test('it is not asked more often in a second than it takes; the others wait', async () => {
  server.answers.splice(0, 1, { body: { passed: true } })
  const asking = provider({ perS: 5, timeoutMs: 5_000 })
  const all = Promise.all(Array.from({ length: 8 }, () => asking.ask({}, verdict)))
  await expect.poll(() => server.asked.length).toBe(5)
  await all
  expect(server.asked).toHaveLength(8)
})

test('neither token, address, what was sent nor what was answered stands in the log', async () => {
  server.answers.splice(0, 1, { text: 'code 123456 for 13800001111' })
  await failure(provider({ retries: 1 }).ask({ phone: '13800001111', body: 'your code is 123456' }, verdict))
  expect(logged).toHaveLength(2)
  expect(logged[0]).toContain('"failure":"BAD_ANSWER"')
  for (const secret of ['secret-token', 'in-the-address', '13800001111', '123456', '/v1']) expect(logged.join()).not.toContain(secret)
})

test('what is got by its address: fields and headers arrive as they were, a fault in the body counts as one, and the key stands in no log', async () => {
  const asked: string[] = []
  const maps = await mapServer(({ target, userAgent, query }) => {
    asked.push(`${target} ${userAgent}`)
    return { body: query.get('key') === 'secret-token' ? { status: 1, name: query.get('q') } : { status: 0, code: '10001' } }
  })
  try {
    const getting = provider({ url: `${maps.url}/base/`, retries: 0 })
    const get = (key: string) =>
      getting.get(
        {
          path: '/place',
          query: { q: `武林 & "1'号"`, key },
          headers: { 'user-agent': 'desk' },
          verdict: (answer) =>
            (answer as { status: number }).status === 1
              ? null
              : { kind: 'REFUSED', code: (answer as { code: string }).code, reason: 'KEY_WRONG' },
        },
        z.object({ name: z.string() }),
      )
    expect(await get('secret-token')).toEqual({ name: `武林 & "1'号"` })
    expect(asked[0]).toMatch(/^\/base\/place\?q=%E6%AD%A6%E6%9E%97%20%26%20%221%27%E5%8F%B7%22&key=secret-token desk$/)
    await expect(get('secret-guess')).rejects.toMatchObject({
      kind: 'REFUSED',
      code: '10001',
      reason: 'KEY_WRONG',
      message: 'REFUSED 10001',
    })
    expect(logged.join()).toContain('10001')
    for (const secret of ['secret', '武林', '%E6', '/place', '/base']) expect(logged.join()).not.toContain(secret)
  } finally {
    await maps.stop()
  }
})

test('one more request than a day allows is not sent', async () => {
  let left = 2
  const asking = providerOf(
    { url: server.url, token: '' },
    { name: 'test', timeoutMs: 400, retries: 2, mayRepeat: true, atOnce: 10, mayAsk: async () => left-- > 0 },
    log,
  )
  server.answers.splice(0, 1, { body: { passed: true } })
  await asking.ask({}, verdict)
  await asking.ask({}, verdict)
  await expect(asking.ask({}, verdict)).rejects.toMatchObject({ kind: 'QUOTA', reason: 'OWN_QUOTA' })
  expect(server.asked).toHaveLength(2)
  expect(asking.isShut()).toBe(false)
})

test('what is signed is signed anew each time it is sent, and nothing is read of an answer that is not theirs', async () => {
  const signed: string[] = []
  const read: string[] = []
  server.answers.splice(0, 1, { body: { passed: true, from: 'somebody else' } }, { body: { passed: true, from: 'them' } })
  const answer = z.object({ from: z.string().transform((from) => (read.push(from), from)) })
  const exchanging = provider({ url: `${new URL(server.url).origin}/base/` })
  const given = await exchanging.exchange(
    {
      method: 'POST',
      target: '/pay?no=1',
      body: '{"no":1}',
      headers: () => ({ authorization: `signature ${signed.push('made')}` }),
      forged: ({ status, headers, body }) =>
        status === 200 && headers.get('content-type') === 'application/json' && Buffer.from(body).includes('"them"') ? null : 'OTHER_KEY',
    },
    answer,
  )
  expect(given).toEqual({ from: 'them' })
  expect(read).toEqual(['them'])
  expect(server.asked.map(({ authorization, path }) => [authorization, path])).toEqual([
    ['signature 1', '/base/pay?no=1'],
    ['signature 2', '/base/pay?no=1'],
  ])
  expect(logged.join()).toContain('OTHER_KEY')
})

test('a refusal that is not theirs is no refusal', async () => {
  server.answers.splice(0, 1, { status: 404, body: { code: 'NOT_FOUND' } })
  const asking = provider({ url: new URL(server.url).origin, mayRepeat: false }).exchange(
    {
      method: 'POST',
      target: '/',
      body: '{}',
      headers: {},
      verdict: () => ({ kind: 'REFUSED', code: 'NOT_FOUND' }),
      forged: () => 'FORGED',
    },
    null,
  )
  await expect(asking).rejects.toMatchObject({ kind: 'BAD_ANSWER', code: 'FORGED', status: 404 })
})

test('a long file comes in pieces; one that stops in its middle is broken off, one that is refused does not begin', async () => {
  const whole = Buffer.alloc(1_000_000, 'line\n')
  const files = createServer((request, response) => {
    if (request.url === '/none') return void response.writeHead(404).end('{}')
    if (request.url === '/whole') return void response.writeHead(200).end(whole)
    response.writeHead(200).write(whole.subarray(0, 70_000))
    if (request.url === '/cut') setTimeout(() => request.socket.destroy(), 50)
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
    const read = async (target: string, timeoutMs = 20_000) => {
      let bytes = 0
      for await (const piece of await provider({ url, retries: 0, timeoutMs }).file({ target, headers: { range: 'all' } }))
        bytes += piece.length
      return bytes
    }
    expect(await read('/whole')).toBe(1_000_000)
    expect(await failure(read('/stuck', 400))).toBe('TIMEOUT')
    expect(await failure(read('/cut'))).toBe('UNREACHABLE')
    expect(await failure(read('/none'))).toBe('REFUSED')
  } finally {
    files.closeAllConnections()
    files.close()
  }
})
