import type { OutputOf } from '@chauffeur/contract/kernel/call'
import type { orderProgressCalls } from '@chauffeur/contract/order/progress'
import type { OrderTimer } from '@chauffeur/contract/order/model'
import { breached, byUrgency, orderRowView, standingOf, timerOf } from '../model/index.ts'
import type { TenantDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { pageCut, pageOf } from '#platform/list/page'
import type { OperatorSession } from '#platform/identity/session'
import { liveFacts, type TrackFilter, trackedRows } from './tracking.queries.ts'

/** What breaches within this needs an eye. */
const URGENT_MS = 120_000

interface Tracking extends TrackFilter {
  urgent?: boolean | undefined
  pageNo: number
  pageSize: number
}

/** Orders under way, what breaches its timer next first. */
export async function trackOrders(
  db: TenantDb,
  input: Tracking,
  { scope, operator, platform, now }: { scope: OperatorSession['scope']; operator: OperatorSession; platform: Platform; now: Date },
): Promise<OutputOf<typeof orderProgressCalls.status>> {
  const facts = await liveFacts(db, scope, input)
  const wanted = facts
    .map((row) => {
      const timer = timerOf(standingOf(row, platform, now))
      return {
        row,
        timer,
        failed: false,
        dueMs: timer?.dueAt.getTime() ?? null,
        sinceMs: row.status_since.getTime(),
        id: Number(row.order_id),
      }
    })
    .filter(({ dueMs }) => !input.urgent || (dueMs !== null && dueMs < now.getTime() + URGENT_MS))
    .toSorted(byUrgency)
  const shown = pageCut(wanted, input)
  const rows = new Map(
    (
      await trackedRows(
        db,
        shown.map(({ row }) => row.order_id),
      )
    ).map((row) => [row.order_id, row]),
  )
  return {
    ...pageOf(
      shown.flatMap(({ row: { order_id, round, radius_m, candidates, filtered_out }, timer }) => {
        const row = rows.get(order_id)
        return row
          ? [
              {
                ...orderRowView(row, operator.authorities),
                timer: (timer?.kind ?? null) as OrderTimer | null,
                dueAt: timer?.dueAt.toISOString() ?? null,
                round: round ?? 0,
                rounds: row.rounds ?? 0,
                radiusM: radius_m ?? 0,
                candidates: candidates ?? 0,
                filteredOut: filtered_out ?? {},
                asked: row.asked,
                declined: row.declined,
              },
            ]
          : []
      }),
      wanted.length,
      input,
    ),
    at: now.toISOString(),
    overdue: wanted.filter(({ timer }) => timer !== null && breached(timer, now)).length,
  }
}
