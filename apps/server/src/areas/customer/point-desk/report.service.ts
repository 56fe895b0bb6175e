import type { pointConfigCalls } from '@chauffeur/contract/customer/points-config'
import type { OutputOf } from '@chauffeur/contract/kernel/call'
import type { TenantDb } from '#platform/database/db'
import { pointTerms } from '../points/index.ts'
import { movesByMonth, outstandingByCity } from './report.queries.ts'
import { groupOf, monthsBack, valueOf } from './report.rules.ts'

type Report = OutputOf<typeof pointConfigCalls.report>

/** What customers could spend at the end of each month, and what came and went in it: backwards from what they can spend now. */
export async function pointReport(db: TenantDb, { months, cityId }: { months: number; cityId: string | null }, now: Date): Promise<Report> {
  const shown = monthsBack(now, months)
  const [moves, cities] = await Promise.all([movesByMonth(db, shown.at(-1)!, cityId), outstandingByCity(db, cityId)])
  const worth = new Map<string | null, number | null>()
  for (const id of new Set([...cities.map((one) => one.cityId), ...moves.map((one) => one.cityId)]))
    worth.set(id, (await pointTerms.contentFor(db, id)).hundredPointsFen)
  const left = new Map(cities.map((one) => [one.cityId, one.points]))
  const rows = shown.map((month) => {
    const within = moves.filter((one) => one.month === month)
    const closingPoints = [...left.values()].reduce((sum, points) => sum + points, 0)
    const closingFen = valueOf(left, worth)
    for (const { cityId: id, points } of within) left.set(id, (left.get(id) ?? 0) - points)
    const sum = (group: ReturnType<typeof groupOf>) =>
      within.filter(({ event }) => groupOf(event) === group).reduce((total, { points }) => total + points, 0)
    const parts = [...Map.groupBy(within, ({ event }) => event)].map(([event, all]) => ({
      event,
      points: all.reduce((total, { points }) => total + points, 0),
    }))
    const [earned, spent, expired, other] = [sum('EARNED'), sum('SPENT'), sum('EXPIRED'), sum('OTHER')]
    return {
      month,
      openingPoints: closingPoints - earned - spent - expired - other,
      earned,
      spent,
      expired,
      other,
      closingPoints,
      closingFen,
      parts,
    }
  })
  return {
    months: rows,
    cities: cities.map((one) => ({ ...one, valueFen: valueOf(new Map([[one.cityId, one.points]]), worth) })),
  }
}
