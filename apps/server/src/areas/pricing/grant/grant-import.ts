import { id, phone } from '@chauffeur/contract/kernel/fields'
import * as z from 'zod'
import { defineImport } from '#platform/import/kind'
import type { TenantDb } from '#platform/database/db'
import type { OperatorSession } from '#platform/identity/session'
import { findTemplate, issueCoupons, mayKeep, templateProblem } from '../coupon/index.ts'
import { customersByPhone, revokeBrought, turnedAwayAmong } from './grant.queries.ts'

/** Why this person gives nobody a coupon of the template now; null where they may. */
async function whyNot(db: TenantDb, couponTemplateId: string, { scope }: OperatorSession) {
  const template = await findTemplate(db, couponTemplateId)
  if (!template) return 'couponTemplate.notFound'
  return mayKeep(template, scope)
    ? templateProblem({ status: template.status, to: template.valid_to }, new Date())
    : 'couponTemplate.beyondCities'
}

/** Coupons for customers out of a sheet of telephones, one each; taken back as a whole where nobody has them in hand. */
export const grantImport = defineImport<{ couponTemplateId: string }, { phone: string }>({
  name: 'pricing.couponGrant',
  authority: 'coupon.grant',
  title: { zh: '优惠券发放名单', en: 'customers who get a coupon' },
  into: z.object({ couponTemplateId: id }),
  fields: {
    phone: { zh: '电话', en: 'Phone', required: true, also: ['手机', '手机号', '手机号码', '联系电话', 'mobile'], read: phone },
  },
  isThere: async (db, { couponTemplateId }) => (await findTemplate(db, couponTemplateId)) !== undefined,
  keyOf: (row) => row.phone,
  judge: async (db, { into, operator }, rows) => {
    const none = await whyNot(db, into.couponTemplateId, operator)
    if (none) return rows.map(() => none)
    const customers = await customersByPhone(
      db,
      rows.map((row) => row.phone),
    )
    const away = await turnedAwayAmong(db, [...customers.values()])
    return rows.map((row) => {
      const customerId = customers.get(row.phone)
      if (customerId === undefined) return 'coupon.customerUnknown'
      return away.has(customerId) ? 'couponGrant.turnedAway' : null
    })
  },
  write: async (tx, { into, operator }, rows) => {
    const none = await whyNot(tx, into.couponTemplateId, operator)
    if (none) return rows.map(() => ({ problem: none }))
    const customers = await customersByPhone(
      tx,
      rows.map((row) => row.phone),
    )
    const { granted, refused } = await issueCoupons(tx, into.couponTemplateId, [...new Set(customers.values())], {
      way: 'FILE',
      by: operator,
    })
    // Two telephones of one customer bring one coupon.
    const given = new Set<string>()
    return rows.map((row) => {
      const customerId = customers.get(row.phone)
      const couponId = customerId === undefined ? undefined : granted.get(customerId)
      if (couponId === undefined) return { problem: (customerId && refused.get(customerId)) || 'coupon.customerUnknown' }
      if (given.has(couponId)) return { problem: 'couponGrant.alreadyGranted' }
      given.add(couponId)
      return { made: couponId }
    })
  },
  undo: (tx, { operator }, made) => revokeBrought(tx, made, { by: operator, reason: '导入撤销' }),
})
