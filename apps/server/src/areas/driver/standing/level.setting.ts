import {
  type DriverLevel,
  type ExpRule,
  type LevelRules,
  STANDARD_DRIVER_LEVELS,
  STANDARD_EXP_RULES,
  STANDARD_LEVEL_RULES,
} from '@chauffeur/contract/driver/level-model'
import { defineCitySetting } from '#platform/setting/city-setting'
import { type VersionRow, versionFactsOf } from '#platform/setting/version'

const refusals = { notFound: 'driverLevel.notFound', conflict: 'driverLevel.versionConflict', taken: 'driverLevel.cityTaken' } as const
const factsOf = (row: VersionRow & { cityId: string | null; cityName: string }) => ({
  settingId: row.id,
  cityId: row.cityId,
  cityName: row.cityName,
  ...versionFactsOf(row),
})

/** Levels that were saved before there was an acceptance rate ask for none. */
const levelOfToday = (level: DriverLevel): DriverLevel => ({ ...level, minAcceptBp: level.minAcceptBp ?? null })

/** Which levels there are, what each asks for and gives. */
export const driverLevels = {
  ...defineCitySetting<{ levels: readonly DriverLevel[] }>()({
    kind: 'driverLevels',
    object: 'driverLevels',
    standard: { levels: STANDARD_DRIVER_LEVELS },
    view: (row) => ({ ...factsOf(row), levels: row.content.levels.map(levelOfToday) }),
    refusals,
  }),
  standard: { levels: [...STANDARD_DRIVER_LEVELS] },
}

/** Whether and how far levels move. */
export const levelMoves = {
  ...defineCitySetting<LevelRules>()({
    kind: 'driverLevelRules',
    object: 'driverLevelRules',
    standard: STANDARD_LEVEL_RULES,
    view: (row) => ({ ...factsOf(row), ...row.content }),
    refusals,
  }),
  standard: STANDARD_LEVEL_RULES,
}

/** What experience is given and taken for. */
export const experienceRules = {
  ...defineCitySetting<{ rules: readonly ExpRule[] }>()({
    kind: 'driverExperience',
    object: 'driverExperience',
    standard: { rules: STANDARD_EXP_RULES },
    view: (row) => ({ ...factsOf(row), rules: [...row.content.rules] }),
    refusals,
  }),
  standard: { rules: [...STANDARD_EXP_RULES] },
}
