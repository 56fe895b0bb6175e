// @vitest-environment node
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import vm from 'node:vm'
import { afterEach, expect, test } from 'vitest'
import { phoneActs } from './acts.ts'
import { type Client, type DeviceInfo, pauseAfter, startClient } from './client.ts'
import { ServiceAbsent, ServiceSlow, type Transport } from './transport.ts'
import type { PhoneEvent } from './wire.ts'

/** A service of the documented protocol: JSONP over GET, one event a poll. */
async function peer(answers: Record<string, (para: Record<string, number | string>) => unknown>) {
  const seen: string[] = []
  let poll: { response: ServerResponse; callback: string } | null = null
  const queue: object[] = []
  const flush = () => {
    const event = poll ? queue.shift() : undefined
    if (!poll || !event) return
    poll.response.end(`${poll.callback}(${JSON.stringify(event)});`)
    poll = null
  }
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const callback = url.searchParams.get('callback') ?? ''
    const act = url.searchParams.get('act') ?? ''
    response.setHeader('content-type', 'text/javascript; charset=utf-8')
    if (url.pathname === '/msg/') {
      poll = { response, callback }
      return flush()
    }
    const para = JSON.parse(url.searchParams.get('para') ?? '{}') as Record<string, number | string>
    seen.push(`${act} ${JSON.stringify(para)}`)
    response.end(`${callback}(${JSON.stringify(answers[act]?.(para) ?? { result: -37 })});`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    port,
    seen,
    send: (event: Partial<PhoneEvent> & { code: number }) => {
      const { ch = 0, code, handle = 0, result = 0, data = '' } = event
      queue.push({ ch, e_type: code, e_handle: handle, l_result: result, e_data: data })
      flush()
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

/** Runs what comes back, as a page would, in a context of its own. */
function nodeTransport(port: number): Transport & { asked: number } {
  const stopping = new AbortController()
  let poll = new AbortController()
  const transport = {
    asked: 0,
    ask: async (path: string, query: Record<string, string>, timeoutMs: number) => {
      transport.asked++
      const url = `http://127.0.0.1:${port}${path}?${new URLSearchParams({ callback: 'cb', ...query })}`
      const slow = AbortSignal.timeout(timeoutMs)
      const script = await fetch(url, {
        signal: AbortSignal.any([stopping.signal, slow, ...(path === '/msg/' ? [(poll = new AbortController()).signal] : [])]),
      }).then(
        (response) => response.text(),
        () => {
          throw slow.aborted ? new ServiceSlow() : new ServiceAbsent()
        },
      )
      let answer: unknown
      vm.runInNewContext(script, { cb: (given: unknown) => (answer = given) })
      return JSON.parse(JSON.stringify(answer)) as unknown
    },
    dropPoll: () => poll.abort(),
    close: () => stopping.abort(),
  }
  return transport
}

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

async function started(answers: Parameters<typeof peer>[0]) {
  const service = await peer({ check_ver: () => ({ result: 0 }), ...answers })
  const states: string[] = []
  const events: PhoneEvent[] = []
  const infos: DeviceInfo[] = []
  const transport = nodeTransport(service.port)
  const client: Client = startClient(transport, {
    state: (state, driver) => states.push(`${state} ${driver}`),
    info: (info) => infos.push(info),
    event: (event) => events.push(event),
  })
  stops.push(service.stop, client.stop)
  return { service, client, states, events, infos, transport }
}
/** A device with channels behind it, once it is opened. */
const device = (channels: number, open = false) => {
  let isOpen = open
  return {
    QNV_OpenDevice: () => {
      isOpen = true
      return { result: 1 }
    },
    QNV_DevInfo: ({ b }: Record<string, number | string>) =>
      b === 7 ? { result: isOpen ? channels : 0 } : b === 20 ? { result: '1.06' } : { result: 0x81_11 },
    QNV_SetParam: () => ({ result: 1 }),
    QNV_SetDevCtrl: () => ({ result: 1 }),
  }
}

test('a device that is not open is opened, and the line-in gain of each channel set to 5', async () => {
  const { service, states, infos } = await started(device(2))
  await expect.poll(() => infos).toEqual([{ channels: 2, serial: '33041', type: '33041', version: '1.06' }])
  expect(states.at(-1)).toBe('ready 0')
  expect(service.seen.slice(0, 4)).toEqual([
    'check_ver {"a":1}',
    'QNV_DevInfo {"a":0,"b":7}',
    'QNV_OpenDevice {"a":0,"b":0}',
    'QNV_DevInfo {"a":0,"b":7}',
  ])
  expect(service.seen.filter((one) => one.startsWith('QNV_SetParam'))).toEqual([
    'QNV_SetParam {"a":0,"b":52,"c":5}',
    'QNV_SetParam {"a":1,"b":52,"c":5}',
  ])
  expect(service.seen.filter((one) => one.startsWith('QNV_DevInfo')).slice(2)).toEqual([
    'QNV_DevInfo {"a":0,"b":6}',
    'QNV_DevInfo {"a":0,"b":3}',
    'QNV_DevInfo {"a":0,"b":20}',
  ])
})

test('a device that is open already is left as it is', async () => {
  const { service, infos } = await started(device(1, true))
  await expect.poll(() => infos.length).toBe(1)
  expect(service.seen.some((one) => /OpenDevice|SetParam/.test(one))).toBe(false)
})

test('a device that does not open is disabled and said so, until somebody tries again', async () => {
  const { service, states, client } = await started(device(0))
  await expect.poll(() => states.at(-1)).toBe('failed 0')
  const asked = service.seen.length
  await sleep(300)
  expect(service.seen).toHaveLength(asked)
  client.retry()
  await expect.poll(() => service.seen.length).toBeGreaterThan(asked)
})

test('a service that is not there is asked for less and less', async () => {
  const transport = nodeTransport(9)
  const states: string[] = []
  const client = startClient(transport, { state: (state) => states.push(state), info: () => {}, event: () => {} })
  stops.push(client.stop)
  await sleep(1_500)
  expect(transport.asked).toBe(2)
  expect(new Set(states)).toEqual(new Set(['absent']))
  const pauses = Array.from({ length: 30 }, (_, at) => pauseAfter(at + 1))
  expect(pauses.slice(0, 2)).toEqual([1, 2])
  expect(Math.min(...pauses.slice(2))).toBeGreaterThanOrEqual(5)
})

test('events come in their order, and both sides hanging up put the channel on hook', async () => {
  const { service, events, infos } = await started(device(1))
  await expect.poll(() => infos.length).toBe(1)
  for (const code of [3, 4, 1, 15, 17, 18, 27]) service.send({ code, data: '13800001234' })
  await expect.poll(() => events.map(({ code }) => code)).toEqual([3, 4, 1, 15, 17, 18, 27])
  const hangUps = () => service.seen.filter((one) => one.startsWith('QNV_SetDevCtrl'))
  await expect.poll(hangUps).toEqual(['QNV_SetDevCtrl {"a":0,"b":2,"c":0}'])
  service.send({ code: 2, ch: 1 })
  await expect.poll(hangUps).toEqual(['QNV_SetDevCtrl {"a":0,"b":2,"c":0}', 'QNV_SetDevCtrl {"a":1,"b":2,"c":0}'])
})

test('an event that is none of the protocol counts as a service that is gone', async () => {
  const { service, states, infos, events } = await started(device(1))
  await expect.poll(() => infos.length).toBe(1)
  service.send({ code: 4, data: 'x'.repeat(5_000) })
  await expect.poll(() => states.at(-1)).toBe('absent 0')
  expect(events).toEqual([])
  await expect.poll(() => states.at(-1), { timeout: 5_000 }).toBe('ready 0')
})

test('what cannot be done is said in the sentences of the specification', async () => {
  const controls: Record<number, number> = { 2: 0, 3: 1, 30: 0, 32: 0 }
  const { service, client, infos } = await started({
    ...device(1),
    QNV_GetDevCtrl: ({ b }) => ({ result: controls[Number(b)] }),
    QNV_General: () => ({ result: -28 }),
    QNV_CallLog: () => ({ result: -11 }),
    QNV_RecordFile: ({ b }) => ({ result: b === 8 ? 'd:\\1.wav' : 7 }),
  })
  await expect.poll(() => infos.length).toBe(1)
  const acts = phoneActs(client, { send: async () => 'gone', close: () => {} })
  expect(await acts.ringPower(0, true)).toEqual({ done: false, alert: 'ringPower' })
  expect(await acts.refuse(0)).toEqual({ done: false, alert: 'noRing' })
  expect(await acts.flash(0)).toEqual({ done: false, alert: 'notOffHook' })
  controls[30] = 1
  expect(await acts.flash(0)).toEqual({ done: false, alert: 'flashFailed' })
  expect(service.seen.at(-1)).toBe('QNV_General {"a":0,"b":20,"c":3,"d":""}')
  expect(await acts.deleteRecording(0)).toEqual({ done: false, alert: 'deleteFailed' })
  expect(await acts.dial(0, '10086')).toEqual({ done: false, alert: 'dialFailed' })
  expect(service.seen.at(-1)).toBe('QNV_General {"a":0,"b":1,"c":0,"d":"10086"}')

  expect(await acts.startRecording(0, 'd:\\1.wav')).toEqual({ done: true, value: 7 })
  expect(service.seen.at(-1)).toBe('QNV_RecordFile {"a":0,"b":1,"c":5,"d":3,"e":"d:\\\\1.wav"}')
  expect(await acts.stopRecording(0, 7)).toBe('d:\\1.wav')
  expect(service.seen.slice(-3).map((one) => (JSON.parse(one.split(' ')[1]!) as { b: number }).b)).toEqual([8, 5, 9])
})
