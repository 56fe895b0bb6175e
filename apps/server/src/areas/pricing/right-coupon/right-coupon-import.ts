import { requiredText } from '@chauffeur/contract/kernel/fields'
import * as z from 'zod'
import type { TenantDb } from '#platform/database/db'
import type { OperatorSession } from '#platform/identity/session'
import { defineImport } from '#platform/import/kind'
import { findRight, mayKeep, type RightDb } from '../right/index.ts'
import { couponsOfRight, rightOfNo, setCoupons, templatesCalled } from './right-coupon.queries.ts'
import { mapProblem, meant, namedIn } from './right-coupon.rules.ts'
import { mappedOf } from './right-coupon.service.ts'

interface Row {
  rightNo: string
  coupons: string
}
interface Judged {
  right: RightDb
  couponTemplateIds: string[]
}

/** The right of a row with the coupons that are to come with it, or why it is left as it is. */
async function judged(db: TenantDb, { scope }: OperatorSession, row: Row): Promise<Judged | string> {
  const rightId = await rightOfNo(db, row.rightNo)
  const right = rightId === undefined ? undefined : await findRight(db, rightId)
  if (!right) return 'right.notFound'
  if (!mayKeep(right, scope)) return 'right.beyondCities'
  const words = namedIn(row.coupons)
  if (words.length > MOST_EACH) return 'rightCoupon.tooMany'
  const known = words.length > 0 ? await templatesCalled(db, words) : []
  const couponTemplateIds = new Set<string>()
  for (const word of words) {
    const coupon = meant(mappedOf(right), word, known)
    const problem = typeof coupon === 'string' ? coupon : mapProblem(mappedOf(right), coupon)
    if (problem) return problem
    if (typeof coupon !== 'string') couponTemplateIds.add(coupon.couponTemplateId)
  }
  return { right, couponTemplateIds: [...couponTemplateIds] }
}
const MOST_EACH = 20

/** What is kept of a row for taking it back: the right, what came with it before, and what since. */
const kept = (rightId: string, before: readonly string[], after: readonly string[]) =>
  [rightId, before.join(','), after.join(',')].join('|')
const idsIn = (text: string | undefined) => (text ? text.split(',') : [])
const idsOf = async (db: TenantDb, rightId: string) => (await couponsOfRight(db, rightId)).map(({ couponTemplateId }) => couponTemplateId)

/** Which coupons come with which right out of a sheet, a right a row: what a row says is all that comes with it from then on. */
export const rightCouponImport = defineImport<Record<never, never>, Row>({
  name: 'pricing.rightCoupon',
  authority: 'right.edit',
  title: { zh: '权益随发优惠券', en: 'coupons that come with rights' },
  into: z.object({}),
  fields: {
    rightNo: { zh: '权益编号', en: 'Number', required: true, also: ['权益', '编号', 'right', 'right no.'], read: requiredText(40) },
    coupons: {
      zh: '随发优惠券',
      en: 'Coupons with it',
      required: true,
      also: ['优惠券', '优惠券模板', '模板', '券', 'coupon', 'coupons', 'templates'],
      read: requiredText(1_000),
    },
  },
  isThere: async () => true,
  keyOf: (row) => row.rightNo,
  judge: async (db, { operator }, rows) => {
    const problems: (string | null)[] = []
    for (const row of rows) {
      const found = await judged(db, operator, row)
      problems.push(typeof found === 'string' ? found : null)
    }
    return problems
  },
  write: async (tx, { operator }, rows) => {
    const made: ({ made: string } | { problem: string })[] = []
    for (const row of rows) {
      const found = await judged(tx, operator, row)
      if (typeof found === 'string') {
        made.push({ problem: found })
        continue
      }
      const { right_id: rightId } = found.right
      const before = await idsOf(tx, rightId)
      await setCoupons(tx, { tenantId: operator.tenantId, rightId, by: operator }, found.couponTemplateIds)
      made.push({ made: kept(rightId, before, await idsOf(tx, rightId)) })
    }
    return made
  },
  undo: async (tx, { operator }, made) => {
    const undone = new Set<string>()
    for (const one of made) {
      const [rightId = '', before, after] = one.split('|')
      const right = await findRight(tx, rightId)
      if (!right || !mayKeep(right, operator.scope)) continue
      // Somebody set it anew since: that stays.
      if ((await idsOf(tx, rightId)).join(',') !== (after ?? '')) continue
      await setCoupons(tx, { tenantId: operator.tenantId, rightId, by: operator }, idsIn(before))
      undone.add(one)
    }
    return undone
  },
})
