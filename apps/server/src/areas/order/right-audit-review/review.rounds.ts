import { appealsOver, audits, failsNow, lapsedClaims, lockCase, tellOrder, unreversed } from '../right-audit/index.ts'
import type { PlatformDb, TenantTx } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import { type Platform, refuse } from '#platform/http/implement'
import { eachDue } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { settleCase, timer } from './review.service.ts'

const AT_ONCE = 200
type DueCases = (db: PlatformDb, except: readonly string[], limit: number) => Promise<{ tenant_id: string; order_id: string }[]>

const eachCase = (platform: Platform, due: DueCases, work: (tx: TenantTx, orderId: string) => Promise<void>): Promise<number> =>
  eachDue(
    {
      read: (except: string[], limit) => platform.db.acrossTenants((tx) => due(tx, except, limit)),
      idOf: ({ order_id }) => order_id,
      limit: AT_ONCE,
    },
    ({ tenant_id, order_id }) => platform.db.write(wholeTenant(tenant_id), (tx) => work(tx, order_id)),
  ).finally(() => platform.poke())

/** What somebody claimed and did not decide waits for anybody again. */
export const endClaims = (platform: Platform): Promise<number> =>
  eachCase(platform, lapsedClaims, async (tx, orderId) => {
    const found = await lockCase(tx, orderId)
    if (!found?.row.claimed_until || found.row.claimed_until > new Date()) return
    const set = { claimed_by: null, claimed_by_name: '', claimed_until: null }
    const lapsed = await audits.move(tx, found.row, { event: 'lapse', actor: timer, set })
    if (lapsed) await tellOrder(tx, found.order, lapsed)
  })

/** A verdict against which nobody appealed in time is final. */
export const closeAppeals = (platform: Platform): Promise<number> =>
  eachCase(platform, appealsOver, async (tx, orderId) => {
    const found = await lockCase(tx, orderId)
    if (!found?.row.appeal_until || found.row.appeal_until > new Date()) return
    const closed = await audits.move(tx, found.row, { event: 'close', actor: timer, set: { final_at: new Date(), appeal_until: null } })
    if (closed) await settleCase(tx, await tellOrder(tx, found.order, closed, { actor: timer }), closed, timer, refuse)
  })

/** What failed before its bill was paid is taken back now that it is. */
export const takeBackPaid = (platform: Platform): Promise<number> =>
  eachCase(platform, unreversed, async (tx, orderId) => {
    const found = await lockCase(tx, orderId)
    if (found && failsNow(found.row)) await settleCase(tx, found.order, found.row, timer, refuse)
  })

/** What goes on with cases without anybody. */
export const rightAuditRounds: readonly Round[] = [
  { name: 'rightAudit.claims', everyS: 15, work: endClaims },
  { name: 'rightAudit.appeals', everyS: 60, work: closeAppeals },
  { name: 'rightAudit.reversals', everyS: 15, work: takeBackPaid },
]
