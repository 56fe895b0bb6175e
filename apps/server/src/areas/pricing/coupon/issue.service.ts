import type { TenantTx } from '#platform/database/db'
import { insertCoupons, type Issue, lockIssuing, receivers } from './issue.queries.ts'
import { type IssueProblem, shareOut, validityOf } from './issue.rules.ts'

/**
 * Gives customers a coupon each, or says why not: the one way in which coupons come to be. The template's row is locked from here on, so nothing
 * that the caller locks afterwards may be locked by others before it.
 */
export async function issueCoupons(
  tx: TenantTx,
  couponTemplateId: string,
  customerIds: readonly string[],
  issue: Issue,
): Promise<{ granted: Map<string, string>; refused: Map<string, IssueProblem | 'couponGrant.customerGone'> }> {
  const template = await lockIssuing(tx, couponTemplateId)
  const refused = new Map<string, IssueProblem | 'couponGrant.customerGone'>()
  if (!template) return { granted: new Map(), refused: new Map(customerIds.map((id) => [id, 'coupon.templateOff'])) }
  // After the lock: whoever was before us counts.
  const now = new Date()
  const ids = [...new Set(customerIds)]
  const found = await receivers(tx, couponTemplateId, { customerIds: ids, groupIds: template.groupIds, occasion: issue.occasion ?? null })
  const known = new Set(found.map(({ customerId }) => customerId))
  for (const id of ids) if (!known.has(id)) refused.set(id, 'couponGrant.customerGone')
  const share = shareOut(template, found, now)
  for (const [customerId, problem] of share.refused) refused.set(customerId, problem)
  const granted = await insertCoupons(tx, couponTemplateId, share.granted, {
    ...issue,
    tenantId: template.tenantId,
    ...validityOf(template, now),
  })
  return { granted, refused }
}
