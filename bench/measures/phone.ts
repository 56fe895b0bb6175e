import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { freePort } from '../../apps/softphone/test/phone.ts'
import { pbxAccount, startPhoneProcess } from '../../apps/softphone/test/process.ts'
import { ms, percentile, printFigures } from '../report.ts'

const CALLS = 300
const WARM_UP = 20
const TARGET_P99_MS = 50
const CALLER_ID = 4
const CALL_LOG = 36
const origin = 'http://localhost:8080'

/** From the PBX's INVITE on the wire to the caller's number in the answer of a page's poll, one call after the other. */
export async function phone(): Promise<void> {
  const pbx = await openPbx()
  const service = await startService(pbx.port)
  try {
    await service.ask('/cmd/?act=QNV_OpenDevice&para=%7B%7D')
    const took: number[] = []
    for (let call = 0; call < WARM_UP + CALLS; call++) {
      const waiting = service.until(CALLER_ID)
      const began = performance.now()
      const cancel = pbx.call(service.sipPort, call)
      const at = await waiting
      if (call >= WARM_UP) took.push(at - began)
      const over = service.until(CALL_LOG)
      cancel()
      await over
    }
    const p99 = percentile(took, 99)
    printFigures('phone: the local phone service, a SIP line', [
      {
        name: `INVITE to caller id at the poll, ${CALLS} calls`,
        ours: `p50 ${ms(percentile(took, 50))}, p99 ${ms(p99)}`,
        target: `p99 < ${TARGET_P99_MS} ms`,
        met: p99 < TARGET_P99_MS,
      },
    ])
  } finally {
    pbx.close()
    await service.stop()
  }
}

async function openPbx() {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  const request = (method: string, call: number, to: string) =>
    [
      `${method} sip:1001@127.0.0.1 SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bKbench${call}`,
      `From: <sip:13800001234@127.0.0.1>;tag=${call}`,
      `To: <sip:1001@127.0.0.1>${to}`,
      `Call-ID: bench-${call}`,
      `CSeq: 1 ${method}`,
      `Contact: <sip:caller@127.0.0.1:${port}>`,
      'Max-Forwards: 70',
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n')
  socket.on('message', (data, from) => {
    const text = data.toString()
    const call = Number(/^Call-ID: bench-(\d+)/im.exec(text)?.[1])
    const tag = /^To:.*(;tag=\S+)/im.exec(text)?.[1] ?? ''
    if (text.startsWith('SIP/2.0 487')) socket.send(request('ACK', call, tag), from.port, from.address)
  })
  return {
    port,
    call: (phonePort: number, call: number) => {
      socket.send(request('INVITE', call, ''), phonePort, '127.0.0.1')
      return () => socket.send(request('CANCEL', call, ''), phonePort, '127.0.0.1')
    },
    close: () => socket.close(),
  }
}

async function startService(pbxPort: number) {
  const sipPort = await freePort()
  const settings = { port: 0, origin: [origin], audio: 'record', sip: [pbxAccount(pbxPort, sipPort)] }
  const service = await startPhoneProcess(settings, ['serves', 'without registration'])
  const url = /(http:\/\/127\.0\.0\.1:\d+) serves/.exec(service.said)![1]
  const ask = async (path: string) =>
    (await fetch(`${url}${path}`, { headers: { referer: `${origin}/` } })).json() as Promise<{ e_type: number }>
  return {
    sipPort,
    ask,
    /** The instant at which the event's answer was there. */
    until: async (type: number) => {
      for (;;) if ((await ask('/msg/?act=get')).e_type === type) return performance.now()
    },
    stop: service.stop,
  }
}
