import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Book } from './book.ts'
import type { Faults } from './faults.ts'
import { headersOf, type Key } from './signature.ts'

/** Somebody rings a number of the pool. */
export interface Played {
  /** Without the country. */
  from: string
  number: string
  /** Nobody picks up. */
  unanswered?: boolean
  /** Spoken; as long as it says, or no time at all. */
  seconds?: number
  /** The call takes as long as it says. */
  live?: boolean
}
interface Recording {
  name: string
  seconds: number
}
export interface Pushed {
  url: string
  body: object
  forged: boolean
  status: number
  tries: number
}

const LEAST_RECORDED_S = 3
const shown = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
const DOMAIN = 'ostor.example'

/** Calls over the numbers, what is told of them, and what was recorded. */
export class Calls {
  pushUrl = ''
  /** Of the service itself: 1, 4, 9, 106, 203 and 300 minutes. */
  againMs: readonly number[] = [60_000, 240_000, 540_000, 6_360_000, 12_180_000, 18_000_000]
  readonly pushed: Pushed[] = []
  readonly recordings = new Map<string, Recording>()
  readonly #stopping = new AbortController()

  readonly key: Key
  readonly book: Book
  readonly faults: Faults
  constructor(key: Key, book: Book, faults: Faults) {
    this.key = key
    this.book = book
    this.faults = faults
  }

  stop(): void {
    this.#stopping.abort()
  }

  /** Who was rung, and what was told of it. The pushes go out in their order unless they are told otherwise. */
  async play({ from, number, unanswered = false, seconds = 20, live = false }: Played) {
    const [caller, bindNum] = [`+86${from}`, `+86${number}`]
    const pair = this.book.of(bindNum).find(({ callerNum, calleeNum }) => callerNum === caller || calleeNum === caller)
    const called = pair && (pair.callerNum === caller ? pair.calleeNum : pair.callerNum)
    const sessionId = `1200_${randomUUID().slice(0, 8)}_${Date.now()}@callenabler.example`
    const spoken = pair && !unanswered ? seconds : 0
    // Told of at once it is over by now.
    const began = this.book.now() - (live ? 0 : 8_000 + spoken * 1_000)
    const [ringing, answered] = [began + 2_000, began + 8_000]
    const ended = answered + spoken * 1_000
    const subscriptionId = pair?.subscriptionId ?? ''
    const event = (eventType: string, at: number, more: object = {}) => ({
      eventType,
      statusInfo: { sessionId, timestamp: shown(at), caller, called: bindNum, subscriptionId, ...more },
    })
    const isRecorded = pair?.recordFlag === true && spoken >= LEAST_RECORDED_S
    const name = `${sessionId.slice(0, 13)}${began}.wav`
    if (isRecorded) this.recordings.set(name, { name, seconds: spoken })
    const fee = {
      eventType: 'fee',
      feeLst: [
        {
          direction: 1,
          spId: 'stand-in',
          appKey: this.key.appKey,
          icid: randomUUID(),
          bindNum,
          sessionId,
          subscriptionId,
          callerNum: caller,
          calleeNum: bindNum,
          fwdDisplayNum: bindNum,
          fwdDstNum: called ?? '',
          callInTime: shown(began),
          fwdStartTime: pair ? shown(began + 1_000) : '',
          fwdAlertingTime: pair ? shown(ringing) : '',
          fwdAnswerTime: pair && !unanswered ? shown(answered) : '',
          callEndTime: shown(ended),
          fwdUnaswRsn: pair && unanswered ? 19 : 0,
          ulFailReason: pair ? 0 : 8014,
          recordFlag: isRecorded ? 1 : 0,
          ...(isRecorded && {
            recordStartTime: shown(answered),
            recordDomain: DOMAIN,
            recordBucketName: 'sp-stand-in',
            recordObjectName: name,
          }),
          serviceType: '004',
        },
      ],
    }
    const told = [
      event('callin', began),
      ...(pair
        ? [event('callout', began + 1_000, { caller: bindNum, called }), event('alerting', ringing, { caller: bindNum, called })]
        : []),
      ...(pair && !unanswered ? [event('answer', answered, { caller: bindNum, called })] : []),
      event('disconnect', ended, {
        stateCode: pair ? 0 : 8014,
        stateDesc: pair ? 'The user releases the call.' : 'The binding does not exist.',
      }),
      fee,
    ]
    if (live) for (const one of told) await this.#after(one === told.at(-2) ? spoken * 1_000 : 500).then(() => this.#push(one))
    else await this.#tell(told)
    return { rang: called?.slice(3) ?? null, sessionId, recording: isRecorded ? name : null }
  }

  async #after(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => {})
  }
  async #tell(told: object[]): Promise<void> {
    const fault = this.faults.next('push')
    const order = fault?.shuffled ? told.toReversed() : told
    for (const body of order) {
      if (fault?.delayMs) await this.#after(fault.delayMs)
      await this.#push(body, fault?.forged)
      if (fault?.twice) await this.#push(body)
    }
  }

  async #push(body: object, forged = false): Promise<void> {
    if (this.pushUrl === '') return
    const pushed: Pushed = { url: this.pushUrl, body, forged, status: 0, tries: 0 }
    this.pushed.push(pushed)
    if (!(await this.#try(pushed))) void this.#again(pushed)
  }
  async #try(pushed: Pushed): Promise<boolean> {
    const key = pushed.forged ? { ...this.key, appSecret: 'somebody else’s' } : this.key
    pushed.tries++
    pushed.status = await fetch(pushed.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json;charset=UTF-8', ...headersOf(key) },
      body: JSON.stringify(pushed.body),
      signal: AbortSignal.any([AbortSignal.timeout(10_000), this.#stopping.signal]),
    }).then(
      (answer) => answer.status,
      () => 0,
    )
    return pushed.status === 200
  }
  async #again(pushed: Pushed): Promise<void> {
    for (const ms of this.againMs) {
      await this.#after(ms)
      if (this.#stopping.signal.aborted || (await this.#try(pushed))) return
    }
  }
}

/** A tone of eight kilohertz in A-law, as the service records. */
export function wav(seconds: number): Buffer {
  const samples = Math.round(seconds * 8_000)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(6, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples, 40)
  const sound = Buffer.alloc(samples)
  // Loud and soft in turn, so that whoever listens hears something.
  for (let n = 0; n < samples; n++) sound[n] = (n >> 3) % 2 ? 0x90 : 0x10
  return Buffer.concat([head, sound])
}
