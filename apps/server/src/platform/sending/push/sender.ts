import { randomUUID } from 'node:crypto'
import { buildPushPayload } from '@block65/webcrypto-web-push'
import { messageEvent } from '@chauffeur/contract/message/event'
import type { Platform } from '../../http/implement.ts'
import { each } from '../../jobs/each.ts'
import { providerOf } from '../../provider/provider.ts'
import { publicFetch } from '../../provider/public-fetch.ts'
import { ProviderFailed, request } from '../../provider/request.ts'
import { openSms } from '../../provider/sms.ts'
import { openDevice, type Subscription } from './device.ts'
import { insideOf, isPushEndpoint } from './endpoint.rules.ts'
import { pushKeysOf } from './keys.ts'
import { type ClaimedPush, claimPushes, forgetDevice, notePush, putOff } from './push.queries.ts'
import { knockOf, MOST_ATTEMPTS, type Outcome, outcomeOf, retryAfterOf, SHUT_S, urgencyOf, WORTH_S } from './push.rules.ts'

export type Pushing = Pick<Platform, 'db' | 'vault' | 'settings' | 'providers'>

const ANSWER_MS = 5_000
const BATCH = 50
const AT_ONCE = 20

/** One for each push service: of one that is down the others know nothing. A push is tried again by its row, never within an attempt. */
const serviceOf = ({ providers, settings }: Pushing, { origin, host }: URL) =>
  providers.tenants.of('0', `push ${host}`, { origin }, (log) => {
    const client = providerOf(
      { url: origin, token: '' },
      { name: 'push', timeoutMs: ANSWER_MS, retries: 0, mayRepeat: false, atOnce: AT_ONCE },
      log,
    )
    return { client, providers: [client], through: publicFetch(insideOf(settings.pushHosts)) }
  })!

const ended = (state: Outcome['state'], failure = ''): Outcome => ({ state, againS: 0, status: null, failure })

/** Hands one push to its service. */
async function knock(pushing: Pushing, push: ClaimedPush, device: Subscription, text: string): Promise<Outcome> {
  const { settings, vault } = pushing
  const event = messageEvent.safeParse(push.event).data ?? null
  const { endpoint, p256dh, auth } = device
  const sealed = () =>
    buildPushPayload(
      {
        data: { ...knockOf(push.sms_id, event, text, push.english) },
        // What is sent again takes the place of what waits for the telephone already.
        options: { ttl: WORTH_S - Math.min(push.ageS, WORTH_S - 1), urgency: urgencyOf(event), topic: `m${push.sms_id}` },
      },
      { endpoint, expirationTime: null, keys: { p256dh, auth } },
      { subject: settings.pushContact!, ...pushKeysOf(vault) },
    ).catch((cause: unknown) => {
      // Its keys are to blame, not the service.
      throw new ProviderFailed('REFUSED', { cause })
    })
  const url = new URL(endpoint)
  let status: number | null = null
  let retryAfter: string | null = null
  const answered = (by: number, of: Headers) => {
    status = by
    retryAfter = of.get('retry-after')
  }
  const { client, through } = serviceOf(pushing, url)
  return client
    .run(async () => {
      // Sealed only where it is asked: thousands may wait for a service that is left alone.
      const { headers, body } = await sealed()
      await request(url.href, { method: 'POST', headers: { ...headers }, body, timeoutMs: ANSWER_MS, answered, through }, null)
    })
    .then(
      () => ({ ...ended('TAKEN'), status }),
      (error: ProviderFailed) => outcomeOf(error, push.attempts, retryAfterOf(retryAfter, Date.now())),
    )
}

const opened = <T>(open: () => T): T | null => {
  try {
    return open()
  } catch {
    return null
  }
}

/** Gives the service where that is left alone, as what else waits for it has to be. */
async function sendOne(pushing: Pushing, push: ClaimedPush): Promise<string | null> {
  const { db, vault, settings } = pushing
  const { tenant_id: tenantId } = push
  let asked = push.service
  const judged = async (): Promise<Outcome> => {
    if (push.read) return ended('READ')
    if (push.ageS >= WORTH_S || push.attempts > MOST_ATTEMPTS) return ended('GIVEN_UP', 'OVER')
    const message = push.message === null ? null : opened(() => openSms(vault, tenantId, push.message!))
    if (message === null) return ended('GIVEN_UP', 'SEALED')
    const device = push.device === null ? null : opened(() => openDevice(vault, tenantId, push.device!))
    if (device === null) return ended('GONE')
    // Whoever runs the installation may have shortened the list since.
    if (settings.pushContact === null || !isPushEndpoint(device.endpoint, settings.pushHosts)) return ended('REFUSED', 'NOT_ALLOWED')
    asked = new URL(device.endpoint).host
    return knock(pushing, push, device, message.body)
  }
  const outcome = await judged()
  const gone = outcome.state !== 'GONE' || push.device === null || (await forgetDevice(db, push))
  // Under an address that it named in the meantime it is told all the same.
  await notePush(db, push, gone ? outcome : { ...outcome, state: 'WAITING' })
  return outcome.failure === 'SHUT' ? asked : null
}

/** Sends what is due to push services, until nothing is. A push says that there is a message; the message stands in the app whatever becomes of it. */
export async function sendPushes(pushing: Pushing, stopping?: AbortSignal): Promise<number> {
  for (let sent = 0; ; ) {
    const due = await claimPushes(pushing.db, BATCH, randomUUID(), pushing.settings.driverSessionS)
    const shut = new Set<string>()
    await each(
      due,
      async (push) => {
        const service = await sendOne(pushing, push)
        if (service) shut.add(service)
      },
      AT_ONCE,
    )
    for (const service of shut) await putOff(pushing.db, service, SHUT_S)
    sent += due.length
    if (due.length < BATCH || stopping?.aborted) return sent
  }
}
