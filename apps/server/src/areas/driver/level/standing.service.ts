import type { LevelStanding } from '@chauffeur/contract/driver/level-model'
import type { TenantDb } from '#platform/database/db'
import { cancelBpOf, checksOf, driverLevels, levelMoves, levelOf } from '../standing/index.ts'
import { standingOf } from './level.queries.ts'
import { changeView, lastChanges } from './standing.list.ts'
import { standingWords } from './words.rules.ts'

/** How a driver stands, what it gives them and why it is so; undefined for one who is not in sight. */
export async function levelStandingOf(db: TenantDb, driverId: string, english: boolean): Promise<LevelStanding | undefined> {
  const row = await standingOf(db, driverId)
  if (!row) return undefined
  const [{ levels }, { enabled }, [last]] = await Promise.all([
    driverLevels.contentFor(db, row.city_id),
    levelMoves.contentFor(db, row.city_id),
    lastChanges(db, driverId, 1),
  ])
  const level = levelOf(row.level, levels)
  const next = levels.find((one) => one.level === level.level + 1)
  const figures = {
    exp: row.exp,
    orders: row.orders,
    cancels: row.cancels,
    cancelBp: cancelBpOf(row.orders, row.cancels),
    ratingX100: row.rating_x100,
  }
  const keep = checksOf(level, figures)
  const toNext = next && { level: next.level, name: next.name, checks: checksOf(next, figures) }
  return {
    driverId,
    level: level.level,
    name: level.name,
    colour: level.colour,
    since: row.level_since?.toISOString() ?? null,
    dispatchWeight: level.dispatchWeight,
    freeWithdrawals: level.freeWithdrawals,
    rangeBonusM: level.rangeBonusM,
    commissionOffBp: level.commissionOffBp,
    figures,
    cycleFrom: row.cycle_from.toISOString(),
    cycleTo: row.cycle_to.toISOString(),
    enabled,
    keep,
    next: toNext ?? null,
    words: standingWords(
      {
        level,
        keep,
        enabled,
        next: toNext ?? null,
        white: row.effect && row.valid_until ? { effect: row.effect, until: row.valid_until.toISOString() } : null,
        isProtected: row.is_protected,
        utcOffsetMinutes: row.utc_offset_minutes,
        last: last ? changeView(last, english).words : [],
      },
      english,
    ),
  }
}
