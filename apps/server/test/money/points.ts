import { type PointRecordRow, pointCalls } from '@chauffeur/contract/customer/points'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { couponTemplateCalls, type CouponTemplateRow } from '@chauffeur/contract/pricing/coupon-template'
import { expect } from 'vitest'
import { addOrder, type Person, type World } from '../world.ts'

/** What people do with points of customers, at the desk. */
export function pointsDesk(world: World) {
  const one = async (text: string, values: unknown[]) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]!
  let made = 0
  const newPhone = () => `1366000${String(++made).padStart(4, '0')}`
  const standing = async (customerId: string, person: Person = 'all') =>
    (await world.send(pointCalls.customer, { customerId }, person)).data as AnswerOf<typeof pointCalls.customer>
  const records = async (customerId: string) =>
    ((await world.send(pointCalls.records, { customerId })).data as { rows: PointRecordRow[] }).rows.map(({ event, delta }) => [
      event,
      delta,
    ])
  let keys = 0
  const adjust = (customerId: string, points: number, more: object = {}, person: Person = 'all') =>
    world.send(pointCalls.adjust, { customerId, points, reason: '补偿', ...more }, person, { 'idempotency-key': `adjust-${++keys}` })
  const redeem = (customerId: string, template: CouponTemplateRow, key: string, person: Person = 'all') =>
    world.send(pointCalls.redeem, { customerId, couponTemplateId: template.couponTemplateId, pricePoints: template.pricePoints }, person, {
      'idempotency-key': key,
    })
  const customer = async (more: object = {}) => (await addOrder(world, { phone: newPhone(), ...more })).customerId
  async function withPoints(points: number): Promise<string> {
    const customerId = await customer()
    expect((await adjust(customerId, points, { expiryMonths: 12 })).code).toBe(0)
    return customerId
  }
  async function template(of: object = {}): Promise<CouponTemplateRow> {
    const saved = await world.send(couponTemplateCalls.save, {
      name: `积分券${++made}`,
      type: 'CASH',
      faceFen: 1000,
      daysAfterGrant: 30,
      funder: 'TENANT',
      pricePoints: 100,
      ...of,
    })
    expect(saved.code, saved.message).toBe(0)
    const { couponTemplateId, version } = saved.data as CouponTemplateRow
    return (await world.send(couponTemplateCalls.move, { couponTemplateId, version, event: 'turnOn' })).data as CouponTemplateRow
  }
  const has = async (customerId: string) =>
    Number((await one('select count(*)::int as n from coupons where customer_id = $1', [customerId])).n)
  return { newPhone, standing, records, adjust, redeem, customer, withPoints, template, has }
}
