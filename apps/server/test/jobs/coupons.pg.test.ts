import { groupCalls, type GroupRow } from '@chauffeur/contract/customer/group'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { couponGrantCalls } from '@chauffeur/contract/pricing/coupon-grant'
import { couponTemplateCalls, type CouponTemplateRow } from '@chauffeur/contract/pricing/coupon-template'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { held } from '../held.ts'
import { makeWorld, type World } from '../world.ts'
import { killRest, startProcess, stop } from './processes.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(async () => {
  killRest()
  await world.close()
})

const MEMBERS = 1_200

test('a grant to a group whose process is killed goes on in another, and everybody in the group has one coupon', async () => {
  const template = (
    await world.send(couponTemplateCalls.save, { name: '全员券', type: 'CASH', faceFen: 500, daysAfterGrant: 7, funder: 'TENANT' })
  ).data as CouponTemplateRow
  const { couponTemplateId, version } = template
  await world.send(couponTemplateCalls.move, { couponTemplateId, version, event: 'turnOn' })
  const { groupId } = (await world.send(groupCalls.save, { name: '全员', type: 'MARKETING' })).data as GroupRow
  const { rows: customers } = await world.owner.query<{ customer_id: string }>(
    `with made as (insert into customers (tenant_id, phone) select $1, '1390000' || lpad(n::text, 4, '0') from generate_series(1, $2::int) n returning customer_id),
       members as (insert into customer_group_members (tenant_id, group_id, customer_id, source) select $1, $3, customer_id, 'HAND' from made)
     select customer_id from made order by customer_id`,
    [world.tenantA, MEMBERS, groupId],
  )
  const first = await startProcess(world.ownerUrl)
  // The second step waits for a customer whom somebody has in hand.
  const letGo = await held(world, [customers[700]!.customer_id], 'customer')
  const { grantId } = (await world.send(couponGrantCalls.giveGroup, { couponTemplateId, groupId, reason: '周年' })).data as AnswerOf<
    typeof couponGrantCalls.giveGroup
  >
  const grant = async () =>
    (
      await world.owner.query('select asked, granted, ended_at is not null as over from coupon_grants where coupon_grant_id = $1', [
        grantId,
      ])
    ).rows[0]
  await expect.poll(grant, { timeout: 30_000 }).toEqual({ asked: 500, granted: 500, over: false })
  await stop(first, 'SIGKILL')
  await letGo()
  const second = await startProcess(world.ownerUrl)
  await expect.poll(grant, { timeout: 60_000 }).toEqual({ asked: MEMBERS, granted: MEMBERS, over: true })
  const { rows } = await world.owner.query(
    'select count(*)::int as coupons, count(distinct customer_id)::int as customers from coupons where coupon_template_id = $1',
    [couponTemplateId],
  )
  expect(rows).toEqual([{ coupons: MEMBERS, customers: MEMBERS }])
  expect(await stop(second, 'SIGTERM')).toBe(0)
}, 180_000)
