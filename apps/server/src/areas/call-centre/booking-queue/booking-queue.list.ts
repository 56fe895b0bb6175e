import { awaitsPrepayText, orderSourceText, SERVICE_STATUS as S, serviceStatusText } from '@chauffeur/contract/order/model'
import { queueCalls, queueStatusText } from '@chauffeur/contract/call-centre/booking-queue'
import { queueStatusOf } from '#areas/dispatch/search'
import { breached } from '#areas/order/model'
import { instant, number, phone, text, words } from '#platform/list/columns'
import { type ListRequest, defineSmallList } from '#platform/list/list'
import { type QueueFacts, queueFacts } from './booking-queue.queries.ts'
import { rowsOf } from './booking-queue.service.ts'
import { claimable, type Group, grouped } from './booking-queue.view.ts'

type QueueCall = typeof queueCalls.orderQueue | typeof queueCalls.myOrderQueue

const stageOf = (status: number): NonNullable<ListRequest<QueueCall>['input']['stage']> =>
  status === S.dispatchFailed
    ? 'FAILED'
    : status === S.created
      ? 'SCHEDULED'
      : status === S.dispatchStart || status === S.dispatching
        ? 'WAITING'
        : 'SERVING'

const isWanted = ({ main, all }: Group<QueueFacts>, wanted: ListRequest<QueueCall>['input'], now: Date) =>
  (!wanted.queueStatus || queueStatusOf(all.map(({ row }) => row.service_status)) === wanted.queueStatus) &&
  (!wanted.stage || all.some(({ row }) => stageOf(row.service_status) === wanted.stage)) &&
  (!wanted.attention ||
    all.some(({ attention }) => attention.some(({ kind }) => wanted.attention === 'ANY' || kind === wanted.attention))) &&
  (!wanted.unclaimed || claimable(main.row, '', now))

/** Bookings that are not over, what breaches its timer next first; only a page of them is read with its names and put into words. */
const queueOf = (call: QueueCall, whose: 'all' | 'mine') =>
  defineSmallList(call, {
    all: async ({ db, scope, input, operator, platform }) => {
      const now = new Date()
      const facts = await queueFacts(db, scope, whose === 'mine' ? { ...input, mineOf: operator.userId } : input)
      return grouped(facts, { platform, now }).filter((group) => isWanted(group, input, now))
    },
    beside: async (shown, { db, operator, platform, request }) => {
      const bookingIds = shown.map(({ main }) => main.row.booking_id)
      const rows = await rowsOf(db, bookingIds, { operator, platform, english: request.english, now: new Date() })
      return new Map(rows.map((row) => [row.bookingId, row]))
    },
    file: {
      module: import.meta.url,
      zh: whose === 'mine' ? '我的队列' : '订单队列',
      en: whose === 'mine' ? 'My queue' : 'Queue of orders',
      livePositions: true,
      columns: {
        timer: instant('到期时间', 'Due at', (timer) => timer && timer.dueAt),
        queueStatus: words('队列状态', 'Stands', queueStatusText),
        serviceStatus: words('服务状态', 'Status', serviceStatusText, { field: 'prepayUntil', words: awaitsPrepayText }),
        statusSince: instant('状态时间', 'In this status since'),
        attention: text('需要处理', 'Needs somebody', (all) => all.map(({ detail }) => detail).join('\n')),
        claimedBy: text('领取人', 'Claimed by', (by) => by && by.name),
        agentName: text('下单客服', 'Operator'),
        customerName: text('客户', 'Customer'),
        customerPhone: phone('客户电话', 'Customer phone'),
        cityName: text('城市', 'City'),
        pickupAddress: text('上车点', 'Pick-up point'),
        dropoffAddress: text('目的地', 'Destination'),
        driverCount: number('司机数', 'Drivers'),
        orders: text('订单', 'Orders', (orders) => orders.map(({ orderNo }) => orderNo).join(' ')),
        bookingNo: text('预约单号', 'Booking no.'),
        channelName: text('渠道', 'Channel'),
        source: words('来源', 'Source', orderSourceText),
        remark: text('备注', 'Remark'),
        createdAt: instant('下单时间', 'Placed'),
        bookTime: instant('预约时间', 'Booked for'),
      },
    },
    view: ({ main }, _, rows) => rows.get(main.row.booking_id) ?? null,
    about: (all) => {
      const now = new Date()
      return {
        at: now.toISOString(),
        counts: {
          attention: all.filter((group) => group.all.some(({ attention }) => attention.length > 0)).length,
          unclaimed: all.filter(({ main }) => main.row.claimed_by === null).length,
          breached: all.filter((group) => group.all.some(({ timer }) => timer && breached(timer, now))).length,
        },
      }
    },
  })

export const queueList = queueOf(queueCalls.orderQueue, 'all')
export const ownQueueList = queueOf(queueCalls.myOrderQueue, 'mine')
