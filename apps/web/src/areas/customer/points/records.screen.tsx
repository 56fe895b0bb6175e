import { pointCalls } from '@chauffeur/contract/customer/points'
import { pointEventText } from '@chauffeur/contract/customer/points-model'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { t, tr } from '#platform/text/text.ts'
import { countText } from '#ui/show/measure.view.ts'
import { signedPoints } from './points.view.ts'
import './points.css'

/** What customers were given and spent, each once, with the balance after it. */
export default defineList(pointCalls.records, ({ c, f }) => ({
  name: 'customer.points',
  title: t('积分记录'),
  rowKey: (row) => row.recordId,
  rowName: (row) => `${tr(pointEventText[row.event])} ${row.customerName || row.phone}`,
  open: (row) => `/customers/user_info?customerId=${row.customerId}`,
  extra: <a href="#/Marketing/PointAdjustments">{t('积分调整')}</a>,
  fills: <a href="#/Marketing/PointConfig">{t('启用积分规则后，客户完成的订单会在这里记分。')}</a>,
  filters: [
    f.keyword(t('完整电话、姓名或订单号')),
    f.pick('customer'),
    f.word('event', t('事件'), pointEventText),
    f.city(),
    f.days('at', t('时间')),
  ],
  columns: [
    c.time('at', t('时间')),
    c.person(
      'customer',
      t('客户'),
      (row) => row.customerName,
      (row) => row.phone,
      { shows: ['customerName', 'phone'] },
    ),
    c.word('event', t('事件'), pointEventText),
    c.of(
      'delta',
      t('积分'),
      ({ delta }) => <span className={`ui-number ${delta < 0 ? 'points-out' : 'points-in'}`}>{signedPoints(delta)}</span>,
      '+10,000,000',
      { align: 'right' },
    ),
    c.of(
      'balanceAfter',
      t('变动后余额'),
      ({ balanceAfter }) => <span className="ui-number">{countText(balanceAfter)}</span>,
      '10,000,000',
      {
        align: 'right',
      },
    ),
    c.of(
      'about',
      t('关于'),
      ({ about, orderId }) =>
        orderId ? (
          <a className="ui-link ui-number" href={`#/Order/Detail?orderId=${orderId}`}>
            {about}
          </a>
        ) : (
          about
        ),
      'D0000000000000-0',
    ),
    c.text('reason', t('原因')),
    c.text('actorName', t('操作人'), ({ actorName }) => actorName || t('系统'), { like: letters(4) }),
    c.text('cityName', t('城市'), ({ cityName }) => tr(cityName), { like: letters(4), optional: true }),
  ],
}))
