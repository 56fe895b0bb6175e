import { id, numberBetween, phone } from '@chauffeur/contract/kernel/fields'
import * as z from 'zod'
import type { TenantDb } from '#platform/database/db'
import type { OperatorSession } from '#platform/identity/session'
import { defineImport } from '#platform/import/kind'
import { customersOfPhones } from '#areas/customer/group'
import { findRight, mayKeep, type RightDb } from '../right/index.ts'
import { issueMapped } from '../right-coupon/index.ts'
import { customersAmong, customersByPhone, insertGrants, revokeGrants } from './right-grant.queries.ts'
import { ofSheet } from './right-grant.rules.ts'

interface Into {
  rightId: string
}
interface Row {
  phone: string
  quantity?: number | undefined
}

/** The right, where this person may grant it; otherwise why not. */
async function toGrant(db: TenantDb, { rightId }: Into, { scope }: OperatorSession): Promise<RightDb | string> {
  const right = await findRight(db, rightId)
  if (!right) return 'right.notFound'
  if (!mayKeep(right, scope)) return 'right.beyondCities'
  return right.state === 'ON' && !right.ended ? right : 'rightGrant.notOn'
}
/** Whose telephone each is, or why that customer gets none; nobody's is made a customer's when the rows are written. */
async function standing(db: TenantDb, phones: readonly string[], byPhone: ReadonlyMap<string, string>) {
  const away = await customersAmong(db, [...byPhone.values()])
  return phones.map((one) => {
    const customerId = byPhone.get(one)
    if (customerId === undefined) return { problem: null }
    if (!away.has(customerId)) return { problem: 'couponGrant.customerGone' }
    return away.get(customerId) ? { problem: 'couponGrant.turnedAway' } : { customerId }
  })
}

/** A right for customers out of a sheet of telephones, how much of it in each row; taken back as a whole where nobody has used it. */
export const rightGrantImport = defineImport<Into, Row>({
  name: 'pricing.rightGrant',
  authority: 'right.grant',
  title: { zh: '权益发放名单', en: 'customers who get a right' },
  into: z.object({ rightId: id }),
  fields: {
    phone: { zh: '电话', en: 'Phone', required: true, also: ['手机', '手机号', '手机号码', '联系电话', 'mobile'], read: phone },
    quantity: {
      zh: '发放数量',
      en: 'Quantity',
      also: ['数量', '次数', '金额', '公里', 'times', 'amount', 'km'],
      read: numberBetween(0.01, 100_000),
    },
  },
  isThere: async (db, { rightId }) => (await findRight(db, rightId)) !== undefined,
  keyOf: (row) => row.phone,
  judge: async (db, { into, operator }, rows) => {
    const right = await toGrant(db, into, operator)
    if (typeof right === 'string') return rows.map(() => right)
    const phones = rows.map((row) => row.phone)
    const who = await standing(db, phones, await customersByPhone(db, phones))
    return rows.map((row, n) => who[n]!.problem ?? (ofSheet(right.unit, row.quantity) ? null : 'rightGrant.quantity'))
  },
  write: async (tx, { into, operator }, rows) => {
    const right = await toGrant(tx, into, operator)
    if (typeof right === 'string') return rows.map(() => ({ problem: right }))
    const phones = rows.map((row) => row.phone)
    // Whoever works for some cities sees no customer without one.
    const cityId = right.city_ids[0] ?? null
    const who = await standing(tx, phones, await customersOfPhones(tx, phones, { ...operator, cityId, source: 'FILE' }))
    // Two telephones of one customer bring one grant.
    const wanted = new Map<string, NonNullable<ReturnType<typeof ofSheet>>>()
    const problems = who.map(({ customerId, problem }, n) => {
      const quantity = ofSheet(right.unit, rows[n]!.quantity)
      if (customerId === undefined || problem) return problem ?? 'couponGrant.customerGone'
      if (!quantity) return 'rightGrant.quantity'
      if (wanted.has(customerId)) return 'couponGrant.alreadyGranted'
      wanted.set(customerId, quantity)
      return null
    })
    const of = { rightId: right.right_id, way: 'FILE' as const, tenantId: operator.tenantId, by: operator }
    const granted = await insertGrants(tx, wanted, of)
    await issueMapped(tx, right, [...granted.keys()], operator)
    return problems.map((problem, n) => (problem ? { problem } : { made: granted.get(who[n]!.customerId!)! }))
  },
  undo: (tx, { operator }, made) => revokeGrants(tx, made, { by: operator, reason: '导入撤销', unused: true }),
})
