import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Chosen, holdDiscount, releaseDiscount, settleDiscount } from '#areas/pricing/discount'
import { wholeTenant } from '#platform/database/scope'
import { refuse, whenRefused } from '#platform/http/implement'
import { one, withCustomers, world } from '#test/discounts'
import { addOrder, HANGZHOU } from '#test/world'

withCustomers()

const write = <T>(work: Parameters<typeof world.app.platform.db.write<T>>[1]) =>
  world.app.platform.db.write(wholeTenant(world.tenantA), work)
let made = 0

/** One customer wants to use one grant; then the trip ends, or the order is cancelled. */
const attempt = fc.record({
  customer: fc.nat(2),
  grant: fc.nat(1),
  ends: fc.constantFrom('held', 'cancelled', 'billed'),
  usedPercent: fc.nat(100),
})
const limits = fc.record({
  unit: fc.constantFrom('TIMES' as const, 'AMOUNT' as const, 'KM' as const),
  times: fc.integer({ min: 1, max: 3 }),
  dailyStock: fc.option(fc.integer({ min: 1, max: 4 })),
  perUserTimes: fc.nat(2),
  attempts: fc.array(attempt, { minLength: 4, maxLength: 14 }),
})

test('no grant, customer or day has more of a right than its limit, whoever comes at once and however trips end', async () => {
  await fc.assert(
    fc.asyncProperty(limits, async ({ unit, times, dailyStock, perUserTimes, attempts }) => {
      const cover = unit === 'KM' ? { kind: 'DISTANCE', includedM: 4_000 } : { kind: 'CAP', capFen: 4_000 }
      const { right_id: rightId } = await one(
        `insert into right_configs (tenant_id, right_no, name, unit, cover, valid_from, valid_to, daily_stock, per_user_times, state)
         values ($1, $2, '并发', $3, $4, now() - interval '1 day', now() + interval '9 days', $5, $6, 'ON') returning right_id`,
        [world.tenantA, `L${++made}`, unit, JSON.stringify(cover), dailyStock, perUserTimes],
      )
      const phones = [0, 1, 2].map((n) => `1387${String(made).padStart(3, '0')}000${n}`)
      const owners = await Promise.all(phones.map(async (phone) => (await addOrder(world, { phone })).customerId))
      const grants = await Promise.all(
        owners.map((customerId) =>
          Promise.all(
            [0, 1].map(
              async () =>
                (
                  await one(
                    `insert into right_grants (tenant_id, right_id, customer_id, times, amount_fen, distance_m) values ($1, $2, $3, $4, $5, $6) returning right_grant_id`,
                    [
                      world.tenantA,
                      rightId,
                      customerId,
                      unit === 'TIMES' ? times : null,
                      unit === 'AMOUNT' ? times * 3_000 : null,
                      unit === 'KM' ? times * 3_000 : null,
                    ],
                  )
                ).right_grant_id as string,
            ),
          ),
        ),
      )
      const orders = await Promise.all(attempts.map(({ customer }) => addOrder(world, { phone: phones[customer]!, status: 101 })))
      await Promise.all(
        attempts.map(async ({ customer, grant, ends, usedPercent }, n) => {
          const chosen: Chosen = { rightGrantId: grants[customer]![grant]! }
          const { orderId: order_id } = orders[n]!
          const now = new Date()
          const user = {
            customerId: owners[customer]!,
            newCustomer: false,
            cityId: HANGZHOU,
            channelId: null,
            serviceType: 'TRIP',
            at: now,
            departAt: now,
            utcOffsetMinutes: 480,
            pickup: null,
          }
          const refused = await write((tx) => holdDiscount(tx, chosen, user, order_id, refuse)).then(
            () => null,
            whenRefused((why) => why),
          )
          if (refused || ends === 'held') return
          const order = { order_id, coupon_id: null, right_grant_id: chosen.rightGrantId! }
          if (ends === 'cancelled') return write((tx) => releaseDiscount(tx, order))
          const held = await one('select reserved_fen as fen, reserved_m as m from right_uses where order_id = $1', [order_id])
          const of = (whole: number) => Math.floor((whole * usedPercent) / 100)
          const amountFen = -(unit === 'AMOUNT' ? of(held.fen as number) : 2_000)
          const rule = {
            kind: 'RIGHT' as const,
            cover: { kind: 'FULL' as const },
            coverFen: -amountFen,
            subtotalFen: 5_000,
            usedM: of(held.m as number),
          }
          await write((tx) =>
            settleDiscount(tx, order, { lines: [{ type: 'RIGHTS', amountFen, rule }], discountFen: -amountFen } as unknown as Parameters<
              typeof settleDiscount
            >[2]),
          )
        }),
      )
      const { rows } = await world.owner.query<Record<string, number>>(
        `select g.customer_id, coalesce(g.times, 999) - g.used_times as left_times, g.used_times - count(u.order_id) as odd_times,
           coalesce(g.amount_fen, 0) - g.used_fen as left_fen, coalesce(g.distance_m, 0) - g.used_m as left_m,
           g.used_fen - coalesce(sum(case when u.reserved_fen = 0 then 0 when u.state = 'USED' then u.covered_fen else u.reserved_fen end), 0) as odd_fen,
           g.used_m - coalesce(sum(case when u.state = 'USED' then u.used_m else u.reserved_m end), 0) as odd_m, count(u.order_id) as uses
         from right_grants g left join right_uses u on u.right_grant_id = g.right_grant_id and u.state <> 'RELEASED'
         where g.right_id = $1 group by g.tenant_id, g.right_grant_id`,
        [rightId],
      )
      for (const row of rows) {
        for (const left of ['left_times', 'left_fen', 'left_m']) expect(Number(row[left])).toBeGreaterThanOrEqual(0)
        for (const odd of ['odd_times', 'odd_fen', 'odd_m']) expect(Number(row[odd]), odd).toBe(0)
      }
      const used = (of: typeof rows) => of.reduce((sum, { uses }) => sum + Number(uses), 0)
      if (dailyStock !== null) expect(used(rows)).toBeLessThanOrEqual(dailyStock)
      if (perUserTimes > 0)
        for (const owner of owners)
          expect(used(rows.filter(({ customer_id }) => String(customer_id) === owner))).toBeLessThanOrEqual(perUserTimes)
    }),
    { numRuns: 25 },
  )
}, 120_000)
