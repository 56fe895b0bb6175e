import { phoneCalls } from '@chauffeur/contract/call-centre/phone'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { sendCall } from '../http/call.ts'
import { NetworkError } from '../http/errors.ts'
import type { CallReport, OpenJournal } from './journal.ts'
import type { CallOfDesk } from './state.ts'

const RETRY_S = [1, 3, 10, 30]
const WAIT_FOR_ID_MS = 15_000

const ago = (ms: number | null) => (ms === null ? undefined : Math.max(0, (Date.now() - ms) / 1000))
const inputOf = (call: CallReport): InputOf<typeof phoneCalls.report> => ({
  clientRef: call.ref,
  direction: call.direction,
  number: call.number,
  lineNo: call.ch,
  startedAgoS: ago(call.startedMs) ?? 0,
  answeredAgoS: ago(call.answeredMs),
  endedAgoS: call.phase === 'over' ? ago(call.endedMs) : undefined,
  result: call.phase === 'over' ? (call.result ?? undefined) : undefined,
  recordFile: call.recordFile || undefined,
})

/**
 * Tells the server of calls, the newest state of each, again until it was heard, by this window or the one after it. Instants go
 * as seconds ago: clocks differ.
 */
export function reporter(told: (ref: string, part: Partial<CallOfDesk>) => void, journal: OpenJournal) {
  const latest = new Map<string, CallReport>()
  const running = new Set<string>()
  const ids = new Map<string, string>()
  const waiting = new Map<string, ((id: string | null) => void)[]>()
  let stopped = false

  const keep = () => journal.keep({ reports: [...latest.values()] })
  const forget = (ref: string) => {
    latest.delete(ref)
    keep()
  }

  async function send(ref: string) {
    if (running.has(ref)) return
    running.add(ref)
    for (let tries = 0; !stopped; ) {
      const report = latest.get(ref)
      if (!report) break
      try {
        const answer = await sendCall(phoneCalls.report, inputOf(report), { silent: true })
        if (latest.get(ref) === report) forget(ref)
        ids.set(ref, answer.callId)
        for (const resolve of waiting.get(ref)?.splice(0) ?? []) resolve(answer.callId)
        told(ref, {
          callId: answer.callId,
          filed: report.phase === 'over',
          ...(answer.phone !== '' && { shown: answer.phone }),
          ...(answer.customer && { name: answer.customer.name, customerId: answer.customer.customerId }),
        })
        tries = 0
      } catch (error) {
        // A refusal will not change by asking again.
        if (!(error instanceof NetworkError)) forget(ref)
        else await new Promise((resolve) => setTimeout(resolve, (RETRY_S[Math.min(tries++, RETRY_S.length - 1)] ?? 30) * 1000))
      }
    }
    running.delete(ref)
  }

  const tell = ({ ref, ch, direction, number, phase, startedMs, answeredMs, endedMs, result, recordFile }: CallReport) => {
    latest.set(ref, { ref, ch, direction, number, phase, startedMs, answeredMs, endedMs, result, ...(recordFile && { recordFile }) })
    keep()
    void send(ref)
  }
  for (const report of journal.left.reports) tell(report)

  return {
    tell,
    /** The server's id of a call, when it is known in time. */
    idOf: (ref: string): Promise<string | null> => {
      const known = ids.get(ref)
      if (known !== undefined) return Promise.resolve(known)
      return new Promise((resolve) => {
        waiting.set(ref, [...(waiting.get(ref) ?? []), resolve])
        setTimeout(() => resolve(null), WAIT_FOR_ID_MS)
      })
    },
    stop: () => {
      stopped = true
    },
  }
}
