import { driverLevelWhiteCalls } from '@chauffeur/contract/driver/level-driver'
import { implement } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import { keepDated } from '../dated/index.ts'
import { driverLevels, judgeAnew } from '../standing/index.ts'
import { whiteList, whiteView } from './white.list.ts'
import { listedWhite, lockWhite, WHITES } from './white.queries.ts'

const kept = keepDated({
  at: WHITES,
  object: 'driverLevelWhite',
  idName: 'whiteId',
  refusals: {
    notFound: 'driverLevel.whiteNotFound',
    conflict: 'driverLevel.versionConflict',
    over: 'driverLevel.whiteOver',
    driverUnknown: 'driverLevel.driverUnknown',
    periodInvalid: 'driverLevel.periodInvalid',
    overlap: 'driverLevel.whiteOverlap',
  },
  find: listedWhite,
  lock: lockWhite,
  view: whiteView,
  record: ({ driverNo, effect, level, from, until, reason }) => ({ driverNo, effect, level, from, until, reason }),
  changed: judgeAnew,
})

export const whiteRoutes = implement(
  'driver-level-white',
  driverLevelWhiteCalls,
)({
  list: whiteList.page,
  detail: async ({ input, db, operator, fail }) =>
    whiteView((await listedWhite(db, input.whiteId)) ?? fail('driverLevel.whiteNotFound'), operator),
  save: ({ input, ...context }) => {
    const { whiteId: id, version, driverNo, from, until, reason, effect } = input
    const { db, request, fail } = context
    return kept.save(
      { id, version, driverNo, from, until, reason },
      async ({ city_id }) => {
        const level = effect === 'NO_DOWNGRADE' ? null : (input.level ?? null)
        const { levels } = await driverLevels.contentFor(db, city_id)
        if (effect === 'NO_DOWNGRADE' || levels.some((one) => one.level === level)) return { effect, level }
        return fail(
          'driverLevel.levelUnknown',
          fieldsOf([{ path: 'level', zh: '请选择司机所在城市的等级', en: 'choose a level of the driver’s city' }], request.english),
        )
      },
      context,
    )
  },
  delete: ({ input: { whiteId, version }, ...context }) => kept.end(whiteId, version, context),
})
