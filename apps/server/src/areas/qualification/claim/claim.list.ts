import { claimStateText, driverClaimCalls } from '@chauffeur/contract/qualification/claim'
import { insuranceProductText } from '@chauffeur/contract/qualification/insurance'
import { driverFound } from '#areas/driver/file'
import { fen, instant, text, words } from '#platform/list/columns'
import { holds, is, isBefore, isFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { claims, listed } from './claim.queries.ts'
import { claimView } from './claim.view.ts'

/** Claims, the latest loss first. */
export const claimList = defineList(driverClaimCalls.claims, {
  from: ({ db }) => claims(db),
  filters: {
    cityId: is('d.city_id'),
    driverId: is('k.driver_id'),
    orderId: is('k.order_id'),
    insuranceId: is('k.insurance_id'),
    keyword: (typed, { scope }) => driverFound(typed, scope),
    policyNo: holds('i.policy_no'),
    state: is('k.state'),
    lossFrom: isFrom('k.loss_at'),
    lossTo: isBefore('k.loss_at'),
  },
  order: [desc('k.loss_at')],
  sorts: { lossAt: desc('k.loss_at'), reportedAt: desc('k.created_at'), amountFen: desc('k.amount_fen') },
  key: 'k.driver_claim_id',
  select: (rows) => listed(rows),
  file: {
    module: import.meta.url,
    zh: '司机保险理赔',
    en: 'Claims on drivers’ insurance',
    columns: {
      driverNo: text('工号', 'Driver no.'),
      driverName: text('姓名', 'Name'),
      cityName: text('城市', 'City'),
      state: words('状态', 'Status', claimStateText),
      product: words('险种', 'Product', insuranceProductText),
      insurer: text('保险公司', 'Insurer'),
      policyNo: text('保单号', 'Policy no.'),
      orderNo: text('订单号', 'Order no.'),
      lossAt: instant('出险时间', 'Loss at'),
      what: text('出险经过', 'What happened'),
      amountFen: fen('索赔金额', 'Claimed'),
      paidFen: fen('赔付金额', 'Paid'),
      reportNo: text('报案号', "Insurer's number"),
      reportedBy: text('理赔登记人', 'Reported by'),
      reportedAt: instant('登记时间', 'Reported'),
    },
  },
  view: (row, { operator }) => claimView(row, operator),
})
