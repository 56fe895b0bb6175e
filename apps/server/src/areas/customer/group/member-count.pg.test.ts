import { groupCalls, type GroupRow } from '@chauffeur/contract/customer/group'
import { type CustomerMerge, mergeCalls } from '@chauffeur/contract/customer/merge'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOrder, makeWorld, type World } from '#test/world'
import { keepGroups } from './group.round.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const PEOPLE = 6
const someone = fc.nat(PEOPLE - 1)
const acts = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('add' as const), who: someone, group: fc.nat(1) }),
    fc.record({ act: fc.constant('guest' as const), who: someone, group: fc.nat(1) }),
    fc.record({ act: fc.constant('takeOut' as const), who: someone, group: fc.nat(1) }),
    fc.record({ act: fc.constant('promote' as const), who: someone, group: fc.nat(1) }),
    fc.record({ act: fc.constant('merge' as const), who: someone, other: someone }),
    fc.record({ act: fc.constant('part' as const), who: someone }),
    fc.record({ act: fc.constant('erase' as const), who: someone }),
    fc.record({ act: fc.constant('round' as const), who: someone }),
  ),
  { minLength: 6, maxLength: 16 },
)

test('a group says how many are in it, whatever people, rules and time do at once', async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 1, maxLength: 3 }), async (waves) => {
      const turn = ++made
      const phones = Array.from({ length: PEOPLE }, (_, n) => `1362${String(turn).padStart(4, '0')}${String(n).padStart(3, '0')}`)
      const people = await Promise.all(phones.map((phone) => addOrder(world, { phone })))
      const groups = await Promise.all(
        [undefined, { levels: [9] }].map(
          async (rule, n) => (await world.send(groupCalls.save, { name: `计数${turn}-${n}`, type: 'MARKETING', rule })).data as GroupRow,
        ),
      )
      const merges: string[] = []
      for (const wave of waves)
        await Promise.all(
          wave.map(async (one) => {
            const { customerId } = people[one.who]!
            const version = async () =>
              (await world.owner.query<{ version: number }>('select version from customers where customer_id = $1', [customerId])).rows[0]!
                .version
            switch (one.act) {
              case 'add':
              case 'guest':
                return world.send(groupCalls.phoneAdd, {
                  groupId: groups[one.group]!.groupId,
                  phones: [phones[one.who]!],
                  ...(one.act === 'guest' && { until: new Date(Date.now() + 300).toISOString() }),
                })
              case 'takeOut':
                return world.send(groupCalls.phoneDel, { groupId: groups[one.group]!.groupId, customerIds: [customerId] })
              case 'promote':
                return world.owner.query('update customers set level = $2 where customer_id = $1', [customerId, one.group * 9])
              case 'merge': {
                const answer = await world.send(mergeCalls.merge, {
                  customerId,
                  version: await version(),
                  goneId: people[one.other]!.customerId,
                  reason: '同一人',
                })
                if (answer.code === 0) merges.push((answer.data as CustomerMerge).mergeId)
                return answer
              }
              case 'part': {
                const mergeId = merges.pop()
                return mergeId && world.send(mergeCalls.undoMerge, { mergeId })
              }
              case 'erase':
                return world.send(mergeCalls.erase, { customerId, version: await version(), reason: '客户要求' })
              case 'round':
                await world.owner.query('update customer_groups set rule_at = null where rule is not null')
                return keepGroups(world.app.platform)
            }
          }),
        )
      const { rows } = await world.owner.query<{ members: number; there: number }>(
        `select g.members, (select count(*)::int from customer_group_members m where m.tenant_id = g.tenant_id and m.group_id = g.group_id and not m.excluded) as there
         from customer_groups g where g.group_id = any ($1)`,
        [groups.map(({ groupId }) => groupId)],
      )
      for (const { members, there } of rows) expect(members).toBe(there)
    }),
    { numRuns: 12, seed: 5 },
  )
}, 120_000)
