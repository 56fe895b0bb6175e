import { eventsBy, filled, messageEventText, messageSamples, messageWayText, signOf, wayOf } from '@chauffeur/contract/message/event'
import { messageLanguageText } from '@chauffeur/contract/kernel/language'
import { segmentsOf } from '@chauffeur/contract/message/segments'
import { messageTextCalls, messageTextEffectText, type MessageTextRow, messageTextStateText } from '@chauffeur/contract/message/text'
import { seesEveryCity, type Scope, withinCities } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { instant, number, text, words } from '#platform/list/columns'
import { holds, is } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { sql } from 'kysely'
import { listed, type TextRow, texts } from './text.queries.ts'

/** What holds in every city is for those who see every city; a city's own for whoever runs that city. */
export const mayKeep = ({ cityId }: { cityId: string | null }, scope: Scope): boolean =>
  cityId === null ? seesEveryCity(scope) : scope.channel === '*' && scope.orgs === '*' && withinCities([cityId], scope.cities)

function actionsOf(row: TextRow, { operator, scope }: { operator: OperatorSession; scope: Scope }): MessageTextRow['allowedActions'] {
  if (!mayKeep({ cityId: row.city_id }, scope)) return []
  const { authorities, userId } = operator
  const edits = authorities.has('messageText.edit')
  if (row.state === 'IN_FORCE') {
    const wider = row.city_id !== null || row.channel_id !== null || row.language !== 'zh'
    const own = row.effect !== 'FOLLOW' && !row.is_program && wider
    return edits ? ['edit', ...(own ? (['follow'] as const) : [])] : []
  }
  if (row.state !== 'WAITING') return []
  const decides = authorities.has('messageText.approve')
  return [...(decides && row.created_by !== userId ? (['approve', 'reject'] as const) : []), ...(edits ? (['withdraw'] as const) : [])]
}

export function textView(row: TextRow, by: { operator: OperatorSession; scope: Scope }): MessageTextRow {
  const sample = row.effect === 'SEND' ? filled(signOf(row.event, row.sign || row.brand_name), row.body, messageSamples[row.language]) : ''
  return {
    textId: row.message_text_id,
    event: row.event,
    way: wayOf(row.event),
    cityId: row.city_id,
    cityName: row.city_name ?? '',
    channelId: row.channel_id,
    channelName: row.channel_name ?? '',
    language: row.language,
    number: row.number,
    effect: row.effect,
    sign: row.sign,
    body: row.body,
    sample,
    segments: wayOf(row.event) === 'SMS' ? segmentsOf(sample).segments : 0,
    state: row.state,
    reason: row.reason,
    proposedByName: row.created_by_name,
    proposedAt: row.created_at.toISOString(),
    decidedByName: row.decided_by_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionNote: row.decision_note,
    replacedAt: row.replaced_at?.toISOString() ?? null,
    version: row.version,
    allowedActions: actionsOf(row, by),
  }
}

export const textList = defineList(messageTextCalls.list, {
  from: ({ db }) => texts(db),
  filters: {
    keyword: holds('t.body', 't.sign', 't.reason'),
    event: is('t.event'),
    way: (way) => sql<boolean>`t.event = any (${eventsBy(way)}::text[])`,
    cityId: is('t.city_id'),
    channelId: is('t.channel_id'),
    language: is('t.language'),
    state: is('t.state'),
  },
  key: 't.message_text_id',
  order: [desc('t.created_at')],
  select: listed,
  file: {
    module: import.meta.url,
    zh: '消息模板',
    en: 'Texts of messages',
    columns: {
      way: words('方式', 'By', messageWayText),
      event: words('事件', 'Event', messageEventText),
      cityName: text('城市', 'City'),
      channelName: text('合作渠道', 'Partner channel'),
      language: words('语言', 'Language', messageLanguageText),
      number: number('版本', 'Version'),
      effect: words('发送', 'Send', messageTextEffectText),
      sign: text('签名', 'Signature'),
      body: text('内容', 'Content'),
      segments: number('计费条数', 'Segments'),
      state: words('状态', 'Status', messageTextStateText),
      reason: text('修改原因', 'Why'),
      proposedByName: text('提交人', 'Submitted by'),
      proposedAt: instant('提交时间', 'Submitted'),
      decidedByName: text('审核人', 'Reviewed by'),
      decidedAt: instant('审核时间', 'Decided'),
    },
  },
  view: textView,
})
