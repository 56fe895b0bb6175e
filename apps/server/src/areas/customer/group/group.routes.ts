import { customerGroupTypeText, groupCalls, memberSourceText } from '@chauffeur/contract/customer/group'
import { tenantCities } from '#areas/operations/city'
import { phoneFor } from '#areas/order/model'
import { implement } from '#platform/http/implement'
import { levelsOf } from '../standing/index.ts'
import { groupList, groupView, memberList } from './group.list.ts'
import { findGroups, groupsNamed, listedGroup } from './group.queries.ts'
import { addMembers, removeGroup, saveGroup, switchGroup, takeOut } from './group.service.ts'
import { previewOf, saysNothing } from './segment.queries.ts'

const optionsOf = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([key, value]) => ({ key, value }))
const named = ({ groupId, name, type, enabled }: Awaited<ReturnType<typeof groupsNamed>>[number]) => ({ groupId, name, type, enabled })

export const groupRoutes = implement(
  'customerGroup',
  groupCalls,
)({
  index: async ({ db }) => {
    const [cities, levels] = await Promise.all([tenantCities(db), levelsOf(db)])
    return {
      types: optionsOf(customerGroupTypeText),
      sources: optionsOf(memberSourceText),
      cities: cities.map(({ city_id, name }) => ({ key: city_id, value: name })),
      levels: levels.map(({ level, name }) => ({ key: String(level), value: name })),
    }
  },
  list: groupList.page,
  allList: async ({ db }) => ({ rows: (await groupsNamed(db)).map(named) }),
  edit: async ({ input, db, fail, ...by }) => groupView((await listedGroup(db, input.groupId)) ?? fail('customerGroup.notFound'), by),
  save: ({ input, db, ...context }) => saveGroup(input, { tx: db, ...context }),
  del: ({ input, db, ...context }) => removeGroup(input, { tx: db, ...context }),
  status: ({ input, db, ...context }) => switchGroup(input, { tx: db, ...context }),
  phoneList: memberList.page,
  phoneAdd: ({ input, db, ...context }) => addMembers(input, { tx: db, ...context }),
  phoneDel: ({ input, db, ...context }) => takeOut(input, { tx: db, ...context }),
  groupList: async ({ input, db }) => ({ rows: await findGroups(db, input) }),
  groupCityList: async ({ db }) => {
    const [cities, all] = await Promise.all([tenantCities(db), groupsNamed(db)])
    return {
      rows: cities.map(({ city_id, name }) => ({
        cityId: city_id,
        cityName: name,
        groups: all.filter(({ cityIds }) => cityIds.length === 0 || cityIds.includes(city_id)).map(named),
      })),
    }
  },
  preview: async ({ input, db, operator, fail }) => {
    if (saysNothing(input.rule)) return fail('customerGroup.ruleEmpty')
    if (input.groupId && !(await listedGroup(db, input.groupId))) return fail('customerGroup.notFound')
    const { some, ...counts } = await previewOf(db, input.rule, input.groupId)
    return { ...counts, some: some.map((one) => ({ ...one, phone: phoneFor(operator.authorities, one.phone) })) }
  },
})
