import type { OutputOf } from '@chauffeur/contract/kernel/call'
import type { WorkStatus } from '@chauffeur/contract/order/model'
import type { reportCalls } from '@chauffeur/contract/operations/home'
import { bookingsInNeed } from '#areas/call-centre/booking-queue'
import { tenantCities } from '../city/index.ts'
import { silentDrivers } from '#areas/driver/file'
import { attentionOf, standingOf } from '#areas/order/model'
import type { TenantDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { operatingDayStart } from '#platform/values/operating-day'
import type { Scope } from '#platform/database/scope'
import { dayBefore, hoursBetween, successBp, UNPAID_S, unpaidWords } from './day.rules.ts'
import { citySums, daySums, driverSums, hourSums, ordersInNeed, paidSums, unpaidBills } from './report.queries.ts'

const ATTENTION_LIMIT = 50

type Overview = OutputOf<typeof reportCalls.overview>
type Attention = Overview['attention'][number]

const sumOf = (parts: readonly { fen: number }[]) => parts.reduce((sum, { fen }) => sum + fen, 0)

/** The console's home: today against the same time yesterday, drivers, queue, and what needs an eye, within the scope. */
export async function consoleOverview(
  db: TenantDb,
  scope: Scope,
  cityId: string | undefined,
  platform: Platform,
  now: Date,
  language: 'zh' | 'en',
): Promise<Overview> {
  const from = operatingDayStart(now)
  const today = { from, to: now, cityId }
  const yesterday = { from: dayBefore(from), to: dayBefore(now), cityId }
  const [sums, before, paid, paidBefore, hours, cities, perCity, drivers, silent, inNeed, unpaid] = await Promise.all([
    daySums(db, today),
    daySums(db, yesterday),
    paidSums(db, today),
    paidSums(db, yesterday),
    hourSums(db, today),
    tenantCities(db),
    citySums(db, today),
    driverSums(db, cityId),
    silentDrivers(db, cityId, platform, now.getTime()),
    bookingsInNeed(db, scope, { cityId, ordersAlone: true }, { platform, now }),
    unpaidBills(db, cityId, UNPAID_S),
  ])
  const shown = inNeed.slice(0, ATTENTION_LIMIT)
  const orders = await ordersInNeed(
    db,
    shown.map(({ orderId }) => orderId),
  )
  const named = new Map(orders.map((order) => [order.order_id, order]))
  const nowMs = now.getTime()
  const secondsSince = (at: Date) => Math.floor((nowMs - at.getTime()) / 1000)
  const count = (match: (row: (typeof drivers)[number]) => boolean) => drivers.filter(match).reduce((sum, row) => sum + row.n, 0)
  const onDuty = (row: { work_status: string }) => row.work_status !== 'OFFLINE'
  const byStatus: Partial<Record<WorkStatus, number>> = {}
  for (const row of drivers) byStatus[row.work_status] = (byStatus[row.work_status] ?? 0) + row.n
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
      silent: silent.length,
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
    inNeed: { bookings: inNeed.length, unpaid: unpaid?.bills ?? 0 },
    attention: [
      ...shown.flatMap(({ orderId }) => {
        const order = named.get(orderId)
        const [gravest] = order ? attentionOf(standingOf(order, platform, now), now) : []
        return order && gravest ? [entry(order, gravest.kind, gravest.detail[language], 1)] : []
      }),
      ...(unpaid ? [entry(unpaid, 'UNPAID_LONG', unpaidWords(secondsSince(unpaid.status_since))[language], unpaid.bills)] : []),
    ],
  }
}

const entry = (
  order: { order_id: string; order_no: string; city_name: string; status_since: Date },
  kind: Attention['kind'],
  detail: string,
  count: number,
): Attention => ({
  kind,
  orderId: order.order_id,
  orderNo: order.order_no,
  cityName: order.city_name,
  since: order.status_since.toISOString(),
  detail,
  count,
})
