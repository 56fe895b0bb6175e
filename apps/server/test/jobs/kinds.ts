import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod'
import type { TenantTx } from '#platform/database/db'
import { Refused } from '#platform/http/implement'
import { defineJob } from '#platform/jobs/kind'
import type { Round } from '#platform/jobs/rounds'

/** Writes `steps` rows into the table of the test, one at a time, each in the asker's scope and with where it came to. */
export const steps = defineJob<{ steps: number; ms: number; city: string }, { next: number }>({
  name: 'test.steps',
  authority: 'order.edit',
  input: z.object({ steps: z.number(), ms: z.number(), city: z.string() }),
  atOnce: { process: 4, tenant: 2 },
  keepDays: 3,
  run: async (job) => {
    const { steps, ms, city } = job.input
    const refused = []
    for (let step = job.checkpoint?.next ?? 0; step < steps; step++) {
      job.signal.throwIfAborted()
      const { cities } = (await job.asker()).scope
      const seen = cities === '*' || cities.includes(city)
      if (!seen) refused.push({ subject: String(step), problem: 'job.notAllowedAnyMore' })
      job.progress(step + 1, steps)
      await job.write(async (tx) => {
        await sql`insert into test_steps (tenant_id, job_id, step, by_process, city_seen)
          values (${job.tenantId}, ${job.jobId}, ${step}, ${process.pid}, ${seen})`.execute(tx)
        await job.keep(tx, { next: step + 1 })
      })
      await sleep(ms)
    }
    return { refused, data: { steps } }
  },
})

/** Fails as it is told: with a fault until it has been run so often, or with a refusal. */
export const failing = defineJob<{ faults: number; refusal: string }>({
  name: 'test.failing',
  authority: null,
  input: z.object({ faults: z.number(), refusal: z.string() }),
  atOnce: { process: 1, tenant: 1 },
  retries: { times: 2, afterS: 1 },
  keepDays: 3,
  run: async (job) => {
    if (job.input.refusal) throw new Refused(job.input.refusal)
    const { rows } = await sql<{ failures: number }>`select failures from jobs where job_id = ${job.jobId}`.execute(await job.read())
    if (rows[0]!.failures < job.input.faults) throw new Error('a fault')
    return undefined
  },
})

/** Is cancelled when all of it is done, and only its end is left; its one row is written together with that, or before. */
export const cancelledLate = defineJob<{ atTheEnd: boolean }>({
  name: 'test.cancelledLate',
  authority: null,
  input: z.object({ atTheEnd: z.boolean() }),
  atOnce: { process: 1, tenant: 1 },
  keepDays: 3,
  run: async (job) => {
    const write = async (tx: TenantTx) =>
      void (await sql`insert into test_steps (tenant_id, job_id, step) values (${job.tenantId}, ${job.jobId}, 0)`.execute(tx))
    if (!job.input.atTheEnd) await job.write(write)
    await job.write((tx) => job.platform.jobs.cancel(tx, job.jobId))
    return job.input.atTheEnd ? { write } : {}
  },
})

/** Notes that it began, and hangs. */
export const hanging: Round = {
  name: 'test.hanging',
  everyS: 2,
  work: async ({ db }, signal) => {
    await db.platform.query('insert into test_rounds (name, by_process) values ($1, $2)', ['test.hanging', process.pid])
    await sleep(60_000, undefined, { signal }).catch(() => {})
  },
}
export const broken: Round = {
  name: 'test.broken',
  everyS: 1,
  work: async ({ db }) => {
    await db.platform.query('insert into test_rounds (name, by_process) values ($1, $2)', ['test.broken', process.pid])
    throw new Error('a broken round')
  },
}
