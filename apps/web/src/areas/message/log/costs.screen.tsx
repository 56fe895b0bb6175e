import { messageLogCalls } from '@chauffeur/contract/message/log'
import { smsProviderText } from '@chauffeur/contract/message/sending'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { t, tr } from '#platform/text/text.ts'
import { costText, serviceWords } from './log.view.ts'

const percent = (part: number, whole: number) => (whole === 0 ? '—' : `${((part / whole) * 100).toFixed(1)}%`)

/** What messages cost, by day, provider and city: for finance, against the provider's bill. */
export default defineList(messageLogCalls.costs, ({ c, f }) => ({
  name: 'message.costs',
  title: t('短信费用汇总'),
  rowKey: (row) => row.costId,
  rowName: (row) => `${row.day} ${serviceWords(row)}`,
  fills: t('服务商接收的短信按城市的自然日汇总在这里，长期保留。'),
  filters: [f.days('day', t('日期')), f.word('provider', t('服务商'), smsProviderText), f.city()],
  columns: [
    c.of('day', t('日期'), ({ day }) => <span className="ui-number">{day}</span>, '2000-00-00', { fixed: true }),
    c.text('serviceName', t('服务商'), serviceWords, { shows: ['provider', 'serviceName'] }),
    c.text('cityName', t('城市'), ({ cityId, cityName }) => (cityId === null ? t('不分城市') : tr(cityName)), { like: letters(4) }),
    c.count('messages', t('短信数')),
    c.count('segments', t('计费条数')),
    c.of('costFenX100', t('费用'), ({ costFenX100 }) => costText(costFenX100), '¥00,000.0000', {
      align: 'right',
      sum: (rows) => costText(rows.reduce((sum, row) => sum + row.costFenX100, 0)),
    }),
    c.count('unpriced', t('无单价短信')),
    c.of('delivered', t('送达率'), ({ delivered, messages }) => percent(delivered, messages), '100.0%', { align: 'right' }),
    c.count('failed', t('失败')),
  ],
}))
