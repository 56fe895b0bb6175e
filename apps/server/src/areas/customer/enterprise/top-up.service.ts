import type { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { entryOf, post } from '#areas/finance/ledger'
import type { TenantTx } from '#platform/database/db'
import type { Fail } from '#platform/http/implement'
import { type Scope, withinCities } from '#platform/database/scope'
import { whole } from '#platform/database/whole-tenant'
import { findEnterprise, lockEnterprise, moneyOf } from './enterprise.queries.ts'
import { insertTopUp, lockTopUp, markReversed } from './top-up.queries.ts'
import { reversedLines, topUpLines } from './top-up.rules.ts'

interface TopUpContext<F extends string> {
  tenantId: string
  userId: string
  realName: string
  /** Whose enterprises they may change. */
  cities: Scope['cities']
  fail: Fail<F>
}
const balanceOf = async (tx: TenantTx, enterpriseId: string): Promise<number> =>
  (await moneyOf(whole(tx), [enterpriseId])).get(enterpriseId)?.balanceFen ?? 0

/** Puts money that arrived on an enterprise's balance, in one transaction with its entry in the ledger. */
export async function topUpEnterprise(
  tx: TenantTx,
  input: ParsedInputOf<typeof enterpriseCalls.topUp>,
  { tenantId, userId, realName, cities, fail }: TopUpContext<(typeof enterpriseCalls.topUp.failures)[number]>,
): Promise<{ topUpId: string; balanceFen: number }> {
  const { enterpriseId, amountFen, way, reference } = input
  const enterprise = (await lockEnterprise(tx, enterpriseId)) ?? fail('enterprise.notFound')
  if (!withinCities(enterprise.city_ids, cities)) return fail('customer.cityUnknown')
  const topUpId = await insertTopUp(tx, {
    tenantId,
    enterpriseId,
    way,
    amountFen,
    reference,
    remark: input.remark ?? '',
    by: { userId, name: realName },
  })
  if (topUpId === null) return fail('enterprise.referenceTaken')
  const entry = { tenantId, businessType: 'TOP_UP', businessId: topUpId, step: 'CONFIRMED', actor: { type: 'OPERATOR', id: userId } }
  const posted = await post(tx, { ...entry, memo: reference }, topUpLines({ enterpriseId, way, amountFen }))
  if ('refused' in posted) throw new Error(`Top-up ${topUpId} could not be posted.`)
  return { topUpId, balanceFen: await balanceOf(tx, enterpriseId) }
}

/** Takes a top-up back by an entry of its own. */
export async function reverseTopUp(
  tx: TenantTx,
  { topUpId, reason }: ParsedInputOf<typeof enterpriseCalls.reverseTopUp>,
  { tenantId, userId, realName, cities, fail }: TopUpContext<(typeof enterpriseCalls.reverseTopUp.failures)[number]>,
): Promise<{ enterpriseId: string; balanceFen: number }> {
  const row = await lockTopUp(tx, topUpId)
  const enterprise = row && (await findEnterprise(tx, row.enterprise_id))
  if (!enterprise) return fail('enterprise.topUpNotFound')
  if (!withinCities(enterprise.city_ids, cities)) return fail('customer.cityUnknown')
  if (row.reversed_at !== null) return fail('enterprise.topUpReversed')
  await markReversed(tx, topUpId, { userId, name: realName }, reason)
  const { enterprise_id: enterpriseId } = row
  const business = { tenantId, businessType: 'TOP_UP', businessId: topUpId }
  const reversalOf = await entryOf(whole(tx), { ...business, step: 'CONFIRMED' })
  if (reversalOf === undefined) throw new Error(`Top-up ${topUpId} was never posted.`)
  const entry = { ...business, step: 'REVERSED', actor: { type: 'OPERATOR', id: userId } }
  const lines = reversedLines({ enterpriseId, way: row.way, amountFen: Number(row.amount_fen) })
  const posted = await post(tx, { ...entry, memo: row.reference, reversalOf }, lines)
  if ('refused' in posted) throw new Error(`Top-up ${topUpId} could not be taken back.`)
  return { enterpriseId, balanceFen: await balanceOf(tx, enterpriseId) }
}
