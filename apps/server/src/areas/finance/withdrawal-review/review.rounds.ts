import { beginPayout, channelOf, payoutWays, timer } from '../payout/index.ts'
import { withdrawals, withdrawalTerms } from '../withdrawal/index.ts'
import { WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { wholeTenant } from '#platform/database/scope'
import { type Platform, refuse, whenRefused } from '#platform/http/implement'
import { eachDue } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { riskFactsOf, waitingForPay, waitingForReview } from './review.queries.ts'
import { approvesItself, riskFlagsOf } from './review.rules.ts'

const AT_ONCE = 200
const idOf = ({ withdrawal_id }: { withdrawal_id: string }) => withdrawal_id
const system = { actor: timer, requestId: '', reason: '' }

/** Approves what the terms let the system approve by itself; the rest waits for somebody. Returns how many. */
export async function approveSmall(platform: Platform): Promise<number> {
  let approved = 0
  const read = (except: string[], limit: number) => platform.db.acrossTenants((tx) => waitingForReview(tx, except, limit))
  await eachDue({ read, idOf, limit: AT_ONCE }, async ({ tenant_id, withdrawal_id, city_id }) => {
    const scope = wholeTenant(tenant_id)
    const terms = await withdrawalTerms.contentFor(platform.db.reader(scope), city_id)
    if (terms.autoApproveBelowFen === 0) return
    await platform.db.write(scope, async (tx) => {
      const row = await withdrawals.lock(tx, withdrawal_id)
      const facts = row?.state === S.applied && (await riskFactsOf(tx, [row])).get(withdrawal_id)
      if (!facts || !approvesItself(row.apply_fen, riskFlagsOf(facts), terms)) return
      const open = await withdrawals.move(tx, row, { event: 'open', ...system })
      await withdrawals.move(tx, open!, { event: 'approve', ...system, set: { audited_at: new Date() } })
      approved++
    })
  }).finally(() => void (approved && platform.poke()))
  return approved
}

/** Has what was approved sent where the city's setting says that this needs nobody. Returns how many. */
export async function payApproved(platform: Platform): Promise<number> {
  let begun = 0
  const read = (except: string[], limit: number) => platform.db.acrossTenants((tx) => waitingForPay(tx, except, limit))
  await eachDue({ read, idOf, limit: AT_ONCE }, async ({ tenant_id, withdrawal_id, city_id, way }) => {
    const scope = wholeTenant(tenant_id)
    const db = platform.db.reader(scope)
    const ways = await payoutWays.contentFor(db, city_id)
    if (!ways.sendsItself || !(await channelOf(ways.channels[way], { platform, tenantId: tenant_id, db }))) return
    await platform.db
      .write(scope, async (tx) => {
        const row = await withdrawals.lock(tx, withdrawal_id)
        if (row?.state === S.approved) await beginPayout(tx, row, ways, { ...system, fail: refuse })
      })
      .then(() => void begun++)
      .catch(whenRefused(() => {}))
  })
  return begun
}

/** What goes on with withdrawals without anybody. */
export const reviewRounds: readonly Round[] = [
  { name: 'withdrawal.approveSmall', everyS: 15, work: approveSmall },
  { name: 'withdrawal.payApproved', everyS: 15, work: payApproved },
]
