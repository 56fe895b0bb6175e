import { randomInt } from 'node:crypto'

export type Provider = 'ALIYUN' | 'TENCENT' | 'GATEWAY'

/** A message that a provider has taken. */
export interface Taken {
  provider: Provider
  bizId: string
  /** The sender's own word for it: OutId, SessionContext, id. */
  outId: string
  phone: string
  /** What would be read, or the template's code and what stands for its variables. */
  text: string
  at: number
  segments: number
  /** What the network has said by now. */
  report: { delivered: boolean; code: string; at: number } | null
}

/** What goes wrong with a provider, from the next request on. */
export interface Fault {
  /** How it answers: OK takes it; LOST takes it and hangs up; HANGUP hangs up before; SLOW takes it after `ms`; HTTP answers `status`; CODE refuses with `code`. */
  answer: 'OK' | 'LOST' | 'HANGUP' | 'SLOW' | 'HTTP' | 'CODE'
  ms?: number
  status?: number
  code?: string
  /** For so many requests; not given: until told otherwise. */
  times?: number
}
export interface Reports {
  /** PUSH tells it to the address; ASKED waits until it is asked; NEVER; TWICE pushes it two times. */
  how: 'PUSH' | 'ASKED' | 'NEVER' | 'TWICE'
  /** After the message was taken. */
  ms: number
  /** Not delivered, with this of the network's codes. */
  failCode?: string
  /** Numbers that end so are switched off; all others get theirs. */
  offTail?: string
  /** Where to. */
  url?: string
}

const MOST = 5_000

/** What providers have taken, what is wrong with them and what they report. In memory: a stand-in forgets. */
export function bookOf(push: (taken: Taken, url: string) => Promise<void>) {
  const taken: Taken[] = []
  const faults: Record<Provider, Fault> = { ALIYUN: { answer: 'OK' }, TENCENT: { answer: 'OK' }, GATEWAY: { answer: 'OK' } }
  const reports: Record<Provider, Reports> = {
    ALIYUN: { how: 'ASKED', ms: 0 },
    TENCENT: { how: 'ASKED', ms: 0 },
    GATEWAY: { how: 'ASKED', ms: 0 },
  }
  const timers = new Set<NodeJS.Timeout>()
  const later = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }

  function report(message: Taken): void {
    const { how, ms, failCode: told, offTail, url } = reports[message.provider]
    const failCode = told ?? (offTail !== undefined && message.phone.endsWith(offTail) ? 'PHONE_OFF' : undefined)
    if (how === 'NEVER') return
    later(ms, () => {
      message.report = { delivered: failCode === undefined, code: failCode ?? 'DELIVERED', at: Date.now() }
      if (url && how !== 'ASKED') for (let n = 0; n < (how === 'TWICE' ? 2 : 1); n++) void push(message, url).catch(() => {})
    })
  }
  return {
    taken,
    faults,
    reports,
    /** What is to happen to the next request of a provider. */
    next(provider: Provider): Fault {
      const fault = faults[provider]
      if (fault.times !== undefined && --fault.times <= 0) faults[provider] = { answer: 'OK' }
      return { ...fault }
    },
    take(message: Omit<Taken, 'bizId' | 'at' | 'segments' | 'report'>): Taken {
      const made: Taken = {
        ...message,
        bizId: `${message.provider[0]}${Date.now()}${String(randomInt(1_000_000)).padStart(6, '0')}`,
        at: Date.now(),
        segments: message.text.length <= 70 ? 1 : Math.ceil(message.text.length / 67),
        report: null,
      }
      taken.push(made)
      taken.splice(0, taken.length - MOST)
      report(made)
      return made
    },
    stop: () => timers.forEach((timer) => clearTimeout(timer)),
  }
}
export type Book = ReturnType<typeof bookOf>
