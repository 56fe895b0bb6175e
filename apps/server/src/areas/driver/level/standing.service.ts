import { ACCEPTANCE_DAYS, type LevelStanding } from '@chauffeur/contract/driver/level-model'
import type { TenantDb } from '#platform/database/db'
import { type AcceptanceDb, acceptanceIn, cancelBpOf, checksOf, driverLevels, levelMoves, levelOf } from '../standing/index.ts'
import { standingOf } from './level.queries.ts'
import { changeView, lastChanges } from './standing.list.ts'
import { acceptanceWords, standingWords } from './words.rules.ts'

function acceptanceView(answered: AcceptanceDb | undefined, english: boolean): LevelStanding['acceptance'] {
  const { accept_bp: acceptBp, ...counts } = answered ?? { accepted: 0, rejected: 0, expired: 0, spared: 0, accept_bp: null }
  return { days: ACCEPTANCE_DAYS, ...counts, acceptBp, words: acceptanceWords({ ...counts, acceptBp }, ACCEPTANCE_DAYS, english) }
}

/** How a driver stands, what it gives them and why it is so; undefined for one who is not in sight. */
export async function levelStandingOf(db: TenantDb, driverId: string, english: boolean): Promise<LevelStanding | undefined> {
  const row = await standingOf(db, driverId)
  if (!row) return undefined
  const [{ levels }, { enabled }, [last], answered] = await Promise.all([
    driverLevels.contentFor(db, row.city_id),
    levelMoves.contentFor(db, row.city_id),
    lastChanges(db, driverId, 1),
    acceptanceIn(db, driverId),
  ])
  const level = levelOf(row.level, levels)
  const next = levels.find((one) => one.level === level.level + 1)
  const figures = {
    exp: row.exp,
    orders: row.orders,
    cancels: row.cancels,
    cancelBp: cancelBpOf(row.orders, row.cancels),
    ratingX100: row.rating_x100,
    acceptBp: answered?.accept_bp ?? null,
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
    acceptance: acceptanceView(answered, english),
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
