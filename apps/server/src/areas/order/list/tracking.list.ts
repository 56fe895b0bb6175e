import { orderProgressCalls } from '@chauffeur/contract/order/progress'
import { type OrderTimer, orderTimerText } from '@chauffeur/contract/order/model'
import { breached, byUrgency, orderRowView, standingOf, timerOf } from '../model/index.ts'
import { instant, metres, number, words } from '#platform/list/columns'
import { defineSmallList } from '#platform/list/list'
import { orderColumns } from './order.list.ts'
import { liveFacts, trackedRows } from './tracking.queries.ts'

/** What breaches within this needs an eye. */
const URGENT_MS = 120_000

/** Orders under way, what breaches its timer next first. */
export const trackingList = defineSmallList(orderProgressCalls.status, {
  all: async ({ db, scope, input, platform }) => {
    const now = new Date()
    return (await liveFacts(db, scope, input))
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
  },
  beside: async (shown, { db }) => {
    const rows = await trackedRows(
      db,
      shown.map(({ row }) => row.order_id),
    )
    return new Map(rows.map((row) => [row.order_id, row]))
  },
  file: {
    module: import.meta.url,
    zh: '派单跟踪',
    en: 'Dispatch tracking',
    livePositions: true,
    columns: {
      ...orderColumns,
      timer: words('倒计时', 'Next deadline', orderTimerText),
      dueAt: instant('到期时间', 'Due at'),
      round: number('轮次', 'Round'),
      rounds: number('总轮次', 'Rounds'),
      radiusM: metres('派单半径', 'Radius'),
      candidates: number('可派司机', 'Candidates'),
      asked: number('已询问司机', 'Drivers asked'),
      declined: number('拒绝或超时', 'Declined'),
    },
  },
  view: ({ row: { order_id, round, radius_m, candidates, filtered_out }, timer }, { operator }, rows) => {
    const row = rows.get(order_id)
    return row
      ? {
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
        }
      : null
  },
  about: (all) => {
    const now = new Date()
    return { at: now.toISOString(), overdue: all.filter(({ timer }) => timer !== null && breached(timer, now)).length }
  },
})
