import { id } from '@chauffeur/contract/kernel/fields'
import { strToU8, zipSync } from 'fflate'
import * as z from 'zod'
import { Refused } from '#platform/http/implement'
import { operatorActor } from '#platform/identity/session'
import { defineJob } from '#platform/jobs/kind'
import { wholeTenant } from '#platform/database/scope'
import { heldOfDriver } from './held-driver.queries.ts'
import { heldOfCustomer } from './held.queries.ts'
import { findRequest, requestMoves } from './request.queries.ts'

/** So long the file of everything that is held of somebody lies there, for whoever had it made alone. */
const HELD_KEEP_DAYS = 7
const DAY_MS = 86_400_000

/** Makes the file that answers a request to see everything: who may handle the request reads of that one person what others would see too. */
export const gatherJob = defineJob<{ requestId: string }>({
  name: 'privacy.gather',
  authority: 'privacyRequest.handle',
  input: z.object({ requestId: id }),
  atOnce: { process: 1, tenant: 2 },
  retries: { times: 2, afterS: 5 },
  keepDays: HELD_KEEP_DAYS,
  run: async (job) => {
    const operator = await job.asker()
    const request = await findRequest(await job.read(), job.input.requestId)
    if (!request) throw new Refused('privacyRequest.notFound')
    if (request.state !== 'IN_PROGRESS') throw new Refused('privacyRequest.wrongState')
    const { db, vault, files } = job.platform
    const all = db.reader(wholeTenant(job.tenantId))
    const sections = request.customer_id
      ? await heldOfCustomer(all, vault, request.owner_id!)
      : await heldOfDriver(all, vault, request.driver_id!)
    job.signal.throwIfAborted()
    const made = new Date()
    const text = JSON.stringify({ madeAt: made.toISOString(), sections }, null, 2)
    const name = `personal-data-${request.privacy_request_id}.zip`
    const stored = await files.put(
      { tenantId: job.tenantId, kind: 'EXPORT', userId: operator.userId, name },
      zipSync({ 'personal-data.json': strToU8(text) }, { level: 6 }),
    )
    const until = new Date(made.getTime() + HELD_KEEP_DAYS * DAY_MS)
    return {
      data: { requestId: request.privacy_request_id },
      write: async (tx) => {
        const row = await requestMoves.lock(tx, request.privacy_request_id)
        if (row?.state !== 'IN_PROGRESS') return
        const set = { file_id: stored.fileId, file_until: until }
        await requestMoves.note(tx, row, { event: 'gathered', set, actor: operatorActor(operator) })
        await files.keep(tx, stored.fileId, until)
      },
    }
  },
})
