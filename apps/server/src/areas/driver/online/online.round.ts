import type { PeakTimes } from '@chauffeur/contract/driver/online'
import type { Database, PlatformDb } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import type { Round } from '#platform/jobs/rounds'
import { type DayRow, followSigns, keepDays, openAfter, type SessionDb, sessionsIn, type Stretch, takeEnded } from './online.queries.ts'
import { countDay, DAY_S, dayOf, midnightOf, type Span, spanOf } from './online.rules.ts'
import { peakTimes } from './peak-times.setting.ts'

const AT_ONCE = 1_000

/** Midnights that the sessions touch, of each driver and city together. */
function stretchesOf(sessions: readonly (SessionDb & Span)[]): (Stretch & { offset: number })[] {
  const found = new Map<string, Stretch & { offset: number }>()
  for (const { tenant_id, driver_id, city_id, utc_offset_minutes: offset, from, to } of sessions) {
    const key = `${tenant_id} ${driver_id} ${city_id}`
    const known = found.get(key)
    const first = midnightOf(from, offset)
    const end = midnightOf(to, offset) + DAY_S
    found.set(key, {
      ...{ tenantId: tenant_id, driverId: driver_id, cityId: city_id, offset },
      from: Math.min(first, known?.from ?? first),
      to: Math.max(end, known?.to ?? end),
    })
  }
  return [...found.values()]
}

/** The days that sessions touch, counted anew from all that lies in them. */
async function countAnew(
  tx: PlatformDb,
  touched: readonly (SessionDb & Span)[],
  timesOf: (at: Stretch) => Promise<PeakTimes>,
): Promise<void> {
  const stretches = stretchesOf(touched)
  if (stretches.length === 0) return
  const lying = new Map<number, Span[]>()
  for (const { n, began_at, until } of await sessionsIn(tx, stretches)) {
    const spans = lying.get(n) ?? []
    spans.push(spanOf(began_at, until))
    lying.set(n, spans)
  }
  const days: DayRow[] = []
  for (const [at, { offset, from, to, ...whose }] of stretches.entries())
    for (let midnight = from; midnight < to; midnight += DAY_S) {
      const counted = countDay(lying.get(at + 1) ?? [], midnight, offset, await timesOf({ ...whose, from: midnight, to: midnight + DAY_S }))
      if (counted) days.push({ ...whose, ...counted, midnight, day: dayOf(midnight, offset) })
    }
  if (days.length > 0) await keepDays(tx, days)
}

/** Follows who is on duty, and brings their days up to date. */
export async function keepOnlineTime({ db }: { db: Database }): Promise<void> {
  await followSigns(db)
  // What held when a day of a city began; asked once.
  const known = new Map<string, Promise<PeakTimes>>()
  const timesOf = ({ tenantId, cityId, from }: Stretch) => {
    const key = `${tenantId} ${cityId} ${from}`
    const times = known.get(key) ?? peakTimes.contentFor(db.reader(wholeTenant(tenantId)), cityId, new Date(from * 1000))
    known.set(key, times)
    return times
  }
  for (let taken = AT_ONCE; taken === AT_ONCE; )
    taken = await db.acrossTenants(async (tx) => {
      const ended = await takeEnded(tx, AT_ONCE)
      const touched = ended.map((session) => ({ ...session, ...spanOf(session.began_at, session.until) }))
      await countAnew(tx, touched, timesOf)
      return ended.length
    })
  for (let after: string | undefined = '0'; after !== undefined; )
    after = await db.acrossTenants(async (tx): Promise<string | undefined> => {
      const open = await openAfter(tx, after!, AT_ONCE)
      const touched = open.map((session) => {
        const { from, to } = spanOf(session.began_at, session.until)
        // Of one that has gone on for days, the days before yesterday were counted then.
        return { ...session, from: Math.max(from, to - DAY_S), to }
      })
      await countAnew(tx, touched, timesOf)
      return open.length === AT_ONCE ? open.at(-1)!.session_id : undefined
    })
}

export const onlineRound: Round = { name: 'driver.online', everyS: 60, work: keepOnlineTime }
