import { orderCalls } from '@chauffeur/contract/order/list'
import { awaitsPrepayText, orderSourceText, payStatusText, serviceStatusText, serviceTypeText } from '@chauffeur/contract/order/model'
import { fen, instant, metres, phone, text, words } from '#platform/list/columns'
import { defineList, desc } from '#platform/list/list'
import { keywordOf, ORDER_NAMES, ORDER_ROW, orderFilters, orderRowView, withinScope } from '../model/index.ts'

/** How an order stands in a file. */
export const orderColumns = {
  orderNo: text('订单号', 'Order no.'),
  bookingNo: text('预约单号', 'Booking no.'),
  serviceStatus: words('订单状态', 'Order status', serviceStatusText, { field: 'prepayUntil', words: awaitsPrepayText }),
  payStatus: words('支付状态', 'Payment', payStatusText),
  source: words('来源', 'Source', orderSourceText),
  serviceType: words('业务类型', 'Service', serviceTypeText),
  cityName: text('城市', 'City'),
  customerName: text('客户', 'Customer'),
  customerPhone: phone('客户电话', 'Customer phone'),
  driverNo: text('司机工号', 'Driver no.'),
  driverName: text('司机', 'Driver'),
  pickupAddress: text('上车点', 'Pick-up point'),
  dropoffAddress: text('目的地', 'Destination'),
  totalFen: fen('总金额', 'Total'),
  estimateFen: fen('预估金额', 'Estimate'),
  distanceM: metres('里程', 'Distance'),
  filledM: metres('其中按道路补全', 'Of it filled in along streets'),
  bookTime: instant('预约时间', 'Booked for'),
  createdAt: instant('下单时间', 'Placed'),
  statusSince: instant('状态时间', 'In this status since'),
  prepayDueFen: fen('待预付金额', 'To be paid ahead'),
  prepayUntil: instant('预付截止时间', 'To be paid ahead by'),
} as const

/**
 * Orders. Their pages are the one exception to the block: `listOrders` puts the same filters into a statement that is written once and answers
 * in JSON, since this list is asked for all day.
 */
export const orderList = defineList(orderCalls.list, {
  from: ({ db, scope }) => withinScope(db.selectFrom('orders as o'), scope),
  filters: orderFilters,
  key: 'o.order_id',
  order: [desc('o.created_at')],
  sorts: {
    createdAt: desc('o.created_at'),
    statusSince: desc('o.status_since'),
    totalFen: desc('o.total_fen', 'smallest'),
    distanceM: desc('o.distance_m', 'smallest'),
  },
  select: (rows) =>
    rows
      .innerJoin('cities', 'cities.city_id', 'o.city_id')
      .leftJoin('bookings', 'bookings.booking_id', 'o.booking_id')
      .leftJoin('drivers', 'drivers.driver_id', 'o.driver_id')
      .select([...ORDER_ROW, ...ORDER_NAMES]),
  view: (row, { operator }) => orderRowView(row, operator.authorities),
  growing: {
    period: { from: 'createdAtFrom', to: 'createdAtTo' },
    served: (input) =>
      [
        input.serviceStatus,
        input.payStatus,
        input.source,
        input.serviceType,
        input.awaitsPrepay,
        input.totalFenFrom,
        input.totalFenTo,
      ].every((filter) => filter === undefined) &&
      (input.sortBy === undefined || input.sortBy === 'createdAt') &&
      (input.keyword === undefined || keywordOf(input.keyword).kind !== 'part'),
  },
  file: { module: import.meta.url, zh: '订单', en: 'Orders', columns: orderColumns },
})
