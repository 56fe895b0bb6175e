import type { Platform } from '../http/implement.ts'
import type { QueueSpec } from '../jobs/queue.ts'
import type { Round } from '../jobs/rounds.ts'
import type { Provider } from './provider.ts'
import { openSms } from './sms.ts'

const BATCH = 50
/** Somebody waits for a code with the telephone in hand: codes go out for themselves, whatever else waits or hangs. */
const LANES = {
  codes: `purpose in ('DRIVER_CODE', 'CUSTOMER_CODE', 'ACCOUNT_CODE')`,
  rest: `purpose not in ('DRIVER_CODE', 'CUSTOMER_CODE', 'ACCOUNT_CODE')`,
}
interface Message {
  tenant_id: string
  sms_id: string
  purpose: string
  sealed: string | null
  /** Of a message that a program before this left; empty of a sealed one. */
  phone: string
  body: string
}

/**
 * Empties the outbox through the HTTP gateway: one POST a message, `{ id, phone, body, purpose }`, where an answer of 2xx means it was taken.
 * A message that was not taken is tried again, later each time, until it is worth nothing. Its text is in no log, and nowhere any more once it
 * went out or is worth nothing: codes and invitations open doors.
 */
export async function sendWaiting(platform: Platform, lane: keyof typeof LANES, stopping?: AbortSignal): Promise<number> {
  const gateway = platform.providers.sms?.[lane]
  if (!gateway) return 0
  for (let sent = 0; ; ) {
    // One finds out whether a gateway that failed is back; the others are not claimed for nothing.
    const batch = gateway.isShut() ? 1 : BATCH
    const taken = await sendBatch(platform, gateway, lane, batch)
    sent += taken
    // The next at once while the gateway takes what it is given.
    if (taken < batch || stopping?.aborted) return sent
  }
}

/** When it is tried again: a sealed one by its own clock, see the column. */
const later = (wait: string) =>
  `next_attempt_at = case when due_at is null then now() + ${wait} else next_attempt_at end, due_at = case when due_at is null then null else now() + ${wait} end`
/** What went out or never will is in the outbox no more, nor is what a program before this left there in clear. */
const EMPTIED = `sealed = null, phone = '', body = ''`
/** Takes out what is worth nothing; what never went out says so for as long as its order stands, but after a month no more to whom. */
async function forgetOver(platform: Platform): Promise<number> {
  const over = await platform.db.platform.query(
    `update sms_outbox set ${EMPTIED} where send_before < now() and (sealed is not null or phone <> '')`,
  )
  const old = await platform.db.platform.query(
    `update sms_outbox set phone_shown = '', phone_print = null
     where sent_at is null and phone_print is not null and created_at < now() - interval '30 days'`,
  )
  return (over.rowCount ?? 0) + (old.rowCount ?? 0)
}

/** Null of what was sealed under another `APP_SECRET`, or emptied meanwhile: nobody can send it, and it holds up no other. */
function open({ vault }: Platform, message: Message): { phone: string; body: string } | null {
  if (message.sealed === null) return message.phone === '' ? null : message
  try {
    return openSms(vault, message.tenant_id, message.sealed)
  } catch {
    return null
  }
}

async function sendBatch(platform: Platform, gateway: Provider, lane: keyof typeof LANES, batch: number): Promise<number> {
  // Claimed for as long as a batch can take at the least quota: a process that dies in between leaves them to the others.
  const { rows } = await platform.db.platform.query<Message>(
    `update sms_outbox set attempts = attempts + 1, ${later(`interval '60 seconds'`)}
     where (tenant_id, sms_id) in (select tenant_id, sms_id from sms_outbox
       where sent_at is null and send_before > now() and least(next_attempt_at, due_at) <= now() and ${LANES[lane]} order by created_at limit ${batch} for update skip locked)
     returning tenant_id, sms_id, purpose, sealed, phone, body`,
  )
  const sent = await Promise.all(
    rows.map(async (message) => {
      const { tenant_id, sms_id, purpose } = message
      const opened = open(platform, message)
      if (!opened) {
        await platform.db.platform.query(
          `update sms_outbox set last_error = 'SEALED', send_before = least(send_before, now()) where tenant_id = $1 and sms_id = $2`,
          [tenant_id, sms_id],
        )
        return false
      }
      const { phone, body } = opened
      const failure = await gateway
        .ask({ id: `${tenant_id}-${sms_id}`, phone, body, purpose }, null)
        .catch((error: Error) => error.message.slice(0, 200))
      await platform.db.platform.query(
        failure === null
          ? `update sms_outbox set sent_at = now(), last_error = '', ${EMPTIED} where tenant_id = $1 and sms_id = $2 and $3::text is null`
          : `update sms_outbox set last_error = $3, ${later('make_interval(secs => least(60, 5 * 2 ^ (attempts - 1)))')}
             where tenant_id = $1 and sms_id = $2`,
        [message.tenant_id, message.sms_id, failure],
      )
      return failure === null
    }),
  )
  return sent.filter(Boolean).length
}

/** Somebody waits for a code with the telephone in hand; a reminder may come a moment later. */
const EVERY_S = { codes: 1, rest: 2 }
const smsQueue: QueueSpec = { name: 'sms', once: true }
/** The outbox is the queue of messages: whose turn it is to empty a lane is what goes over the queue of jobs (ADR 0017). */
export const smsRounds: readonly Round[] = (['codes', 'rest'] as const).map((lane) => ({
  name: `sms.${lane}`,
  everyS: EVERY_S[lane],
  queue: smsQueue,
  work: (platform, stopping) => sendWaiting(platform, lane, stopping),
}))
/** Also where no gateway is set. */
export const smsForgetting: Round = { name: 'sms.forget', everyS: 60, work: forgetOver }
