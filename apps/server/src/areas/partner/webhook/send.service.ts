import type { Platform } from '#platform/http/implement'
import { keyContext } from '#platform/identity/partner'
import { webhookSignatures } from '#platform/identity/partner-signature'
import { type Provider, providerOf } from '#platform/provider/provider'
import { NOT_PUBLIC, publicFetch } from '#platform/provider/public-fetch'
import type { ProviderFailed } from '#platform/provider/request'
import { each } from '#platform/jobs/each'
import { claim, type Claimed, type DueCallback, noteAttempt, putBack, sealedSecrets } from './outbox.queries.ts'
import { backoffS, bodyOf, eventId, type Outcome, outcomeOf, TAKEN } from './webhook.rules.ts'

type Sending = Pick<Platform, 'db' | 'vault' | 'settings' | 'providers'>

/** What the description promises a partner. */
const TIMEOUT_MS = 10_000
/** To one address at the same time. */
const AT_ONCE = 8
const BATCH = 32
const LEFT_ALONE_S = 10

/** A message is tried again by the outbox, for days: never within one attempt. */
const clientOf = ({ providers, settings }: Sending, { tenant_id, callback_id, url }: DueCallback): Provider =>
  providers.tenants.of(tenant_id, `webhook ${callback_id}`, { url }, (log) => {
    const client = providerOf(
      { url: new URL(url).origin, token: '' },
      {
        name: 'webhook',
        timeoutMs: TIMEOUT_MS,
        retries: 0,
        mayRepeat: false,
        atOnce: AT_ONCE,
        through: publicFetch(settings.webhookHosts),
      },
      log,
    )
    return { client, providers: [client] }
  })!.client

async function attempt(sending: Sending, callback: DueCallback, message: Claimed, secrets: readonly string[]): Promise<Outcome | null> {
  if (secrets.length === 0) return { failure: 'NO_KEY', httpStatus: null, code: '' }
  const body = bodyOf(message)
  const id = eventId(message)
  const { pathname, search } = new URL(callback.url)
  const headers = () => {
    const timestamp = Math.floor(Date.now() / 1_000)
    return {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': webhookSignatures(secrets, { id, timestamp, body }),
    }
  }
  let status: number | null = null
  return clientOf(sending, callback)
    .exchange({ method: 'POST', target: `${pathname}${search}`, body, headers, answered: (by) => void (status = by) }, null)
    .then(
      () => ({ ...TAKEN, httpStatus: status }),
      (error: ProviderFailed) => outcomeOf(error, error.code !== NOT_PUBLIC),
    )
}

async function sendOne(sending: Sending, callback: DueCallback, message: Claimed, secrets: readonly string[]): Promise<boolean> {
  const at = new Date()
  const began = performance.now()
  const outcome = await attempt(sending, callback, message, secrets)
  if (!outcome) {
    await putBack(sending.db, callback, message, LEFT_ALONE_S)
    return false
  }
  const made = { deliveryId: message.delivery_id, attempt: message.attempts, at, ms: Math.round(performance.now() - began) }
  await noteAttempt(sending.db, callback, made, outcome, backoffS(message.attempts))
  return outcome.failure === ''
}

/** Sends what is due at an address until nothing is, or until it takes nothing more. */
export async function sendDue(sending: Sending, callback: DueCallback, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    // One finds out whether an address that failed is back; the others are not claimed for nothing.
    const batch = clientOf(sending, callback).isShut() ? 1 : BATCH
    const messages = await claim(sending.db, callback, batch)
    if (messages.length === 0) return
    const secrets = (await sealedSecrets(sending.db, callback)).map(({ key_id, secret_sealed }) =>
      sending.vault.open(secret_sealed, keyContext(key_id)),
    )
    let taken = 0
    await each(messages, async (message) => void ((await sendOne(sending, callback, message, secrets)) && taken++), AT_ONCE)
    if (taken === 0 || stopping?.aborted) return
  }
}
