import type { SmsLane } from '@chauffeur/contract/message/sending'

/** Which messages of the outbox are a lane's. The indexes of what is due have the same conditions, word for word. */
export const LANE: Record<SmsLane, string> = {
  codes: `purpose in ('DRIVER_CODE', 'CUSTOMER_CODE', 'ACCOUNT_CODE')`,
  rest: `purpose not in ('DRIVER_CODE', 'CUSTOMER_CODE', 'ACCOUNT_CODE', 'BROADCAST')`,
  bulk: `purpose = 'BROADCAST'`,
}
export const DUE = `coalesce(try_at, least(next_attempt_at, due_at))`
export const UNSENT = `sent_at is null and result is null and not unsure and (sealed is not null or phone <> '')`

/** Of one request to a provider. */
export const ANSWER_MS = 8_000
/** Whoever has a message in hand has it for so long; then another process may ask what became of it. */
export const CLAIM_S = 60
/** After so long nothing more is expected of a provider. */
export const REPORT_WITHIN_S = 72 * 3_600
