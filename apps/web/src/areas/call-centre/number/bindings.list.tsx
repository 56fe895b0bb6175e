import { bindingStateText, type PrivacyBinding, privacyNumberCalls } from '@chauffeur/contract/call-centre/privacy-number'
import { Phone } from '#kit/show/phone.tsx'
import { letters, none } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { sendCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { bindingTone, faultWords } from './number.view.ts'

/** The numbers between drivers and customers: who is behind one, until when, and what went wrong. */
const BindingList = defineList(privacyNumberCalls.list, ({ c, f }) => ({
  name: 'callCentre.privacyNumbers',
  title: t('隐私号绑定'),
  rowKey: (row: PrivacyBinding) => row.bindingId,
  rowName: (row) => row.orderNo,
  open: (row) => `/Order/Detail?orderId=${row.orderId}`,
  live: { topic: 'orders', everyMs: 2_000 },
  pollS: { live: 60, otherwise: 15 },
  fills: t('城市开关“隐私号”开启后，司机接单时绑定的号码列在这里。'),
  filters: [
    f.text('number', t('隐私号'), { placeholder: t('查号码背后是谁') }),
    f.text('orderNo', t('订单号')),
    f.city(),
    f.word('state', t('状态'), bindingStateText),
    f.flag('wrong', t('号码异常'), t('只看异常')),
    f.days('createdAt', t('发起时间'), { more: true }),
  ],
  columns: [
    c.link('orderNo', t('订单号'), (row) => `/Order/Detail?orderId=${row.orderId}`, {
      like: 'D20261122000000',
      under: (row) => tr(row.cityName),
    }),
    c.of('number', t('隐私号'), (row) => (row.number ? <span className="ui-number">{row.number}</span> : none), '17000000000'),
    c.status('state', t('状态'), bindingStateText, bindingTone),
    c.two(
      'driver',
      t('司机'),
      (row) => row.driverName || none,
      (row) => (row.driverPhone ? <Phone value={row.driverPhone} dial={{ of: 'ORDER_DRIVER', id: row.orderId }} /> : row.driverNo),
      [letters(8), '138****0000'],
      { besidePx: 40 },
    ),
    c.of(
      'contact',
      t('客户'),
      (row) => (row.contactPhone ? <Phone value={row.contactPhone} dial={{ of: 'ORDER_CONTACT', id: row.orderId }} /> : none),
      '138****0000',
      { besidePx: 40 },
    ),
    c.text('failure', t('号码异常'), (row) => faultsOf(row)),
    c.count('calls', t('通话次数')),
    c.time('boundAt', t('绑定于')),
    c.time('until', t('自动释放时间'), { optional: true }),
    c.time('releasedAt', t('释放时间')),
    c.count('attempts', t('尝试次数'), { optional: true }),
    c.time('createdAt', t('发起时间'), { optional: true }),
  ],
  actions: [
    {
      key: 'retry',
      label: t('重试绑定'),
      letter: 'R',
      may: privacyNumberCalls.retry,
      confirm: {
        send: ({ bindingId }) => sendCall(privacyNumberCalls.retry, { bindingId }),
        done: t('已安排重试'),
      },
    },
  ],
}))
export default BindingList

function faultsOf({ failure, failureCode, missingRecordings }: PrivacyBinding): string {
  const missing = missingRecordings > 0 ? t('{n} 段录音取不到', { n: missingRecordings }) : ''
  return [failure === '' ? '' : faultWords(failure, failureCode), missing].filter(Boolean).join('；')
}
