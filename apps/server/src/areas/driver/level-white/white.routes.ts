import { driverLevelWhiteCalls } from '@chauffeur/contract/driver/level-driver'
import type { TenantTx } from '#platform/database/db'
import { type Fail, implement } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import type { OperatorSession } from '#platform/identity/session'
import { namedDriver } from '../level/index.ts'
import { driverLevels, judgeAnew } from '../standing/index.ts'
import { whiteList, whiteView } from './white.list.ts'
import { changeWhite, endWhite, holdListed, insertWhite, listedWhite, lockWhite, overlappingWhite } from './white.queries.ts'

/** One that is not over, as it was seen, held until the write is done. */
async function seenWhite(
  tx: TenantTx,
  { whiteId, version }: { whiteId: string; version?: number | undefined },
  operator: OperatorSession,
  fail: Fail<'driverLevel.whiteNotFound' | 'driverLevel.versionConflict' | 'driverLevel.whiteOver'>,
) {
  const known = (await lockWhite(tx, whiteId)) ?? fail('driverLevel.whiteNotFound')
  if (known.version !== version) return fail('driverLevel.versionConflict', { current: whiteView(known, operator) })
  if (known.valid_until <= known.now) return fail('driverLevel.whiteOver')
  return known
}
const recordOf = ({ driverNo, effect, level, from, until, reason }: ReturnType<typeof whiteView>) => ({
  driverNo,
  effect,
  level,
  from,
  until,
  reason,
})

export const whiteRoutes = implement(
  'driver-level-white',
  driverLevelWhiteCalls,
)({
  list: whiteList.page,
  detail: async ({ input, db, operator, fail }) =>
    whiteView((await listedWhite(db, input.whiteId)) ?? fail('driverLevel.whiteNotFound'), operator),
  save: async ({ input, db, operator, request, audit, fail }) => {
    const { whiteId, effect } = input
    const known = whiteId ? await seenWhite(db, { whiteId, version: input.version }, operator, fail) : null
    const driver = known ?? (await namedDriver(db, input.driverNo)) ?? fail('driverLevel.driverUnknown')
    const driverId = driver.driver_id
    const { levels } = await driverLevels.contentFor(db, driver.city_id)
    const level = effect === 'NO_DOWNGRADE' ? null : (input.level ?? null)
    if (effect !== 'NO_DOWNGRADE' && !levels.some((one) => one.level === level))
      return fail(
        'driverLevel.levelUnknown',
        fieldsOf([{ path: 'level', zh: '请选择司机所在城市的等级', en: 'choose a level of the driver’s city' }], request.english),
      )
    const now = new Date()
    const began = known !== null && known.valid_from <= known.now
    const from = began ? known.valid_from : input.from ? new Date(input.from) : now
    const until = new Date(input.until)
    if (until <= from || until <= now)
      return fail(
        'driverLevel.periodInvalid',
        fieldsOf([{ path: 'until', zh: '应晚于开始时间和现在', en: 'must be later than the beginning and than now' }], request.english),
      )
    await holdListed(db, driverId)
    const there = await overlappingWhite(db, driverId, from, until, whiteId ?? null)
    if (there)
      return fail('driverLevel.whiteOverlap', {
        whiteId: there.white_id,
        from: there.valid_from.toISOString(),
        until: there.valid_until.toISOString(),
      })
    const white = { effect, level, from, until, reason: input.reason }
    const savedId =
      whiteId ??
      (await insertWhite(db, { ...white, tenantId: operator.tenantId, driverId }, { userId: operator.userId, name: operator.realName }))
    if (whiteId) await changeWhite(db, whiteId, white, operator.realName)
    await judgeAnew(db, driverId)
    const saved = whiteView((await listedWhite(db, savedId))!, operator)
    audit({
      object: 'driverLevelWhite',
      objectId: savedId,
      ...(known && { before: recordOf(whiteView(known, operator)) }),
      after: recordOf(saved),
    })
    return saved
  },
  delete: async ({ input, db, operator, audit, fail }) => {
    const known = await seenWhite(db, input, operator, fail)
    await endWhite(db, input.whiteId, operator.realName)
    await judgeAnew(db, known.driver_id)
    audit({ object: 'driverLevelWhite', objectId: input.whiteId, before: recordOf(whiteView(known, operator)) })
    return {}
  },
})
