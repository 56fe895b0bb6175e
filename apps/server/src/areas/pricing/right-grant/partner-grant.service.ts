import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { PartnerGrant, partnerGrantCalls } from '@chauffeur/contract/partner/grants'
import { customersOfPhones } from '#areas/customer/group'
import type { TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import type { Fail } from '#platform/http/implement'
import { findRight } from '../right/index.ts'
import { grantOfPartner, insertNumber, lockGrantNumber, type PartnerGrantDb, rightOfChannel } from './partner-grant.queries.ts'
import { issueMapped } from '../right-coupon/index.ts'
import { customersAmong, insertGrants, revokeGrants } from './right-grant.queries.ts'
import { grantProblem, quantityOf } from './right-grant.rules.ts'

type Calls = typeof partnerGrantCalls
export interface Program {
  tenantId: string
  channelId: string
  channelName: string
}

export const partnerGrantView = (row: PartnerGrantDb): PartnerGrant => ({
  partnerGrantId: row.partner_grant_id,
  rightGrantId: row.right_grant_id,
  rightNo: row.right_no,
  rightName: row.right_name,
  unit: row.unit,
  state: row.state_now,
  times: row.times,
  amountFen: row.amount_fen,
  distanceM: row.distance_m,
  usedTimes: row.used_times,
  usedFen: row.used_fen,
  usedM: row.used_m,
  validFrom: row.valid_from.toISOString(),
  validTo: row.valid_to.toISOString(),
  grantedAt: row.granted_at.toISOString(),
})

/** The grant of a number of the channel's own. */
export const grantOfNumber = (tx: TenantTx, channelId: string, partnerGrantId: string) =>
  grantOfPartner(whole(tx), channelId, partnerGrantId)

/**
 * One grant for each number of the partner's. What a partner may not see, whose telephone it is, is looked up as the platform; a telephone that
 * is nobody's becomes a customer of the right's city.
 */
export async function grantForPartner(
  own: TenantTx,
  { partnerGrantId, rightNo, phone, partnerUserId, ...counted }: ParsedInputOf<Calls['grant']>,
  { tenantId, channelId, channelName }: Program,
  fail: Fail<Exclude<Calls['grant']['failures'][number], 'channel.stopped' | 'partnerGrant.otherContent'>>,
): Promise<PartnerGrantDb> {
  const tx = whole(own)
  const rightId = (await rightOfChannel(tx, channelId, rightNo)) ?? fail('partnerGrant.noRight')
  const right = (await findRight(tx, rightId)) ?? fail('partnerGrant.noRight')
  const quantity = quantityOf(counted)
  const problem = grantProblem(right, quantity)
  if (problem) return fail(problem)
  const cityId = right.city_ids[0] ?? null
  const customerId = (await customersOfPhones(tx, [phone], { tenantId, userId: null, cityId, source: 'PARTNER' })).get(phone)
  // Why somebody is turned away is none of the partner's.
  if (customerId === undefined || (await customersAmong(tx, [customerId])).get(customerId) !== false) return fail('partnerGrant.refused')
  const by = { userId: null, realName: channelName }
  const made = await insertGrants(tx, new Map([[customerId, quantity]]), {
    rightId,
    way: 'PARTNER',
    tenantId,
    by,
    ...(partnerUserId && { partnerUserId }),
  })
  await issueMapped(tx, right, [customerId], by)
  const asked = askedOf({ rightNo, phone, partnerUserId, ...counted })
  await insertNumber(tx, { tenantId, channelId, partnerGrantId, rightGrantId: made.get(customerId)!, asked })
  return (await grantOfPartner(tx, channelId, partnerGrantId))!
}

/** What is compared when a number comes again, as the database gives it back. */
export const askedOf = (asked: object) => JSON.parse(JSON.stringify(asked)) as Record<string, unknown>

/** Takes back what no order holds; one that is gone already stays so. */
export async function revokeForPartner(
  own: TenantTx,
  { partnerGrantId, reason }: ParsedInputOf<Calls['revoke']>,
  { channelId, channelName }: Program,
  fail: Fail<Calls['revoke']['failures'][number]>,
): Promise<{ grant: PartnerGrantDb; revoked: boolean }> {
  const tx = whole(own)
  await lockGrantNumber(tx, channelId, partnerGrantId)
  const grant = (await grantOfPartner(tx, channelId, partnerGrantId)) ?? fail('partnerGrant.notFound')
  if (grant.state === 'REVOKED') return { grant, revoked: false }
  const gone = await revokeGrants(tx, [grant.right_grant_id], { by: { realName: channelName }, reason, unused: false })
  if (!gone.has(grant.right_grant_id)) return fail('rightGrant.inHand')
  return { grant: (await grantOfPartner(tx, channelId, partnerGrantId))!, revoked: true }
}
