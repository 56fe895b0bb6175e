import type { LevelTrial } from '@chauffeur/contract/driver/level'
import type { DriverLevel, ExpRule, LevelRules } from '@chauffeur/contract/driver/level-model'
import { tenantCities } from '#areas/operations/city'
import type { TenantDb } from '#platform/database/db'
import { driverLevels, experienceRules, levelMoves } from '../standing/index.ts'
import { triedDrivers } from './level.queries.ts'
import { tryLevels } from './trial.rules.ts'

/** What is to hold in a city, or (null) in every city without one of its own. */
type Change =
  | { kind: 'levels'; cityId: string | null; levels: readonly DriverLevel[] }
  | { kind: 'moves'; cityId: string | null; rules: LevelRules }
  | { kind: 'experience'; cityId: string | null; exp: readonly ExpRule[] }

const settingOf = { levels: driverLevels, moves: levelMoves, experience: experienceRules }

/** What a change would do to the drivers for whom it would hold, of those in sight. */
export async function tryChange(db: TenantDb, change: Change): Promise<LevelTrial> {
  const [cities, levels, moves, present] = await Promise.all([
    tenantCities(db),
    driverLevels.present(db),
    levelMoves.present(db),
    settingOf[change.kind].present(db) as Promise<{ cityId: string | null }[]>,
  ])
  const own = new Set(present.map(({ cityId }) => cityId))
  const concerned = cities.map(({ city_id }) => city_id).filter((id) => (change.cityId === null ? !own.has(id) : id === change.cityId))
  const heldIn = <C>(rows: readonly { cityId: string | null; content: C }[], standard: C, cityId: string): C =>
    (rows.find((row) => row.cityId === cityId) ?? rows.find((row) => row.cityId === null))?.content ?? standard
  const known = new Map(
    concerned.map((cityId) => [
      cityId,
      {
        levels: change.kind === 'levels' ? change.levels : heldIn(levels, driverLevels.standard, cityId).levels,
        rules: change.kind === 'moves' ? change.rules : heldIn<LevelRules>(moves, levelMoves.standard, cityId),
      },
    ]),
  )
  const drivers = await triedDrivers(db, concerned, change.kind === 'experience' ? change.exp : null)
  return tryLevels(drivers, (cityId) => known.get(cityId)!)
}
