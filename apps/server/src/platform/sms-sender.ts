import type { Platform } from './http/implement.ts'
import type { Running } from './jobs/ticks.ts'

const EVERY_S = 2
const BATCH = 50
/** Somebody waits for a code with the telephone in hand: codes go out for themselves, whatever else waits or hangs. */
const LANES = { codes: `purpose in ('DRIVER_CODE', 'ACCOUNT_CODE')`, rest: `purpose not in ('DRIVER_CODE', 'ACCOUNT_CODE')` }
const TIMEOUT_MS = 8_000

interface Gateway {
  url: string
  token: string
}
interface Message {
  tenant_id: string
  sms_id: string
  phone: string
  purpose: string
  body: string
}

/**
 * Empties the outbox through the HTTP gateway: one POST a message, `{ id, phone, body, purpose }`, where an answer of 2xx means it was taken.
 * A message that was not taken is tried again, later each time, until it is worth nothing. Its text is in no log.
 */
export async function sendWaiting(platform: Platform, lane: keyof typeof LANES): Promise<number> {
  const gateway = platform.settings.sms
  if (!gateway) return 0
  for (let sent = 0; ; ) {
    const taken = await sendBatch(platform, gateway, lane)
    sent += taken
    // The next at once while the gateway takes what it is given.
    if (taken < BATCH) return sent
  }
}

async function sendBatch(platform: Platform, gateway: Gateway, lane: keyof typeof LANES): Promise<number> {
  // Claimed by moving the next try on: a process that dies in between leaves them to the others.
  const { rows } = await platform.db.platform.query<Message>(
    `update sms_outbox set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => least(60, 5 * 2 ^ attempts))
     where (tenant_id, sms_id) in (select tenant_id, sms_id from sms_outbox
       where sent_at is null and send_before > now() and next_attempt_at <= now() and ${LANES[lane]} order by created_at limit ${BATCH} for update skip locked)
     returning tenant_id, sms_id, phone, purpose, body`,
  )
  const sent = await Promise.all(
    rows.map(async (message) => {
      const failure = await post(gateway, message)
      await platform.db.platform.query(
        failure === null
          ? `update sms_outbox set sent_at = now(), last_error = '' where tenant_id = $1 and sms_id = $2 and $3::text is null`
          : 'update sms_outbox set last_error = $3 where tenant_id = $1 and sms_id = $2',
        [message.tenant_id, message.sms_id, failure],
      )
      return failure === null
    }),
  )
  return sent.filter(Boolean).length
}

async function post(gateway: Gateway, message: Message): Promise<string | null> {
  try {
    const response = await fetch(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(gateway.token && { authorization: `Bearer ${gateway.token}` }) },
      body: JSON.stringify({
        id: `${message.tenant_id}-${message.sms_id}`,
        phone: message.phone,
        body: message.body,
        purpose: message.purpose,
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.ok ? null : `HTTP ${response.status}`
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).slice(0, 200)
  }
}

export function startSmsSender(platform: Platform, onError: (error: unknown) => void): Running | null {
  if (!platform.settings.sms) return null
  const running = (['codes', 'rest'] as const).map((lane) =>
    platform.ticks.every({ name: `platform.sms.${lane}`, everyS: EVERY_S, work: () => sendWaiting(platform, lane), onError }),
  )
  return { stop: async () => void (await Promise.all(running.map((one) => one.stop()))) }
}
