import { optOutCalls, optOutWayText } from '@chauffeur/contract/message/opt-out'
import { sql } from 'kysely'
import { flag, instant, phone, text, words } from '#platform/list/columns'
import { is, isBefore, isFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { phonePrint } from '#platform/provider/sms'
import { listed, optOuts } from './opt-out.queries.ts'
import { optOutView } from './opt-out.view.ts'

export const optOutList = defineList(optOutCalls.list, {
  from: ({ db }) => optOuts(db),
  filters: {
    phone: (typed, { platform, operator }) => sql<boolean>`o.phone_print = ${phonePrint(platform.vault, operator.tenantId, typed)}`,
    way: is('o.way'),
    cityId: is('o.city_id'),
    holds: (holds) => (holds ? sql<boolean>`o.removed_at is null` : sql<boolean>`o.removed_at is not null`),
    saidAtFrom: isFrom('o.said_at'),
    saidAtTo: isBefore('o.said_at'),
  },
  key: 'o.opt_out_id',
  order: [desc('o.said_at')],
  select: listed,
  file: {
    module: import.meta.url,
    zh: '退订名单',
    en: 'Opt-outs',
    columns: {
      phone: phone('电话', 'Phone'),
      cityName: text('城市', 'City'),
      way: words('方式', 'By', optOutWayText),
      said: text('退订内容', 'What was said'),
      reference: text('服务商编号', 'Provider number'),
      saidAt: instant('退订时间', 'Said at'),
      createdByName: text('登记人', 'Entered by'),
      holds: flag('生效', 'Applies'),
      removedAt: instant('移出时间', 'Taken off'),
      removedByName: text('移出人', 'Taken off by'),
      removedReason: text('移出原因', 'Taken out because'),
    },
  },
  view: optOutView,
})
