import { randomInt } from 'node:crypto'
import { AUDIT_STATUS as A } from '@chauffeur/contract/order/model'
import { wholeTenant } from '#platform/database/scope'
import type { TenantTx } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { eachDue } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { audits, factsOf, lockCase, tellOrder, unscreened } from './right-audit.queries.ts'
import { hitsOf, sampleBpOf } from './right-audit.rules.ts'
import { auditRules } from './right-audit.setting.ts'

const timer = { type: 'TIMER' as const, id: null, name: '' }
const AT_ONCE = 200

/** Looks at one use by the rules of its city: caught by one of them or taken at random it waits for a reviewer. */
async function screen(tx: TenantTx, orderId: string): Promise<void> {
  const found = await lockCase(tx, orderId)
  if (!found || found.row.screened_at) return
  const { order, row } = found
  const rules = await auditRules.contentFor(tx, order.city_id)
  const facts = (await factsOf(tx, [orderId], rules)).get(orderId)
  const hits = facts ? hitsOf(facts, rules) : []
  const sampled = hits.length === 0 && randomInt(10_000) < sampleBpOf(rules, row.right_id)
  const set = { screened_at: new Date(), hits, facts: facts ? JSON.stringify(facts) : null, sampled }
  // A person may have put it into audit before the rules came to it.
  if (row.state === A.notNeeded && (hits.length > 0 || sampled)) {
    const flagged = await audits.move(tx, row, { event: 'flag', actor: timer, set: { ...set, turn_at: new Date() } })
    if (flagged) await tellOrder(tx, order, flagged)
  } else await audits.note(tx, row, { event: row.state === A.notNeeded ? 'clear' : 'flag', actor: timer, set })
}

/** Looks at every use that has not been looked at; one that cannot be holds up no other. Returns how many there were. */
export async function screenUses(platform: Platform): Promise<number> {
  const read = (except: string[], limit: number) => platform.db.acrossTenants((tx) => unscreened(tx, except, limit))
  return eachDue({ read, idOf: ({ order_id }) => order_id, limit: AT_ONCE }, ({ tenant_id, order_id }) =>
    platform.db.write(wholeTenant(tenant_id), (tx) => screen(tx, order_id)),
  ).finally(() => platform.poke())
}
export const screening: Round = { name: 'rightAudit.screen', everyS: 5, work: screenUses }
