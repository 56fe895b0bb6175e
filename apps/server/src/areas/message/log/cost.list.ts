import { messageLogCalls } from '@chauffeur/contract/message/log'
import { type SmsProvider, smsProviderText } from '@chauffeur/contract/message/sending'
import { sql } from 'kysely'
import { number, text, words } from '#platform/list/columns'
import { is } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'
import { costs } from './log.queries.ts'

export const costList = defineList(messageLogCalls.costs, {
  from: ({ db }) => costs(db),
  filters: {
    dayFrom: (day) => sql<boolean>`d.day >= (${day}::timestamptz at time zone 'Asia/Shanghai')::date`,
    dayTo: (day) => sql<boolean>`d.day < (${day}::timestamptz at time zone 'Asia/Shanghai')::date`,
    cityId: is('d.city_id'),
    provider: is('d.provider'),
  },
  key: 'd.sms_day_id',
  order: [desc('d.day'), asc('d.provider'), asc('d.sms_day_id')],
  select: (rows) => rows.selectAll('d').select(['c.name as city_name', 'v.name as service_name', sql<string>`d.day::text`.as('on_day')]),
  file: {
    module: import.meta.url,
    zh: '短信费用汇总',
    en: 'Cost of messages',
    columns: {
      day: text('日期', 'Day'),
      cityName: text('城市', 'City'),
      provider: words('服务商', 'Provider', smsProviderText),
      serviceName: text('服务商名称', 'Provider’s name'),
      messages: number('短信数', 'Messages'),
      segments: number('计费条数', 'Segments'),
      costFenX100: number('费用（0.01分）', 'Cost (1/100 fen)'),
      unpriced: number('无单价短信', 'Without a price'),
      delivered: number('已送达', 'Delivered'),
      failed: number('失败', 'Failures'),
    },
  },
  view: (row) => ({
    costId: row.sms_day_id,
    day: row.on_day,
    cityId: row.city_id === '0' ? null : row.city_id,
    cityName: row.city_name ?? '',
    provider: row.provider as SmsProvider,
    serviceName: row.service_name ?? '',
    messages: row.messages,
    segments: row.segments,
    costFenX100: Number(row.cost_x100),
    unpriced: row.unpriced,
    delivered: row.delivered,
    failed: row.failed,
  }),
})
