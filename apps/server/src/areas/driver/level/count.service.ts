import { type ExpEvent, type ExpRule, type LevelRules, undoesExp } from '@chauffeur/contract/driver/level-model'
import type { PeakTimes } from '@chauffeur/contract/driver/online'
import type { Database } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import { inWindow, localMinute, minuteOf } from '#platform/values/local-clock'
import { DAY_S, midnightOf, peakTimes, windowsOn } from '../online/index.ts'
import { countExperience, experienceRules, levelMoves } from '../standing/index.ts'
import {
  beginStates,
  changedAt,
  countedOn,
  type CountedRow,
  keepCounted,
  lockStates,
  type NotedRow,
  notePeakHours,
  type StateAfter,
  takeNoted,
  undoneOf,
} from './count.queries.ts'

const AT_ONCE = 500
const UNDONE: ReadonlySet<ExpEvent> = new Set(Object.values(undoesExp).flat())

interface Held {
  rules: readonly ExpRule[]
  moves: LevelRules
  peaks: PeakTimes
}
/** What held in a city when something happened there and when that day began; asked once for each time between two changes. */
function heldIn(db: Database) {
  const changes = new Map<string, Promise<number[]>>()
  const known = new Map<string, Promise<Held>>()
  return async ({ tenant_id, city_id, at, utc_offset_minutes }: NotedRow): Promise<Held> => {
    const reader = db.reader(wholeTenant(tenant_id))
    const changed = changes.get(tenant_id) ?? changedAt(reader)
    changes.set(tenant_id, changed)
    const instants = await changed
    const before = (instant: Date) => instants.findLastIndex((change) => change <= instant.getTime())
    const midnight = new Date(midnightOf(Math.floor(at.getTime() / 1000), utc_offset_minutes) * 1000)
    const key = `${tenant_id} ${city_id} ${before(at)} ${before(midnight)}`
    const held =
      known.get(key) ??
      (async () => {
        const [{ rules }, moves, peaks] = await Promise.all([
          experienceRules.contentFor(reader, city_id, at),
          levelMoves.contentFor(reader, city_id, at),
          peakTimes.contentFor(reader, city_id, midnight),
        ])
        return { rules, moves, peaks }
      })()
    known.set(key, held)
    return held
  }
}

/** What a trip is besides one that was done: by the hour at which it began. */
function kindsOf({ at, utc_offset_minutes: offset }: NotedRow, { moves, peaks }: Held): ExpEvent[] {
  const second = Math.floor(at.getTime() / 1000)
  const atPeak = windowsOn(peaks, midnightOf(second, offset), offset).some(({ span }) => second >= span.from && second < span.to)
  const { nightFrom, nightTo } = moves
  const byNight = inWindow(minuteOf(nightFrom.slice(0, 5)), minuteOf(nightTo.slice(0, 5)), localMinute(at.getTime(), offset))
  return [...(atPeak ? (['PEAK_ORDER'] as const) : []), ...(byNight ? (['NIGHT_ORDER'] as const) : [])]
}

/** Counts what was noted since, by the rules that held when it happened. */
export async function countNoted({ db }: { db: Database }): Promise<void> {
  const heldAt = heldIn(db)
  await db.acrossTenants(beginStates)
  for (let taken = AT_ONCE; taken === AT_ONCE; )
    taken = await db.acrossTenants(async (tx) => {
      const noted = await takeNoted(tx, AT_ONCE)
      if (noted.length === 0) return 0
      const whose = (row: NotedRow) => ({ tenantId: row.tenant_id, driverId: row.driver_id })
      const dayOf = (row: NotedRow) => midnightOf(Math.floor(row.at.getTime() / 1000), row.utc_offset_minutes)
      const before = await lockStates(tx, noted.map(whose))
      const earlier = await undoneOf(
        tx,
        noted.filter(({ event }) => undoesExp[event]).map((row) => ({ ...whose(row), ref: row.ref })),
      )
      const days = noted.map((row) => ({
        ...whose(row),
        event: row.event,
        from: new Date(dayOf(row) * 1000),
        to: new Date((dayOf(row) + DAY_S) * 1000),
      }))
      const sums = await countedOn(tx, days)
      // Of entries of one driver, event and day the later ones see what the earlier ones of this step came to.
      const todays = new Map<string, number>()
      const states = new Map<string, StateAfter>()
      const counted: CountedRow[] = []
      const follows: NotedRow[] = []
      for (const [at, row] of noted.entries()) {
        const held = await heldAt(row)
        const known = before.get(row.driver_id)!
        const state = states.get(row.driver_id) ?? {
          ...whose(row),
          exp: known.exp,
          orders: known.cycle_orders,
          cancels: known.cycle_cancels,
        }
        const day = `${row.driver_id} ${row.event} ${dayOf(row)}`
        const today = todays.get(day) ?? sums[at] ?? 0
        const undone = earlier.get(`${row.driver_id} ${row.ref}`)
        const result = countExperience(
          { event: row.event, exp: state.exp, today, isProtected: row.is_protected, taken: undone?.delta ?? 0 },
          held.rules,
        )
        todays.set(day, today + Math.abs(result.delta))
        counted.push({ ...whose(row), experienceId: row.experience_id, ...result })
        if (UNDONE.has(row.event)) earlier.set(`${row.driver_id} ${row.ref}`, { ...row, delta: result.delta, note: result.note })
        const spared = row.event === 'CANCEL' && row.is_protected
        const forgiven = undone && undone.note !== 'PROTECTED' && undone.at >= known.cycle_from
        states.set(row.driver_id, {
          ...state,
          exp: result.balance,
          orders: state.orders + (row.event === 'ORDER_DONE' ? 1 : 0),
          cancels:
            row.event === 'CANCEL' && !spared
              ? state.cancels + 1
              : row.event === 'CANCEL_FORGIVEN' && forgiven
                ? Math.max(0, state.cancels - 1)
                : state.cancels,
        })
        if (row.event === 'ORDER_DONE') follows.push(...kindsOf(row, held).map((event) => ({ ...row, event })))
      }
      await keepCounted(tx, counted, [...states.values()], follows)
      // What follows is counted in the next turn.
      return follows.length > 0 ? AT_ONCE : noted.length
    })
}

/** Whole hours on duty at peak times. */
export const notePeaks = ({ db }: { db: Database }) => db.acrossTenants(async (tx) => void (await notePeakHours(tx)))
