// Phone-status commands over a websocket beside the JSONP: JSON text frames `{cmd, request: {param, uri, keepResponse}}`, answered
// with the same and `response: {state, msg, data}` (state 0 is done, 1 refused), and pushed events of the same shape.

import type { IncomingMessage, Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Channel } from './device/channel.ts'
import type { Device } from './device/device.ts'
import type { Log } from './log.ts'

interface Request {
  param?: Record<string, unknown>
  uri?: unknown
  keepResponse?: unknown
}

export interface LineStatus {
  ch: number
  phase: string
  /** 0 none, 1 in, 2 out. */
  direction: number
  number: string
  softHook: boolean
  handsetUp: boolean
  ready: boolean
  muted: boolean
  /** Instants in ms since 1970, 0 before it comes to that. */
  beganMs: number
  connectedMs: number
}

const maxFrameBytes = 16 * 1024
const maxSockets = 32
const aliveMs = 20_000
const microphoneToLine = 7

function statusOf(channel: Channel): LineStatus {
  const { phase, direction, number, softHook, handsetUp, ready, beganMs, connectedMs } = channel.state()
  const muted = channel.controls.get(microphoneToLine) === 0
  return { ch: channel.ch, phase, direction, number, softHook, handsetUp, ready, muted, beganMs, connectedMs }
}

/** What a command does; the text returned says why it does not. */
type Deed = (channel: Channel, param: Record<string, unknown>) => string | undefined

const deeds: Record<string, Deed> = {
  cmdGetState: () => undefined,
  cmdStartDial: (channel, { phoneNo, prefix }) => {
    const number = `${textOf(prefix)}${textOf(phoneNo)}`
    const { phase, ready } = channel.state()
    if (!channel.line.can.dial) return '此线路不能拨号'
    if (!/[0-9*#A-D]/.test(number) || number.length > 64) return '号码无效'
    if (!ready) return '线路未就绪'
    if (phase !== 'idle') return '线路忙'
    channel.dial(number)
    return undefined
  },
  cmdStopDial: (channel) => {
    if (!['dialling', 'calling'].includes(channel.state().phase)) return '没有拨号'
    return hangUp(channel)
  },
  cmdDoHook: (channel, { value }) => {
    if (value !== true) return hangUp(channel)
    if (!channel.line.can.answer) return '请用话机接听'
    if (!channel.state().ready) return '线路未就绪'
    channel.setSoftHook(true)
    return undefined
  },
  cmdDoPhone: (channel, { value }) => {
    if (!channel.line.can.handset) return '没有电话机'
    channel.controls.set(3, value === true ? 1 : 0)
    channel.emit(104, { result: value === true ? 1 : 0 })
    return undefined
  },
  cmdConfirmCallIn: (channel) => {
    if (channel.state().phase !== 'ringing') return '没有来电'
    if (!channel.line.can.answer) return '请用话机接听'
    channel.setSoftHook(true)
    return undefined
  },
  cmdRefuseCallIn: (channel) => {
    if (channel.state().phase !== 'ringing') return '没有来电,无效的拒接'
    if (!channel.line.can.refuse) return '请用话机拒接'
    channel.refuse(false)
    return undefined
  },
  cmdResetCall: (channel) => {
    if (!channel.line.can.hangUp) return '请用话机挂断'
    channel.reset()
    return undefined
  },
}

function hangUp(channel: Channel): string | undefined {
  if (!channel.line.can.hangUp) return '请用话机挂断'
  channel.setSoftHook(false)
  return undefined
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

export function createStatusSocket(
  server: Server,
  device: Device,
  log: Log,
  originOf: (request: IncomingMessage) => string | undefined,
): { stop(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, clientTracking: true })
  const alive = new WeakSet<WebSocket>()

  server.on('upgrade', (request, socket, head) => {
    const refusal = request.url !== '/ws' ? 404 : originOf(request) === undefined ? 403 : sockets.clients.size >= maxSockets ? 503 : 0
    if (refusal !== 0) {
      socket.on('error', () => {})
      return socket.end(`HTTP/1.1 ${refusal} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    }
    return sockets.handleUpgrade(request, socket, head, welcome)
  })

  const send = (socket: WebSocket, message: object) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
  }
  const shown = () => ({ cmd: 'evShowState', response: { state: 0, msg: '', data: { channels: device.channels().map(statusOf) } } })

  function welcome(socket: WebSocket) {
    alive.add(socket)
    socket.on('pong', () => alive.add(socket))
    socket.on('error', (error) => log(`websocket: ${error.message}`))
    socket.on('message', (data: Buffer, binary) => {
      const answer = binary ? undefined : answerTo(data.toString('utf8'))
      if (answer) send(socket, answer)
      else socket.close(1007)
    })
    send(socket, shown())
  }

  function answerTo(text: string): object | undefined {
    let message: { cmd?: unknown; request?: Request }
    try {
      message = JSON.parse(text) as typeof message
    } catch {
      return undefined
    }
    if (typeof message !== 'object' || message === null || typeof message.cmd !== 'string') return undefined
    const { cmd, request = {} } = message
    const param = typeof request?.param === 'object' && request.param !== null ? request.param : {}
    const respond = (msg?: string, channel?: Channel) => ({
      cmd,
      request,
      response: { state: msg === undefined ? 0 : 1, msg: msg ?? '', data: channel ? statusOf(channel) : null },
    })
    const deed = Object.hasOwn(deeds, cmd) ? deeds[cmd] : undefined
    const ch = param.ch ?? 0
    const channel = typeof ch === 'number' ? device.channel(ch) : undefined
    if (!deed) return respond('未知命令')
    if (!channel) return respond('没有此线路')
    if (!device.isOpen()) return respond('设备未打开', channel)
    const msg = deed(channel, param)
    log(`websocket ${cmd}${msg === undefined ? '' : `: ${msg}`}`)
    return respond(msg, channel)
  }

  // Several changes of one instant are told once.
  let telling = false
  const forget = device.onChange(() => {
    if (telling) return
    telling = true
    setImmediate(() => {
      telling = false
      for (const socket of sockets.clients) send(socket, shown())
    })
  })
  const beat = setInterval(() => {
    for (const socket of sockets.clients) {
      if (!alive.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, aliveMs)

  return {
    stop: () => {
      forget()
      clearInterval(beat)
      for (const socket of sockets.clients) socket.close(1001)
      setTimeout(() => sockets.clients.forEach((socket) => socket.terminate()), 300).unref()
      sockets.close()
    },
  }
}
