import type { OutputOf } from '@chauffeur/contract/kernel/call'
import type { WorkStatus } from '@chauffeur/contract/order-model'
import type { reportCalls } from '@chauffeur/contract/report'
import { tenantCities } from '#areas/city'
import { attentionOf, standingOf } from '#areas/order'
import type { TenantDb } from '#platform/db'
import type { Platform } from '#platform/implement'
import { ageSOf, freshnessOf } from '#platform/positions'
import { byGravity, dayBefore, hoursBetween, operatingDayStart, successBp, unpaidLong } from './day.rules.ts'
import { citySums, daySums, driverSums, dutyDrivers, eyedOrders, hourSums, paidSums } from './report.queries.ts'

const EYED_LIMIT = 500
const ATTENTION_LIMIT = 50

const sumOf = (parts: readonly { fen: number }[]) => parts.reduce((sum, { fen }) => sum + fen, 0)

/** The console's home: today against the same time yesterday, drivers, queue, and what needs an eye, within the scope. */
export async function consoleOverview(
  db: TenantDb,
  cityId: string | undefined,
  platform: Platform,
  now: Date,
  language: 'zh' | 'en',
): Promise<OutputOf<typeof reportCalls.overview>> {
  const from = operatingDayStart(now)
  const today = { from, to: now, cityId }
  const yesterday = { from: dayBefore(from), to: dayBefore(now), cityId }
  const [sums, before, paid, paidBefore, hours, cities, perCity, drivers, duty, eyed] = await Promise.all([
    daySums(db, today),
    daySums(db, yesterday),
    paidSums(db, today),
    paidSums(db, yesterday),
    hourSums(db, today),
    tenantCities(db),
    citySums(db, today),
    driverSums(db, cityId),
    dutyDrivers(db, cityId),
    eyedOrders(db, cityId, EYED_LIMIT),
  ])
  const nowMs = now.getTime()
  const count = (match: (row: (typeof drivers)[number]) => boolean) => drivers.filter(match).reduce((sum, row) => sum + row.n, 0)
  const onDuty = (row: { work_status: string }) => row.work_status !== 'OFFLINE'
  const silent = duty.filter(({ driver_id }) => {
    const fix = platform.positions.get(driver_id)
    return !fix || freshnessOf(ageSOf(fix.receivedAt, nowMs)) === 'SILENT'
  }).length
  const byStatus: Partial<Record<WorkStatus, number>> = {}
  for (const row of drivers) byStatus[row.work_status as WorkStatus] = (byStatus[row.work_status as WorkStatus] ?? 0) + row.n
  const hourOf = new Map(hours.map((row) => [row.hour.getTime(), row]))
  return {
    at: now.toISOString(),
    dayFrom: from.toISOString(),
    orders: {
      placed: sums.placed,
      finished: sums.finished,
      cancelled: sums.cancelled,
      failed: sums.failed,
      placedYesterdaySameTime: before.placed,
    },
    dispatchSuccessBp: successBp(sums.found, sums.failed),
    paidFen: sumOf(paid),
    paidYesterdaySameTimeFen: sumOf(paidBefore),
    drivers: {
      online: count(onDuty),
      idle: count((row) => row.work_status === 'ONLINE_IDLE'),
      onOrder: count((row) => ['TO_PICKUP', 'WAITING', 'DRIVING', 'FILING'].includes(row.work_status)),
      silent,
      total: count(() => true),
      byStatus,
    },
    queue: {
      waiting: perCity.reduce((sum, row) => sum + row.waiting, 0),
      longestWaitS: Math.max(0, ...perCity.map((row) => row.longestWaitS)),
    },
    byHour: hoursBetween(from, now).map((hour) => {
      const row = hourOf.get(hour.getTime())
      return {
        hour: hour.toISOString(),
        placed: row?.placed ?? 0,
        finished: row?.finished ?? 0,
        failed: row?.failed ?? 0,
        paidFen: sumOf(paid.filter((part) => part.hour.getTime() === hour.getTime())),
      }
    }),
    byCity: cities
      .filter((city) => cityId === undefined || city.city_id === cityId)
      .map((city) => {
        const row = perCity.find((sum) => sum.city_id === city.city_id)
        const here = (match: (status: string) => boolean) => count((driver) => driver.city_id === city.city_id && match(driver.work_status))
        return {
          cityId: city.city_id,
          name: city.name,
          placed: row?.placed ?? 0,
          paidFen: sumOf(paid.filter((part) => part.city_id === city.city_id)),
          waiting: row?.waiting ?? 0,
          online: here((status) => status !== 'OFFLINE'),
          idle: here((status) => status === 'ONLINE_IDLE'),
        }
      }),
    attention: byGravity(
      eyed.flatMap((order) => {
        const [gravest] = attentionOf(standingOf(order, platform, now), now)
        const found =
          gravest ?? unpaidLong({ payStatus: order.pay_status, inStatusS: Math.floor((nowMs - order.status_since.getTime()) / 1000) })
        return found
          ? [
              {
                kind: found.kind,
                orderId: order.order_id,
                orderNo: order.order_no,
                cityName: order.city_name,
                since: order.status_since.toISOString(),
                detail: found.detail[language],
                count: 1,
              },
            ]
          : []
      }),
    ).slice(0, ATTENTION_LIMIT),
  }
}
