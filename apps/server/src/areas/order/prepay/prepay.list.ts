import { prepayCalls, prepaymentStateText } from '@chauffeur/contract/finance/prepayment'
import { paidByText } from '@chauffeur/contract/order/model'
import { serviceStatusText } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import { fen, instant, phone, text, words } from '#platform/list/columns'
import { is } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { listed, prepayments } from './prepay.queries.ts'
import { lateBefore } from './prepay.rules.ts'
import { prepaymentRowView } from './prepay.view.ts'

/** Prepayments, the newest first. */
export const prepaymentList = defineList(prepayCalls.list, {
  from: ({ db }) => prepayments(db),
  filters: {
    cityId: is('o.city_id'),
    state: is('p.state'),
    keyword: (typed: string) => sql<boolean>`(o.order_no = ${typed} or p.reference = ${typed} or p.return_reference = ${typed})`,
    late: (late: boolean) =>
      late ? sql<boolean>`(p.state = 'RETURN_DUE' and p.return_since < ${lateBefore(new Date())}::timestamptz)` : undefined,
  },
  order: [desc('p.created_at')],
  sorts: { paidAt: desc('p.paid_at'), amountFen: desc('p.amount_fen') },
  key: 'p.prepayment_id',
  select: (rows) => listed(rows),
  file: {
    module: import.meta.url,
    zh: '预付款',
    en: 'Prepayments',
    columns: {
      orderNo: text('订单号', 'Order no.'),
      serviceStatus: words('订单状态', 'Order status', serviceStatusText),
      cityName: text('城市', 'City'),
      customerName: text('客户', 'Customer'),
      customerPhone: phone('客户电话', 'Customer phone'),
      state: words('预付状态', 'Prepayment', prepaymentStateText),
      amountFen: fen('已预付', 'Paid ahead'),
      way: words('收款方式', 'Paid by', paidByText),
      reference: text('收款流水号', 'Payment no.'),
      paidAt: instant('到账时间', 'Received at'),
      byName: text('收款登记人', 'Recorded by'),
      appliedFen: fen('已抵扣账单', 'Applied to bills'),
      returnDueFen: fen('待退金额', 'To be refunded'),
      returnSince: instant('待退起始', 'To be refunded since'),
      returnedFen: fen('已退金额', 'Refunded'),
      returnWay: words('退款方式', 'Refunded by', paidByText),
      returnReference: text('退款流水号', 'Refund no.'),
      returnedAt: instant('退款时间', 'Refunded at'),
      returnedByName: text('退款登记人', 'Refund recorded by'),
    },
  },
  view: (row, { operator }) => prepaymentRowView(row, operator, new Date()),
})
