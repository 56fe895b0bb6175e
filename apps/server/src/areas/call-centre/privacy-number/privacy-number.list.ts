import { numberFailureText } from '@chauffeur/contract/call-centre/number-provider'
import { bindingStateText, privacyNumberCalls } from '@chauffeur/contract/call-centre/privacy-number'
import { sql } from 'kysely'
import { instant, number, text, words } from '#platform/list/columns'
import { is, isBefore, isFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { bindings, listed, WRONG } from './privacy-number.queries.ts'
import { bindingView } from './privacy-number.view.ts'

export const bindingList = defineList(privacyNumberCalls.list, {
  from: ({ db }) => bindings(db),
  filters: {
    cityId: is('b.city_id'),
    state: is('b.state'),
    orderNo: (orderNo) => sql<boolean>`b.order_id in (select order_id from orders where order_no = ${orderNo})`,
    number: is('b.number'),
    wrong: (wrong) => (wrong ? WRONG : sql<boolean>`true`),
    createdAtFrom: isFrom('b.created_at'),
    createdAtTo: isBefore('b.created_at'),
  },
  key: 'b.binding_id',
  order: [desc('b.created_at'), desc('b.binding_id')],
  select: listed,
  file: {
    module: import.meta.url,
    zh: '隐私号绑定',
    en: 'Privacy numbers',
    columns: {
      createdAt: instant('发起时间', 'Asked for'),
      orderNo: text('订单号', 'Order no.'),
      cityName: text('城市', 'City'),
      number: text('隐私号', 'Privacy number'),
      state: words('状态', 'Status', bindingStateText),
      driverName: text('司机', 'Driver'),
      driverNo: text('司机编号', 'Driver number'),
      driverPhone: text('司机电话', "Driver's telephone"),
      contactPhone: text('客户电话', 'Customer phone'),
      boundAt: instant('绑定于', 'Bound'),
      until: instant('自动释放时间', 'Released by itself'),
      releasedAt: instant('释放时间', 'Released'),
      calls: number('通话次数', 'Calls'),
      missingRecordings: number('缺失录音', 'Recordings missing'),
      failure: words('号码异常', 'Number fault', numberFailureText),
      failureCode: text('服务商错误码', "Provider's code"),
    },
  },
  view: (row, { operator }) => bindingView(row, operator),
})
