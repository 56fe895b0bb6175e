import type { MessageLimits } from '@chauffeur/contract/message/limits'
import { messageEvent, messageEvents } from '@chauffeur/contract/message/event'
import { sql } from 'kysely'
import type { Database, WholeTx } from '#platform/database/db'

const REMINDERS = messageEvent.options.filter((event) => messageEvents[event].reminds)

/** Reminders to a telephone since an instant. Those to one telephone come one after the other. */
export async function remindersSince(tx: WholeTx, tenantId: string, print: Buffer, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sms_reminders/' || ${tenantId}::text || '/' || encode(${print}::bytea, 'hex'), 0))`.execute(
    tx,
  )
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sms_outbox
    where tenant_id = ${tenantId} and phone_print = ${print} and event = any (${REMINDERS}::text[]) and created_at >= ${since}`.execute(tx)
  return rows[0]!.n
}

/** What holds in each city whose own limits or whose tenant's say of quiet hours, across tenants. */
export const citiesWithHours = async ({ platform }: Pick<Database, 'platform'>) =>
  (
    await platform.query<{ tenantId: string; cityId: string; offset: number; content: MessageLimits }>(`
      select x.tenant_id as "tenantId", x.city_id as "cityId", c.utc_offset_minutes as offset, s.content
      from tenant_cities x join cities c on c.city_id = x.city_id cross join lateral (
        select content from setting_versions s
        where s.tenant_id = x.tenant_id and s.kind = 'messageLimits' and (s.city_id = x.city_id or s.city_id is null) and s.effective_from <= now()
        order by s.city_id nulls last, s.effective_from desc, s.version desc limit 1) s
      where s.content ->> 'quietFrom' is not null`)
  ).rows
