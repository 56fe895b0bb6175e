import { type MessageEvent, eventsBy } from '@chauffeur/contract/message/event'
import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { sql } from 'kysely'
import type { PlatformDb, TenantDb } from '#platform/database/db'

/** Whom a message is about: texts may differ by it. */
export interface Place {
  tenantId: string
  cityId: string | null
  channelId: string | null
}
export interface TextInForce {
  event: MessageEvent
  language: MessageLanguage
  effect: 'SEND' | 'OFF'
  sign: string
  body: string
  /** Of the version: each has another template with a provider. */
  textId: string
  /** False where every provider that is enabled sends registered templates alone, and none has this one. */
  carried: boolean
}
const TEXTED = eventsBy('SMS')

/** The text that holds for each event and language: of city and channel, else of the city, else of the channel, else of all. */
export const textsFor = async (
  db: TenantDb | PlatformDb,
  place: Place,
  events: readonly MessageEvent[],
  languages: readonly MessageLanguage[],
): Promise<TextInForce[]> =>
  (
    await sql<TextInForce>`
      select distinct on (t.event, t.language) t.event, t.language, t.message_text_id as "textId", case when t.body = '' then 'OFF' else 'SEND' end as effect,
        t.body, coalesce(nullif(t.sign, ''), n.brand_name) as sign,
        t.language = 'zh' or t.event <> all (${TEXTED}::text[]) or message_text_carried(t.tenant_id, t.message_text_id) as carried
      from message_texts t join tenants n on n.tenant_id = t.tenant_id
      where t.tenant_id = ${place.tenantId} and t.state = 'IN_FORCE' and (t.effect <> 'FOLLOW' or t.body <> '')
        and t.event = any (${events}::text[]) and t.language = any (${languages}::text[])
        and (t.city_id is null or t.city_id = ${place.cityId}::bigint) and (t.channel_id is null or t.channel_id = ${place.channelId}::bigint)
      order by t.event, t.language, t.city_id nulls last, t.channel_id nulls last`.execute(db)
  ).rows
