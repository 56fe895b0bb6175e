import { driverProtectionCalls, protectionStateText } from '@chauffeur/contract/driver/level-driver'
import { mayKeepFor } from '#areas/operations/city'
import { implement } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import { instant, text, words } from '#platform/list/columns'
import { is } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import {
  endProtection,
  holdProtected,
  insertProtection,
  listedProtection,
  listedProtections,
  protectionOf,
  protections,
  protectionView,
} from './protection.queries.ts'

const protectionList = defineList(driverProtectionCalls.list, {
  from: ({ db }) => protections(db),
  filters: { cityId: is('p.city_id') },
  key: 'p.protection_id',
  order: [desc('p.valid_until')],
  sorts: { until: desc('p.valid_until') },
  select: listedProtections,
  file: {
    module: import.meta.url,
    zh: '等级保护期',
    en: 'Protection of levels',
    columns: {
      cityName: text('城市', 'City'),
      state: words('状态', 'Status', protectionStateText),
      from: instant('开始', 'From'),
      until: instant('截止', 'Until'),
      reason: text('原因', 'Reason'),
      by: text('开启人', 'By'),
      endedBy: text('结束人', 'Ended by'),
    },
  },
  view: protectionOf,
})

export const protectionRoutes = implement(
  'driver-level-protection',
  driverProtectionCalls,
)({
  list: protectionList.page,
  begin: async ({ input, db, scope, operator, request, audit, fail }) => {
    if (!(await mayKeepFor(db, scope, input.cityId))) return fail('driverLevel.cityUnknown')
    const until = new Date(input.until)
    if (until <= new Date())
      return fail(
        'driverLevel.periodInvalid',
        fieldsOf([{ path: 'until', zh: '应晚于现在', en: 'must be later than now' }], request.english),
      )
    const there = await holdProtected(db, input.cityId)
    if (there) return fail('driverLevel.protectedAlready', { protectionId: there.protection_id, until: there.valid_until.toISOString() })
    const id = await insertProtection(db, { tenantId: operator.tenantId, cityId: input.cityId, until, reason: input.reason }, operator)
    const saved = (await protectionView(db, id))!
    audit({ object: 'driverLevelProtection', objectId: id, after: saved })
    return saved
  },
  end: async ({ input, db, scope, operator, audit, fail }) => {
    const known = (await listedProtection(db, input.protectionId)) ?? fail('driverLevel.protectionNotFound')
    if (!(await mayKeepFor(db, scope, known.city_id))) return fail('driverLevel.cityUnknown')
    await endProtection(db, input.protectionId, operator.realName)
    const saved = (await protectionView(db, input.protectionId))!
    audit({ object: 'driverLevelProtection', objectId: input.protectionId, before: protectionOf(known), after: saved })
    return saved
  },
})
