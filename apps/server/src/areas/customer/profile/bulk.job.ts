import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { CUSTOMERS_AT_ONCE, customerCalls } from '@chauffeur/contract/customer/profile'
import * as z from 'zod'
import { isOutsider } from '#platform/database/scope'
import { type Audit, refuse, type WriteContext } from '#platform/http/implement'
import { writeOperationLog } from '#platform/http/operation-log'
import { operatorActor } from '#platform/identity/session'
import { defineJob, type JobKind, type JobRun } from '#platform/jobs/kind'
import { COUNT_LIMIT } from '#platform/list/page'
import { customerList } from './customer.list.ts'
import { blacklistCustomers, moveCustomers, unblacklistCustomers } from './profile.service.ts'

type Change = 'move' | 'blacklist' | 'unblacklist'
type Input<C extends Change> = ParsedInputOf<(typeof customerCalls)[C]>
type WriteContextOf<C extends Change> = WriteContext<(typeof customerCalls)[C]['failures'][number]>
interface Checkpoint {
  /** Everybody up to this one is done. */
  behind: string
  done: number
}
interface Asked {
  change: object
  requestId: string
}

/** What is done to everybody whom a filter finds at that moment, some at a time, each with an entry in the operation log. */
function changeOfAll<C extends Change>(
  name: C,
  words: { zh: string; en: string },
  act: (input: Input<C>, context: WriteContextOf<C>) => Promise<unknown>,
): { kind: JobKind<Asked, Checkpoint>; words: { zh: string; en: string } } {
  const call = customerCalls[name]
  const run = async (job: JobRun<Asked, Checkpoint>) => {
    const change = call.input.parse(job.input.change) as Input<C>
    let at = job.checkpoint ?? { behind: '0', done: 0 }
    for (;;) {
      job.signal.throwIfAborted()
      job.progress(at.done)
      const operator = await job.asker()
      const context = { operator, scope: operator.scope, platform: job.platform, fail: refuse }
      const next = await job.write(async (tx) => {
        const asked = { ...context, input: { ...change.filter, pageNo: 1, pageSize: 1 }, db: tx, request: { english: false } }
        const customerIds = await customerList.keysBehind(asked, at.behind, CUSTOMERS_AT_ONCE)
        if (customerIds.length === 0) return null
        const audits: Audit[] = []
        const began = performance.now()
        await act({ ...change, customerIds, filter: undefined }, { ...context, tx, audit: (entry) => audits.push(entry) })
        await writeOperationLog(tx, {
          tenantId: operator.tenantId,
          actor: operatorActor(operator),
          ip: '',
          call: `customers.${name}`,
          summary: call.summary,
          input: change,
          audits,
          code: 0,
          requestId: job.input.requestId,
          durationMs: performance.now() - began,
        })
        const now = { behind: customerIds.at(-1)!, done: at.done + customerIds.length }
        await job.keep(tx, now)
        return now
      })
      if (!next) return { data: { done: at.done } }
      at = next
    }
  }
  const kind = defineJob<Asked, Checkpoint>({
    name: `customer.${name}`,
    authority: call.access.authority,
    input: z.object({ change: z.record(z.string(), z.unknown()), requestId: z.string() }),
    atOnce: { process: 1, tenant: 1 },
    retries: { times: 2, afterS: 10 },
    keepDays: 7,
    run,
  })
  return { kind, words }
}

const changes = {
  move: changeOfAll('move', { zh: '变更客户城市', en: 'Move customers to another city' }, moveCustomers),
  blacklist: changeOfAll('blacklist', { zh: '加入客户黑名单', en: 'Blacklist customers' }, blacklistCustomers),
  unblacklist: changeOfAll('unblacklist', { zh: '移出客户黑名单', en: 'Take customers off the blacklist' }, unblacklistCustomers),
}
export const customerJobs = Object.values(changes).map(({ kind }) => kind)

/** Asks for a change of everybody whom the filter finds. */
export async function changeAll<C extends Change>(
  name: C,
  input: Input<C>,
  { tx, english, requestId, ...context }: WriteContext<'customer.forTheBusiness'> & { english: boolean; requestId: string },
) {
  const { operator, scope, platform, audit, fail } = context
  if (isOutsider(scope)) return fail('customer.forTheBusiness')
  const asked = { input: { ...input.filter, pageNo: 1, pageSize: 1 }, db: tx, scope, platform, operator, request: { english }, fail }
  const found = await customerList.count(asked)
  const { kind, words } = changes[name]
  const jobId = await platform.jobs.ask(tx, kind, {
    operator,
    tenantId: operator.tenantId,
    title: words,
    reason: input.reason,
    input: { change: input, requestId },
    ...(found <= COUNT_LIMIT && { total: found }),
  })
  audit({ object: 'job', objectId: jobId, after: { change: name, ...input } })
  return { jobId, done: 0, refused: [] }
}
