import type { MessageEvent } from '@chauffeur/contract/message/event'
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
  effect: 'SEND' | 'OFF'
  sign: string
  body: string
  /** Of the version: each has another template with a provider. */
  textId: string
}

/** The text that holds for each event: of city and channel, else of the city, else of the channel, else of all. */
export const textsFor = async (db: TenantDb | PlatformDb, place: Place, events: readonly MessageEvent[]): Promise<TextInForce[]> =>
  (
    await sql<TextInForce>`
      select distinct on (t.event) t.event, t.message_text_id as "textId", t.effect, t.body, coalesce(nullif(t.sign, ''), n.brand_name) as sign
      from message_texts t join tenants n on n.tenant_id = t.tenant_id
      where t.tenant_id = ${place.tenantId} and t.state = 'IN_FORCE' and t.effect <> 'FOLLOW' and t.event = any (${events}::text[])
        and (t.city_id is null or t.city_id = ${place.cityId}::bigint) and (t.channel_id is null or t.channel_id = ${place.channelId}::bigint)
      order by t.event, t.city_id nulls last, t.channel_id nulls last`.execute(db)
  ).rows
