import { allRefusals } from '@chauffeur/contract/all'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { rightCouponCalls } from '@chauffeur/contract/pricing/right-coupon'
import type { TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import type { WriteContext } from '#platform/http/implement'
import { issueCoupons } from '../coupon/index.ts'
import { findRight, lockRight, mayKeep, type RightDb } from '../right/index.ts'
import { couponsOfRight, setCoupons, templatesNamed } from './right-coupon.queries.ts'
import { type MapProblem, mapProblem } from './right-coupon.rules.ts'

type Problem = MapProblem | 'right.notFound' | 'right.beyondCities' | 'rightCoupon.versionConflict'

export const said = (problem: Problem | null, english: boolean) => ({
  problem: problem ?? '',
  words: problem === null ? '' : (allRefusals[problem]?.[english ? 'en' : 'zh'] ?? problem),
})
export const mappedOf = ({ channel_id, valid_from, valid_to }: Pick<RightDb, 'channel_id' | 'valid_from' | 'valid_to'>) => ({
  channelId: channel_id,
  validFrom: valid_from,
  validTo: valid_to,
})

/**
 * Sets each row by itself: one that does not fit, or that somebody else changed since it was looked at, is left as it was. A preview sets none.
 * Results stand in the order of the rows; rights are locked in the order of their ids, so that two batches do not wait for each other.
 */
export async function setMaps(
  { rows, preview }: ParsedInputOf<typeof rightCouponCalls.batchSet>,
  { tx, operator, scope, audit, request }: WriteContext<never> & { request: { english: boolean } },
) {
  const results: {
    rightId: string
    set: boolean
    problem: string
    words: string
    coupons: { couponTemplateId: string; problem: string; words: string }[]
    beforeIds: string[]
  }[] = []
  if (!preview) for (const rightId of sorted(rows.map((row) => row.rightId))) await lockRight(tx, rightId)
  for (const { rightId, couponTemplateIds, seenIds } of rows) {
    const right = await findRight(tx, rightId)
    const wrong: Problem | null = !right ? 'right.notFound' : mayKeep(right, scope) ? null : 'right.beyondCities'
    if (!right || wrong) {
      results.push({ rightId, set: false, ...said(wrong, request.english), coupons: [], beforeIds: [] })
      continue
    }
    const beforeIds = (await couponsOfRight(tx, rightId)).map(({ couponTemplateId }) => couponTemplateId)
    if (seenIds && sorted(seenIds).join() !== sorted(beforeIds).join()) {
      results.push({ rightId, set: false, ...said('rightCoupon.versionConflict', request.english), coupons: [], beforeIds })
      continue
    }
    const ids = [...new Set(couponTemplateIds)]
    const known = new Map((await templatesNamed(tx, ids)).map((coupon) => [coupon.couponTemplateId, coupon]))
    const coupons = ids.flatMap((couponTemplateId) => {
      const problem = mapProblem(mappedOf(right), known.get(couponTemplateId))
      return problem ? [{ couponTemplateId, ...said(problem, request.english) }] : []
    })
    if (coupons.length === 0 && !preview) {
      await setCoupons(tx, { tenantId: operator.tenantId, rightId, by: operator }, ids)
      audit({ object: 'right', objectId: rightId, before: { couponTemplateIds: beforeIds }, after: { couponTemplateIds: ids } })
    }
    results.push({ rightId, set: coupons.length === 0, ...said(null, request.english), coupons, beforeIds })
  }
  return { set: results.filter(({ set }) => set).length, rows: results }
}

const sorted = (ids: readonly string[]) => [...new Set(ids)].toSorted((a, b) => Number(BigInt(a) - BigInt(b)))

/**
 * With a right its coupons: one of each for whoever is granted it, once for each right however often it is granted. One that does not fit the
 * right any more, or has none left, is left out: the right itself is the promise.
 */
export async function issueMapped(
  own: TenantTx,
  right: Pick<RightDb, 'right_id' | 'channel_id' | 'valid_from' | 'valid_to'>,
  customerIds: readonly string[],
  by: { userId: string | null; realName: string },
): Promise<number> {
  const tx = whole(own)
  let issued = 0
  for (const coupon of await couponsOfRight(tx, right.right_id)) {
    if (mapProblem(mappedOf(right), coupon) !== null) continue
    const { granted } = await issueCoupons(tx, coupon.couponTemplateId, customerIds, {
      way: 'EVENT',
      occasion: `right:${right.right_id}`,
      by,
    })
    issued += granted.size
  }
  return issued
}
