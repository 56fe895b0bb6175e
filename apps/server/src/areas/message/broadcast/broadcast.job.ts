import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import type { TenantTx } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import { defineJob, type JobRun } from '#platform/jobs/kind'
import { phonePrint, sendSms } from '#platform/provider/sms'
import { type MarketingLimits, marketingLimits } from '../limit/index.ts'
import { NAMELESS, textFor } from './audience.service.ts'
import { type BroadcastDb, broadcastMoves, findBroadcast, setBroadcast } from './broadcast.queries.ts'
import { leftOut, registeredOf } from './broadcast.rules.ts'
import { textOf } from './broadcast.service.ts'
import { nextRecipients, noteTaken, settle, waitingCities } from './recipient.queries.ts'

/** How often it looks: a stop is seen within this, and the provider is given more. */
const LOOK_MS = 200
/** Quiet hours and limits are looked up again after so long. */
const LIMITS_MS = 10_000
/** A message that no provider takes for so long is taken out, and its person waits again. */
const VALID_S = 600
/** So many of one broadcast are in the outbox at most: enough that providers never wait for more. */
const WINDOW = 500
/** Without a provider it is looked again after so long whether there is one. */
const NO_SERVICE_S = 30
const CLOCK = { type: 'CLOCK' as const, id: null, name: '' }

type Run = JobRun<{ broadcastId: string }, null>

/**
 * Sends a broadcast through the outbox, a window of messages at a time: each person is asked for once more when theirs is put there, and a stop takes
 * out what has not left. A person's row and their message are written in one transaction: whoever goes on after a crash finds neither
 * without the other, and nobody twice.
 */
export const broadcastJob = defineJob({
  name: 'message.broadcast',
  // Two people decided; it is the business that sends, and anybody who may stop it can.
  authority: null,
  input: z.object({ broadcastId: z.string() }),
  atOnce: { process: 2, tenant: 2 },
  retries: { times: 5, afterS: 5 },
  keepDays: 30,
  run: async (run: Run) => {
    const { broadcastId } = run.input
    const begun = await run.write((tx) => begin(tx, run))
    if (!begun) return undefined
    if (!(await run.platform.sms.of(run.tenantId)).some(({ enabled }) => enabled)) {
      const set = { problem: 'NO_SERVICE', next_at: new Date(Date.now() + NO_SERVICE_S * 1_000) }
      await run.write(async (tx) => (await ours(tx, run)) && setBroadcast(tx, broadcastId, set))
      return undefined
    }
    let { limits, at } = { limits: await limitsNow(run), at: performance.now() }
    for (;;) {
      run.signal.throwIfAborted()
      const began = performance.now()
      if (began - at > LIMITS_MS) [limits, at] = [await limitsNow(run), began]
      const step = await run.write(async (tx) => {
        const row = await ours(tx, run)
        if (!row) return null
        const { inHand, waiting, late } = await settle(tx, broadcastId)
        const put = waiting ? await feed(tx, run, row, limits, WINDOW - inHand) : 0
        if (row.problem !== late) await setBroadcast(tx, broadcastId, { problem: late })
        return { inHand: inHand + put, done: row.recipients - row.waiting }
      })
      if (!step) return undefined
      run.progress(step.done)
      if (step.inHand === 0 && (await run.write((tx) => rest(tx, run, limits)))) return undefined
      await sleep(Math.max(0, LOOK_MS - (performance.now() - began)), undefined, { signal: run.signal }).catch(() => {})
    }
  },
})

const limitsNow = ({ platform, tenantId }: Run): Promise<MarketingLimits> =>
  marketingLimits(platform.db.reader(wholeTenant(tenantId)), new Date())

/** The row, locked, while it is this job that sends it; what it left in the outbox is taken out once it is not. */
async function ours(tx: TenantTx, { input: { broadcastId }, jobId }: Run): Promise<BroadcastDb | null> {
  await broadcastMoves.lock(tx, broadcastId)
  const row = await findBroadcast(tx, broadcastId)
  return row && row.state === 'SENDING' && row.job_id === jobId ? row : null
}

async function begin(tx: TenantTx, { input: { broadcastId }, jobId }: Run): Promise<boolean> {
  const locked = await broadcastMoves.lock(tx, broadcastId)
  if (!locked || locked.job_id !== jobId) return false
  if (locked.state === 'SENDING') return true
  const set = { began_at: locked.began_at ?? new Date(), problem: '' }
  return (await broadcastMoves.move(tx, locked, { event: 'begin', actor: CLOCK, set })) !== null
}

/** Puts the next ones into the outbox, or leaves them out; gives how many were put there. */
async function feed(tx: TenantTx, run: Run, row: BroadcastDb, limits: MarketingLimits, limit: number): Promise<number> {
  const { broadcastId } = run.input
  const { vault } = run.platform
  const text = textOf(row)
  const registered = registeredOf(row)
  if (limit <= 0) return 0
  const next = await nextRecipients(tx, { broadcastId, whom: row.whom, limits, limit })
  if (next.length === 0) return 0
  const taken = await Promise.all(
    next.map(async (person) => {
      // Of another telephone than the one that was approved nothing is known.
      const moved = person.moved || (person.phone !== null && !phonePrint(vault, run.tenantId, person.phone).equals(person.print))
      const why = leftOut({ ...person, moved, most: limits.most(person.cityId) })
      if (why) return { n: person.n, smsId: null, why }
      const smsId = await sendSms(tx, vault, {
        tenantId: run.tenantId,
        phone: person.phone!,
        purpose: 'BROADCAST',
        body: textFor(text, person),
        template: {
          ref: `broadcast:${broadcastId}`,
          values: { name: person.name || NAMELESS, city: person.cityName },
          codes: registered,
        },
        validS: Math.min(VALID_S, limits.openForS(person.cityId)),
        about: { event: 'BROADCAST', cityId: person.cityId },
        once: true,
        broadcastId,
      })
      return { n: person.n, smsId, why: '' }
    }),
  )
  await noteTaken(tx, broadcastId, taken)
  return taken.filter(({ smsId }) => smsId !== null).length
}

/** Nothing is in hand, and nobody may be sent anything now: it is over, or goes on when quiet hours end. */
async function rest(tx: TenantTx, run: Run, limits: MarketingLimits): Promise<boolean> {
  const { broadcastId } = run.input
  const row = await ours(tx, run)
  if (!row) return true
  const { inHand, waiting } = await settle(tx, broadcastId)
  if (inHand > 0) return false
  const locked = (await broadcastMoves.lock(tx, broadcastId))!
  if (!waiting) {
    await broadcastMoves.move(tx, locked, { event: 'finish', actor: CLOCK, set: { ended_at: new Date(), problem: '' } })
    return true
  }
  const cityIds = await waitingCities(tx, broadcastId)
  const forS = cityIds.map((cityId) => limits.quietForS(cityId))
  if (forS.includes(null)) return false
  const nextS = Math.min(...forS.map((s) => s ?? 0))
  await setBroadcast(tx, broadcastId, { next_at: new Date(Date.now() + (nextS + 1) * 1_000), problem: '' })
  return true
}
