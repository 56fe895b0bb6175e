import type { SmsLane } from '@chauffeur/contract/message/sending'
import type { QueueSpec } from '../jobs/queue.ts'
import type { Round } from '../jobs/rounds.ts'
import { pushRounds } from './push/rounds.ts'
import { forgetOver } from './attempt.queries.ts'
import { askAround } from './report.ts'
import { sendWaiting } from './sender.ts'

/** Somebody waits for a code with the telephone in hand; a reminder may come a moment later. */
const EVERY_S: Record<SmsLane, number> = { codes: 1, rest: 2, bulk: 2 }
const smsQueue: QueueSpec = { name: 'sms', once: true }

const smsForgetting: Round = { name: 'sms.forget', everyS: 60, work: ({ db }) => forgetOver(db) }
/** The outbox is the queue of messages: whose turn it is to empty a lane is what goes over the queue of jobs (ADR 0017). */
export const smsRounds: readonly Round[] = [
  ...(['codes', 'rest', 'bulk'] as const).map((lane) => ({
    name: `sms.${lane}`,
    everyS: EVERY_S[lane],
    queue: smsQueue,
    work: (platform: Parameters<Round['work']>[0], stopping: AbortSignal) => sendWaiting(platform, lane, stopping),
  })),
  { name: 'sms.ask', everyS: 5, work: askAround },
  smsForgetting,
  ...pushRounds,
]
