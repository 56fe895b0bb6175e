// What makes SIP reliable over datagrams (RFC 3261, 17.1.1.2, 17.1.2.2, 17.2.1, 17.2.2): timers A, E and G, and the answers kept for
// requests that come again (timer J). The library above was made for transports that lose nothing and leaves these to us.

import { glance } from './wire.ts'

export interface ReliableTimes {
  t1Ms: number
  t2Ms: number
}

const standard: ReliableTimes = { t1Ms: 500, t2Ms: 4_000 }
const transactionT1s = 64

export interface Reliable {
  sent(message: string): void
  /** False when the message was dealt with here. */
  received(message: string): boolean
  stop(): void
  pending(): number
}

export function createReliable(resend: (message: string) => void, { t1Ms, t2Ms }: ReliableTimes = standard): Reliable {
  const repeating = new Map<string, NodeJS.Timeout>()
  const answered = new Map<string, { message: string; timer: NodeJS.Timeout }>()
  const limitMs = transactionT1s * t1Ms

  const repeat = (key: string, message: string, capped: boolean, intervalMs = t1Ms, spentMs = 0) => {
    clearTimeout(repeating.get(key))
    repeating.set(
      key,
      setTimeout(() => {
        repeating.delete(key)
        const spent = spentMs + intervalMs
        if (spent >= limitMs) return
        resend(message)
        repeat(key, message, capped, capped ? Math.min(t2Ms, intervalMs * 2) : intervalMs * 2, spent)
      }, intervalMs),
    )
  }
  const settle = (key: string) => {
    clearTimeout(repeating.get(key))
    repeating.delete(key)
  }
  const keep = (key: string, message: string) => {
    clearTimeout(answered.get(key)?.timer)
    answered.set(key, { message, timer: setTimeout(() => answered.delete(key), limitMs) })
  }

  return {
    sent: (message) => {
      const { method, status, branch, cseq } = glance(message)
      if (branch === '') return
      if (method !== undefined) {
        if (method !== 'ACK') repeat(`out ${branch} ${method}`, message, method !== 'INVITE')
      } else if (cseq === 'INVITE') {
        if (status >= 300) repeat(`in ${branch}`, message, true)
      } else if (status >= 200) {
        keep(`${branch} ${cseq}`, message)
      }
    },
    received: (message) => {
      const { method, status, branch, cseq } = glance(message)
      if (method === undefined) {
        // A provisional answer to anything but INVITE only slows the repeating down, which T2 does anyway.
        if (cseq === 'INVITE' || status >= 200) settle(`out ${branch} ${cseq}`)
        return true
      }
      if (method === 'ACK') settle(`in ${branch}`)
      const answer = method === 'INVITE' ? undefined : answered.get(`${branch} ${method}`)
      if (answer) resend(answer.message)
      return answer === undefined
    },
    stop: () => {
      for (const timer of repeating.values()) clearTimeout(timer)
      for (const { timer } of answered.values()) clearTimeout(timer)
      repeating.clear()
      answered.clear()
    },
    pending: () => repeating.size + answered.size,
  }
}
