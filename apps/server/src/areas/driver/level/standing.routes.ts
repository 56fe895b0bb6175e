import { driverLevelAppCalls, driverStandingCalls } from '@chauffeur/contract/driver/level-driver'
import { cityNames } from '#areas/operations/city'
import { implement } from '#platform/http/implement'
import { driverLevels, levelOf } from '../standing/index.ts'
import { namedDriver } from './level.queries.ts'
import { changeList, changeView, entryView, experienceList, lastChanges, lastEntries } from './standing.list.ts'
import { levelStandingOf } from './standing.service.ts'

/** Shown to a driver of what became of their level, and of what moved it. */
const CHANGES = 10
const ENTRIES = 30

const operatorRoutes = implement(
  'driver-level',
  driverStandingCalls,
)({
  log: changeList.page,
  experience: experienceList.page,
  driver: async ({ input, db, request, fail }) =>
    (await levelStandingOf(db, input.driverId, request.english)) ?? fail('driverLevel.driverUnknown'),
  getDriverName: async ({ input, db, fail }) => {
    const row = (await namedDriver(db, input.driverNo)) ?? fail('driverLevel.driverUnknown')
    const { levels } = await driverLevels.contentFor(db, row.city_id)
    return {
      driverId: row.driver_id,
      driverNo: row.driver_no,
      driverName: row.name,
      cityId: row.city_id,
      cityName: row.city_name,
      level: row.level,
      levelName: levelOf(row.level, levels).name,
    }
  },
  getLevelColor: async ({ db }) => {
    const [cities, present] = await Promise.all([cityNames(db), driverLevels.present(db)])
    const { content = driverLevels.standard } = present.find(({ cityId }) => cityId === null) ?? {}
    return {
      cities: cities.map(({ cityId }) => ({
        cityId,
        levels: (present.find((row) => row.cityId === cityId)?.content ?? content).levels.map(({ level, name, colour }) => ({
          level,
          name,
          colour,
        })),
      })),
    }
  },
})

const driverRoutes = implement(
  'driver-level',
  driverLevelAppCalls,
)({
  level: async ({ db, driver, request }) => {
    const [standing, changes, entries] = await Promise.all([
      levelStandingOf(db, driver.driverId, request.english),
      lastChanges(db, driver.driverId, CHANGES),
      lastEntries(db, driver.driverId, ENTRIES),
    ])
    return {
      ...standing!,
      changes: changes
        .map((row) => changeView(row, request.english))
        .map(({ fromName: from, toName: to, cause, words, at }) => ({ from, to, cause, words, at })),
      experience: entries.map(entryView),
    }
  },
})

export const standingRoutes = [...operatorRoutes, ...driverRoutes]
