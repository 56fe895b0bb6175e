import { eventsBy } from '@chauffeur/contract/message/event'
import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { sql, type Updateable } from 'kysely'
import type { SmsProvider } from '@chauffeur/contract/message/sending'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { DB } from '#platform/database/tables.generated'

/** In the order in which they are tried. */
export const smsServices = (db: TenantDb) => db.selectFrom('sms_services').selectAll().orderBy('rank').orderBy('service_id').execute()
export const findSmsService = (db: TenantDb, serviceId: string) =>
  db.selectFrom('sms_services').selectAll().where('service_id', '=', serviceId).executeTakeFirst()
/** All of them, so that their order changes for one after the other. */
export const lockSmsServices = (tx: TenantTx) =>
  tx.selectFrom('sms_services').selectAll().orderBy('rank').orderBy('service_id').forUpdate().execute()
export const lockSmsService = (tx: TenantTx, serviceId: string) =>
  tx.selectFrom('sms_services').selectAll().where('service_id', '=', serviceId).forUpdate().executeTakeFirst()

/** Telephones at which notices are shown, of drivers in sight. */
export const listeningDevices = async (db: TenantDb): Promise<number> =>
  (
    await db
      .selectFrom('push_devices as d')
      .innerJoin('sessions as s', (on) => on.onRef('s.session_id', '=', 'd.session_id').on('s.ended_at', 'is', null))
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow()
  ).n

/** Tried last. */
export const insertSmsService = (tx: TenantTx, set: { provider: SmsProvider; url: string }, by: { tenantId: string; userId: string }) =>
  tx
    .insertInto('sms_services')
    .values((eb) => ({
      ...set,
      tenant_id: by.tenantId,
      updated_by: by.userId,
      rank: eb.selectFrom('sms_services as other').select(sql<number>`coalesce(max(other.rank), 0) + 1`.as('rank')),
    }))
    .returning('service_id')
    .executeTakeFirstOrThrow()

/** `by` is null where only the order changed, or it was just made: the entry stays as its last editor left it. */
export const updateSmsService = (tx: TenantTx, serviceId: string, by: string | null, set: Updateable<DB['sms_services']>) =>
  tx
    .updateTable('sms_services')
    .set((eb) => ({ ...set, ...(by !== null && { version: eb('version', '+', 1), updated_at: sql<Date>`now()`, updated_by: by }) }))
    .where('service_id', '=', serviceId)
    .execute()
export const deleteSmsService = (tx: TenantTx, serviceId: string) =>
  tx.deleteFrom('sms_services').where('service_id', '=', serviceId).execute()

/** What providers carry: the rest needs none. */
const TEXTED = eventsBy('SMS')

/** What each has taken today, and how many of the texts in force it has a code of. */
export async function figuresOf(db: TenantDb): Promise<{ taken: Map<string, number>; coded: Map<string, number>; texts: number }> {
  const [taken, coded, texts] = await Promise.all([
    sql<{ id: string; n: number }>`select service_id::text as id, sum(messages)::int as n from sms_days
      where day = (now() at time zone 'Asia/Shanghai')::date group by 1`.execute(db),
    sql<{ id: string; n: number }>`select c.service_id::text as id, count(*)::int as n from sms_template_codes c
      join message_texts t on t.tenant_id = c.tenant_id and 'text:' || t.message_text_id = c.text_ref and t.state = 'IN_FORCE' and t.body <> '' and t.event = any (${TEXTED}::text[])
      group by 1`.execute(db),
    sql<{
      n: number
    }>`select count(*)::int as n from message_texts where state = 'IN_FORCE' and body <> '' and event = any (${TEXTED}::text[])`.execute(
      db,
    ),
  ])
  const by = (rows: { id: string; n: number }[]) => new Map(rows.map(({ id, n }) => [id, n]))
  return { taken: by(taken.rows), coded: by(coded.rows), texts: texts.rows[0]!.n }
}

interface CodeRow {
  text_id: string
  event: string
  city_name: string
  channel_name: string
  language: MessageLanguage
  state: 'IN_FORCE' | 'WAITING'
  sign: string
  body: string
  code: string
  params: string[] | null
  sign_name: string
  version: number
}
/** Texts in force or proposed, each with how a provider has it registered; one alone where it is given. */
export const codesOf = async (db: TenantDb, serviceId: string, textId: string | null = null): Promise<CodeRow[]> =>
  (
    await sql<CodeRow>`
      select t.message_text_id::text as text_id, t.event, coalesce(c.name, '') as city_name, coalesce(h.name, '') as channel_name, t.language, t.state,
        coalesce(nullif(t.sign, ''), n.brand_name) as sign, t.body, coalesce(k.code, '') as code, k.params, coalesce(k.sign_name, '') as sign_name, coalesce(k.version, 0) as version
      from message_texts t join tenants n on n.tenant_id = t.tenant_id
      left join cities c on c.city_id = t.city_id
      left join channels h on h.tenant_id = t.tenant_id and h.channel_id = t.channel_id
      left join sms_template_codes k on k.tenant_id = t.tenant_id and k.service_id = ${serviceId}::bigint and k.text_ref = 'text:' || t.message_text_id
      where t.body <> '' and t.state in ('IN_FORCE', 'WAITING') and t.event = any (${TEXTED}::text[]) and (${textId}::bigint is null or t.message_text_id = ${textId}::bigint)
      order by t.event, t.language desc, t.city_id nulls first, t.channel_id nulls first, t.state`.execute(db)
  ).rows

export const saveCodeRow = (
  tx: TenantTx,
  of: { tenantId: string; serviceId: string; textId: string; version: number },
  set: { code: string; params: string[]; signName: string; byName: string },
) =>
  sql<{ version: number }>`
    insert into sms_template_codes as k (tenant_id, service_id, text_ref, code, params, sign_name, updated_by_name)
    values (${of.tenantId}, ${of.serviceId}, 'text:' || ${of.textId}::text, ${set.code}, ${set.params}::text[], ${set.signName}, ${set.byName})
    on conflict (tenant_id, service_id, text_ref) do update set code = excluded.code, params = excluded.params, sign_name = excluded.sign_name,
      updated_by_name = excluded.updated_by_name, updated_at = now(), version = k.version + 1 where k.version = ${of.version}
    returning version`.execute(tx)

/** False where somebody else changed it. */
export const deleteCodeRow = async (tx: TenantTx, serviceId: string, textId: string, version: number): Promise<boolean> =>
  (
    await tx
      .deleteFrom('sms_template_codes')
      .where('service_id', '=', serviceId)
      .where('text_ref', '=', `text:${textId}`)
      .where('version', '=', version)
      .executeTakeFirst()
  ).numDeletedRows === 1n
