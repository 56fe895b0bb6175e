import type { TenantTx } from '#platform/database/db'
import { type IssueProblem, issueCoupons } from '../coupon/index.ts'
import { lockRedeemCode, spendCode } from './redeem.queries.ts'
import { type CodeProblem, codeProblem } from './redeem.rules.ts'

type Problem = 'coupon.codeUnknown' | CodeProblem | IssueProblem | 'couponGrant.customerGone'

/** Makes a coupon of a code (as `normalCode` writes it), once, and gives its id; or says why not. */
export async function redeemCode(
  tx: TenantTx,
  code: string,
  customerId: string,
  by: { userId: string; realName: string },
  now: Date,
): Promise<{ couponId: string } | { problem: Problem }> {
  const found = await lockRedeemCode(tx, code)
  if (!found) return { problem: 'coupon.codeUnknown' }
  const problem = codeProblem(found, customerId, now)
  if (problem) return { problem }
  const { granted, refused } = await issueCoupons(tx, found.couponTemplateId, [customerId], { way: 'CODE', by })
  const couponId = granted.get(customerId)
  if (couponId === undefined) return { problem: refused.get(customerId)! }
  await spendCode(tx, found, { couponId, customerId, by })
  return { couponId }
}
