import { type DriverLevel, levelName, type LevelRules } from '@chauffeur/contract/driver/level-model'
import { tellDrivers } from '#areas/message/inbox'
import type { Database } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import type { Vault } from '#platform/identity/vault'
import { cancelBpOf, checksOf, driverLevels, judgeLevel, levelMoves, levelOf } from '../standing/index.ts'
import {
  addStates,
  citiesToJudge,
  type CityToJudge,
  type JudgedLevel,
  type JudgedRow,
  judgeListed,
  keepJudged,
  lockMovers,
  takeToJudge,
} from './judge.queries.ts'

/** So many in one transaction: short enough that nobody who waits for a row notices. */
const AT_ONCE = 1_000

function judge(row: JudgedRow, levels: readonly DriverLevel[], rules: LevelRules): JudgedLevel {
  const { driver_id: driverId, level: from, ended } = row
  const still = { driverId, from, to: from, cause: null, ended, facts: null }
  if (!rules.enabled) return still
  const figures = {
    exp: row.exp,
    orders: row.cycle_orders,
    cancels: row.cycle_cancels,
    cancelBp: cancelBpOf(row.cycle_orders, row.cycle_cancels),
    ratingX100: row.rating_x100,
    acceptBp: row.accept_bp,
  }
  const white = row.effect && { effect: row.effect, level: row.white_level }
  const { to, cause } = judgeLevel(
    { level: from, figures, white, isProtected: row.is_protected, daysHere: row.days_here },
    levels,
    rules,
    ended,
  )
  if (cause === null) return still
  const of = levelOf(cause === 'UP' ? to : from, levels)
  const facts = {
    figures,
    fromName: levelOf(from, levels).name,
    toName: levelOf(to, levels).name,
    checks: checksOf(of, figures),
    white: row.effect && row.valid_until ? { effect: row.effect, until: row.valid_until.toISOString() } : null,
  }
  return { driverId, from, to, cause, ended, facts }
}

interface Judging {
  db: Database
  vault: Vault
}
/** Judges who is to be judged in a city, some at a time. */
async function judgeCity({ db, vault }: Judging, city: CityToJudge, signal: AbortSignal | undefined): Promise<number> {
  for (let added = AT_ONCE; added === AT_ONCE; ) added = await db.acrossTenants((tx) => addStates(tx, city, AT_ONCE))
  const reader = db.reader(wholeTenant(city.tenant_id))
  const [{ levels }, rules] = await Promise.all([
    driverLevels.contentFor(reader, city.city_id),
    levelMoves.contentFor(reader, city.city_id),
  ])
  let moved = 0
  for (let after: string | undefined = '0'; after !== undefined; ) {
    signal?.throwIfAborted()
    after = await db.acrossTenants(async (tx): Promise<string | undefined> => {
      const rows = await takeToJudge(tx, city, after!, AT_ONCE)
      if (rows.length === 0) return undefined
      const judged = rows.map((row) => judge(row, levels, rules))
      const movers = judged.filter(({ from, to }) => from !== to).map(({ driverId }) => driverId)
      const free = movers.length > 0 ? await lockMovers(tx, city.tenant_id, movers) : new Set<string>()
      const kept = judged.filter(({ driverId, from, to }) => from === to || free.has(driverId))
      await keepJudged(tx, city, kept)
      const told = kept.filter(({ from, to }) => from !== to)
      await tellDrivers(
        tx,
        vault,
        city.tenant_id,
        told.map(({ driverId, from, to, facts }) => ({
          driverId,
          event: to > from ? 'APP_LEVEL_UP' : 'APP_LEVEL_DOWN',
          values: (language) => ({
            fromLevel: levelName(facts!.fromName, language === 'en'),
            level: levelName(facts!.toName, language === 'en'),
          }),
        })),
      )
      moved += free.size
      return rows.length === AT_ONCE ? rows.at(-1)!.driver_id : undefined
    })
  }
  return moved
}

/** Levels of everybody whose figures, list or settings changed, and of everybody when a month ends; how many moved. */
export async function judgeLevels(platform: Judging, signal?: AbortSignal): Promise<number> {
  const { db } = platform
  await judgeListed(db)
  let moved = 0
  for (const city of await citiesToJudge(db)) moved += await judgeCity(platform, city, signal)
  return moved
}
