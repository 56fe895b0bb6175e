import type { QueueSpec } from '../../jobs/queue.ts'
import type { Round } from '../../jobs/rounds.ts'
import { forgetEnded } from './push.queries.ts'
import { sendPushes } from './sender.ts'

/** Of its own: a push service that does not answer holds up no text message. */
const pushQueue: QueueSpec = { name: 'pushes', once: true }
export const pushRounds: readonly Round[] = [
  { name: 'push.send', everyS: 1, queue: pushQueue, work: sendPushes },
  { name: 'push.forget', everyS: 60, work: ({ db, settings }) => forgetEnded(db, settings.driverSessionS) },
]
