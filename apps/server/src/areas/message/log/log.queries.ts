import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { messageStateSql } from '#platform/provider/sms'
import type { MessageLogWay } from '@chauffeur/contract/message/log'
import type { MessageState } from '@chauffeur/contract/message/sending'

const state = messageStateSql('s')
const seen = sql<boolean>`((select app_all_orgs()) and (s.city_id is not null or (select app_all_cities())))`

/** Messages of cities in sight, to headquarters; those of accounts and of before cities were kept to who sees every city. */
export const messages = (db: TenantDb) =>
  db
    .selectFrom('sms_outbox as s')
    .leftJoin('cities as c', 'c.city_id', 's.city_id')
    .leftJoin('orders as o', (on) => on.onRef('o.tenant_id', '=', 's.tenant_id').onRef('o.order_id', '=', 's.order_id'))
    .leftJoin('sms_services as v', (on) => on.onRef('v.tenant_id', '=', 's.tenant_id').onRef('v.service_id', '=', 's.service_id'))
    .where(seen)
export const listed = (rows: ReturnType<typeof messages>) =>
  rows.select([
    's.sms_id',
    's.event',
    's.channel',
    's.city_id',
    'c.name as city_name',
    's.phone_shown',
    's.order_id',
    'o.order_no',
    's.provider',
    'v.name as service_name',
    's.segments',
    's.cost_x100',
    's.attempts',
    's.reason',
    's.last_error',
    's.created_at',
    's.sent_at',
    's.result_at',
    's.read_at',
    's.to_user_id',
    sql<string | null>`(select u.real_name from users u where u.tenant_id = s.tenant_id and u.user_id = s.to_user_id)`.as('to_name'),
    state.as('state'),
  ])
export const inState = (wanted: MessageState) => sql<boolean>`${state} = ${wanted}`

const CHANNELS: Record<MessageLogWay, string> = { TEXT: 'SMS', VOICE: 'VOICE', APP: 'PUSH', NOTICE: 'NOTICE' }
export const goesBy = (way: MessageLogWay) => sql<boolean>`s.channel = ${CHANNELS[way]}`
export const wayOfChannel = (channel: string): MessageLogWay =>
  (Object.keys(CHANNELS) as MessageLogWay[]).find((way) => CHANNELS[way] === channel) ?? 'TEXT'

export const findMessage = (db: TenantDb, messageId: string) => listed(messages(db).where('s.sms_id', '=', messageId)).executeTakeFirst()
export type MessageRow = NonNullable<Awaited<ReturnType<typeof findMessage>>>

/** Each attempt to send a message, the last first. */
export const attemptsOf = (db: TenantDb, messageId: string) =>
  db
    .selectFrom('sms_attempts as a')
    .leftJoin('sms_services as v', (on) => on.onRef('v.tenant_id', '=', 'a.tenant_id').onRef('v.service_id', '=', 'a.service_id'))
    .selectAll('a')
    .select('v.name as service_name')
    .where('a.sms_id', '=', messageId)
    .orderBy('a.number', 'desc')
    .execute()
export type AttemptRow = Awaited<ReturnType<typeof attemptsOf>>[number]

/** What became of a message at each telephone of its driver. */
export const pushesOf = (db: TenantDb, messageId: string) =>
  db.selectFrom('pushes as p').selectAll('p').where('p.sms_id', '=', messageId).orderBy('p.device_id').execute()
export type PushRow = Awaited<ReturnType<typeof pushesOf>>[number]

/** Who has read a notice of the console, the first first. */
export const readersOf = async (db: TenantDb, messageId: string) =>
  (
    await sql<{ name: string | null; at: Date }>`select u.real_name as name, r.at from notice_readers(${messageId}::bigint) r
      left join users u on u.tenant_id = app_tenant() and u.user_id = r.user_id order by r.at`.execute(db)
  ).rows

/** What providers were given on days of cities in sight. */
export const costs = (db: TenantDb) =>
  db
    .selectFrom('sms_days as d')
    .leftJoin('cities as c', 'c.city_id', 'd.city_id')
    .leftJoin('sms_services as v', (on) => on.onRef('v.tenant_id', '=', 'd.tenant_id').onRef('v.service_id', '=', 'd.service_id'))
    .where(sql<boolean>`(select app_all_orgs())`)
