import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '#platform/http/implement'
import type { QueueSpec } from '#platform/jobs/queue'
import type { Round } from '#platform/jobs/rounds'
import { dueCallbacks } from './outbox.queries.ts'
import { sendDue } from './send.service.ts'

/** Addresses that are sent to at the same time. */
const CALLBACKS_AT_ONCE = 20
const LOOK_MS = 1_000

/** Each address by itself: one that is slow, or down, holds up none of the others, which are looked for as long as it takes. */
export async function sendAllDue(
  platform: Pick<Platform, 'db' | 'vault' | 'settings' | 'providers' | 'reportFault'>,
  stopping?: AbortSignal,
): Promise<void> {
  const busy = new Map<string, Promise<void>>()
  do {
    const due = stopping?.aborted ? [] : await dueCallbacks(platform.db, [...busy.keys()], CALLBACKS_AT_ONCE - busy.size)
    for (const callback of due)
      busy.set(
        callback.callback_id,
        sendDue(platform, callback, stopping)
          .catch((error: unknown) => platform.reportFault('partner.webhooks', error))
          .finally(() => busy.delete(callback.callback_id)),
      )
    if (busy.size > 0) await Promise.race([...busy.values(), sleep(LOOK_MS)])
  } while (busy.size > 0)
}

const webhookQueue: QueueSpec = { name: 'webhooks', once: true }
/** The outbox is the queue of messages: whose turn it is to empty it is what goes over the queue of jobs (ADR 0017). */
export const webhookRound: Round = { name: 'partner.webhooks', everyS: 1, queue: webhookQueue, work: sendAllDue }
