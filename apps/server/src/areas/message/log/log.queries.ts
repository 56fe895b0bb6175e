import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import type { MessageState } from '@chauffeur/contract/message/log'

const state = sql<MessageState>`case when s.sent_at is not null then 'SENT' when s.send_before > now() then 'WAITING' else 'GIVEN_UP' end`

/** Messages of cities in sight, to headquarters; those of accounts and of before cities were kept to who sees every city. */
export const messages = (db: TenantDb) =>
  db
    .selectFrom('sms_outbox as s')
    .leftJoin('cities as c', 'c.city_id', 's.city_id')
    .leftJoin('orders as o', (on) => on.onRef('o.tenant_id', '=', 's.tenant_id').onRef('o.order_id', '=', 's.order_id'))
    .where(sql<boolean>`((select app_all_orgs()) and (s.city_id is not null or (select app_all_cities())))`)
export const listed = (rows: ReturnType<typeof messages>) =>
  rows.select([
    's.sms_id',
    's.event',
    's.purpose',
    's.city_id',
    'c.name as city_name',
    's.phone_shown',
    's.order_id',
    'o.order_no',
    's.segments',
    's.attempts',
    's.last_error',
    's.created_at',
    's.sent_at',
    state.as('state'),
  ])
export const inState = (wanted: MessageState) => sql<boolean>`${state} = ${wanted}`
