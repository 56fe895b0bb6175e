import { createSocket, type Socket as DatagramSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { connect as connectStream, isIPv4, type Socket as StreamSocket } from 'node:net'
import { EmitterImpl, type Transport, TransportState } from 'sip.js'
import type { Log } from '../log.ts'
import { createReliable, type Reliable } from './reliable.ts'
import { createFramer, withSentBy } from './wire.ts'

export interface TransportOptions {
  protocol: 'udp' | 'tcp'
  host: string
  port: number
  localPort: number
  log: Log
  /** Told when connected, before anything is sent: where the PBX reaches us. */
  connectedFrom(address: string, port: number): void
}

/** What the library writes as the sender, not knowing it, and expects to read again in answers. */
export const sentByPlaceholder = 'phone.invalid'

const keepAliveMs = 20_000
const connectMs = 8_000
const maxDatagramBytes = 65_535

/** One registered account's way to its PBX. What does not come from the PBX is not heard. */
export class PbxTransport implements Transport {
  readonly protocol: string
  readonly stateChange = new EmitterImpl<TransportState>()
  onConnect: (() => void) | undefined
  onDisconnect: ((error?: Error) => void) | undefined
  onMessage: ((message: string) => void) | undefined
  #state = TransportState.Disconnected
  #options: TransportOptions
  #socket: DatagramSocket | StreamSocket | undefined
  #reliable: Reliable | undefined
  #keepAlive: NodeJS.Timeout | undefined
  #sentBy = sentByPlaceholder

  constructor(_logger: unknown, options: TransportOptions) {
    this.#options = options
    this.protocol = options.protocol.toUpperCase()
  }

  get state(): TransportState {
    return this.#state
  }

  isConnected(): boolean {
    return this.#state === TransportState.Connected
  }

  async connect(): Promise<void> {
    if (this.isConnected()) return
    this.#enter(TransportState.Connecting)
    try {
      const { protocol, host } = this.#options
      const address = isIPv4(host) ? host : (await lookup(host, { family: 4 })).address
      await (protocol === 'udp' ? this.#openDatagrams(address) : this.#openStream(address))
    } catch (error) {
      this.#enter(TransportState.Disconnected)
      throw error
    }
    this.#keepAlive = setInterval(() => this.#write('\r\n\r\n'), keepAliveMs)
    this.#enter(TransportState.Connected)
    this.onConnect?.()
  }

  async disconnect(): Promise<void> {
    if (this.#state === TransportState.Disconnected) return
    this.#enter(TransportState.Disconnecting)
    this.#close()
    this.#enter(TransportState.Disconnected)
    this.onDisconnect?.()
  }

  dispose(): Promise<void> {
    return this.disconnect()
  }

  async send(message: string): Promise<void> {
    if (!this.isConnected()) throw new Error('Not connected to the PBX.')
    // A response goes out with the Via it came with.
    const text = message.startsWith('SIP/2.0 ') ? message : withSentBy(message, this.#sentBy)
    this.#write(text)
    this.#reliable?.sent(text)
  }

  pending(): number {
    return this.#reliable?.pending() ?? 0
  }

  async #openDatagrams(address: string): Promise<void> {
    const { port, localPort } = this.#options
    const socket = createSocket({ type: 'udp4', recvBufferSize: 1 << 20 })
    await listening(socket, localPort)
    // Connected, the kernel hands us what the PBX sent and nothing else.
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.connect(port, address, () => {
        socket.off('error', reject)
        resolve()
      })
    })
    this.#socket = socket
    const local = socket.address()
    this.#found(local.address, local.port)
    this.#reliable = createReliable((message) => this.#write(message))
    socket.on('message', (data) => this.#heard(data.toString('utf8')))
    // "Port unreachable": the PBX is down. Requests time out by themselves, and the next may get through.
    socket.on('error', (error) => this.#options.log(`sip: ${error.message}`))
  }

  async #openStream(address: string): Promise<void> {
    const { port, localPort } = this.#options
    const socket = connectStream({ port, host: address, noDelay: true, ...(localPort > 0 ? { localPort } : {}) })
    await new Promise<void>((resolve, reject) => {
      socket.setTimeout(connectMs, () => socket.destroy(new Error('The PBX does not answer.')))
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        socket.setTimeout(0)
        resolve()
      })
    })
    this.#socket = socket
    this.#found(socket.localAddress ?? '127.0.0.1', socket.localPort ?? 0)
    const frames = createFramer()
    socket.on('data', (chunk) => {
      try {
        for (const message of frames(chunk)) this.#heard(message)
      } catch (error) {
        socket.destroy(error as Error)
      }
    })
    socket.on('error', (error) => this.#options.log(`sip: ${error.message}`))
    socket.on('close', () => this.#lost(socket))
  }

  #found(address: string, port: number): void {
    this.#sentBy = `${address}:${port}`
    this.#options.connectedFrom(address, port)
  }

  #heard(message: string): void {
    if (message.trim() === '' || message.length > maxDatagramBytes) return
    try {
      if (this.#reliable && !this.#reliable.received(message)) return
      this.onMessage?.(message.startsWith('SIP/2.0 ') ? withSentBy(message, sentByPlaceholder) : message)
    } catch (error) {
      // What a peer sends may be no SIP at all; it ends here.
      this.#options.log(`sip: not understood: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  #write(text: string): void {
    const socket = this.#socket
    if (!socket) return
    if ('setBroadcast' in socket) {
      socket.send(text, (error) => {
        if (error) this.#options.log(`sip: ${error.message}`)
      })
    } else if (socket.writable) {
      socket.write(text)
    }
  }

  #lost(socket: StreamSocket): void {
    if (this.#socket !== socket || !this.isConnected()) return
    this.#close()
    this.#enter(TransportState.Disconnected)
    this.onDisconnect?.(new Error('The connection to the PBX broke off.'))
  }

  #close(): void {
    clearInterval(this.#keepAlive)
    this.#reliable?.stop()
    const socket = this.#socket
    this.#socket = undefined
    if (!socket) return
    if ('setBroadcast' in socket) socket.close()
    else socket.destroy()
  }

  #enter(state: TransportState): void {
    if (this.#state === state) return
    this.#state = state
    this.stateChange.emit(state)
  }
}

export function listening(socket: DatagramSocket, port: number, address?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, address, () => {
      socket.off('error', reject)
      resolve()
    })
  })
}
