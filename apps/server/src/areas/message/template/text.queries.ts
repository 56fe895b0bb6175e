import type { MessageEvent } from '@chauffeur/contract/message/event'
import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import type { MessageTextEffect, MessageTextState } from '@chauffeur/contract/message/text'
import { sql } from 'kysely'
import { textMachine, type TextProposed } from '../wording/index.ts'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { movesOf } from '#platform/machine/moves'

export const textMoves = movesOf({
  machine: textMachine,
  table: 'message_texts',
  key: 'message_text_id',
  state: 'state',
  history: { table: 'message_text_events', from: 'from_state', to: 'to_state' },
})

export const texts = (db: TenantDb) =>
  db
    .selectFrom('message_texts as t')
    .innerJoin('tenants as n', 'n.tenant_id', 't.tenant_id')
    .leftJoin('cities as c', 'c.city_id', 't.city_id')
    .leftJoin('channels as h', (on) => on.onRef('h.tenant_id', '=', 't.tenant_id').onRef('h.channel_id', '=', 't.channel_id'))
export const listed = (rows: ReturnType<typeof texts>) =>
  rows.selectAll('t').select([
    'n.brand_name',
    'c.name as city_name',
    'h.name as channel_name',
    sql<MessageEvent>`t.event`.as('event'),
    // What the program says itself has words and follows it.
    sql<MessageTextEffect>`case when t.body <> '' then 'SEND' else t.effect end`.as('effect'),
    sql<MessageLanguage>`t.language`.as('language'),
    sql<boolean>`t.effect = 'FOLLOW' and t.body <> ''`.as('is_program'),
    sql<MessageTextState>`t.state`.as('state'),
  ])
export const findText = (db: TenantDb, textId: string) => listed(texts(db)).where('t.message_text_id', '=', textId).executeTakeFirst()
export type TextRow = NonNullable<Awaited<ReturnType<typeof findText>>>

type PlaceOfText = Pick<TextProposed, 'event' | 'cityId' | 'channelId' | 'language'>
const atPlace = ({ event, cityId, channelId, language }: PlaceOfText) =>
  sql<boolean>`(t.event = ${event} and t.language = ${language} and t.city_id is not distinct from ${cityId}::bigint and t.channel_id is not distinct from ${channelId}::bigint)`

/** All versions of a place, newest first. */
export const versionsAt = (db: TenantDb, place: PlaceOfText) =>
  listed(texts(db)).where(atPlace(place)).orderBy('t.number', 'desc').execute()
/** The standing texts of every city and channel, in the order of events. */
export const standardTexts = (db: TenantDb) =>
  listed(texts(db)).where('t.state', '=', 'IN_FORCE').where('t.city_id', 'is', null).where('t.channel_id', 'is', null).execute()

/** Who proposes and who decides about one place come one after the other. */
export const lockPlace = (tx: TenantTx, tenantId: string, { event, cityId, channelId, language }: PlaceOfText) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`message_texts/${tenantId}/${event}/${cityId ?? ''}/${channelId ?? ''}${language === 'zh' ? '' : `/${language}`}`}, 0))`.execute(
    tx,
  )

export const insertText = (
  tx: TenantTx,
  text: TextProposed & { tenantId: string; number: number; reason: string; by: { userId: string; realName: string } },
) =>
  tx
    .insertInto('message_texts')
    .values({
      tenant_id: text.tenantId,
      event: text.event,
      city_id: text.cityId,
      channel_id: text.channelId,
      language: text.language,
      number: text.number,
      effect: text.effect,
      sign: text.sign,
      body: text.body,
      state: 'WAITING',
      reason: text.reason,
      created_by: text.by.userId,
      created_by_name: text.by.realName,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** What the program says of an event in a language beside Chinese. */
export const programText = async (tx: TenantTx, event: MessageEvent): Promise<string> =>
  (await sql<{ body: string }>`select program_message_text(${event}) as body`.execute(tx)).rows[0]!.body

/** Cities in sight, with how many texts of their own hold there. */
export const citiesWithTexts = async (db: TenantDb) =>
  (
    await sql<{ key: string; value: string; own: number }>`
      select c.city_id::text as key, c.name as value, (select count(*)::int from message_texts t
        where t.city_id = c.city_id and t.state = 'IN_FORCE' and t.effect <> 'FOLLOW') as own
      from tenant_cities x join cities c on c.city_id = x.city_id group by c.city_id order by c.pinyin`.execute(db)
  ).rows

export const hasCity = async (db: TenantDb, cityId: string): Promise<boolean> =>
  (await db.selectFrom('tenant_cities').select('city_id').where('city_id', '=', cityId).executeTakeFirst()) !== undefined

export const brandOf = async (db: TenantDb): Promise<string> =>
  (await db.selectFrom('tenants').select('brand_name').executeTakeFirst())?.brand_name ?? ''
