import type { NumberProviderName } from '@chauffeur/contract/call-centre/number-provider'
import { type Selectable, sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { DB } from '#platform/database/tables.generated'

export type NumberProviderRow = Selectable<DB['number_providers']>

export const findProvider = (db: TenantDb): Promise<NumberProviderRow | undefined> =>
  db.selectFrom('number_providers').selectAll().executeTakeFirst()

/** Those who save the first one, or the next, come one after the other. */
export async function lockProvider(tx: TenantTx, tenantId: string): Promise<NumberProviderRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('number_providers/' || ${tenantId}::text, 0))`.execute(tx)
  return tx.selectFrom('number_providers').selectAll().forUpdate().executeTakeFirst()
}

export const saveProvider = (
  tx: TenantTx,
  tenantId: string,
  by: string,
  set: {
    provider: NumberProviderName
    url: string
    app_key: string
    sealed_secret: string
    secret_last4: string
    enabled: boolean
    records: boolean
    record_tone: string
    keep_minutes: number
    most_pairs: number
  },
) =>
  tx
    .insertInto('number_providers')
    .values({ tenant_id: tenantId, ...set, updated_by: by })
    .onConflict((on) =>
      on
        .column('tenant_id')
        .doUpdateSet({ ...set, updated_by: by, updated_at: sql<Date>`now()`, version: sql<number>`number_providers.version + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

export const nameOfUser = async (db: TenantDb, userId: string | null) =>
  userId === null
    ? ''
    : ((await db.selectFrom('users').select('real_name').where('user_id', '=', userId).executeTakeFirst())?.real_name ?? '')

const CALLS_DAYS = 7
export const poolNumbers = async (db: TenantDb) =>
  (
    await sql<{ number: string; city_id: string | null; city_name: string; enabled: boolean; pairs: number; calls: number }>`
      select n.number, n.city_id, coalesce(c.name, '') as city_name, n.enabled,
        (select count(distinct u.binding_id)::int from privacy_number_uses u where u.tenant_id = n.tenant_id and u.number = n.number) as pairs,
        (select count(*)::int from privacy_bindings b join privacy_calls k on k.tenant_id = b.tenant_id and k.binding_id = b.binding_id
          where b.tenant_id = n.tenant_id and b.number = n.number and b.created_at > now() - make_interval(days => ${CALLS_DAYS + 1})
            and k.created_at > now() - make_interval(days => ${CALLS_DAYS})) as calls
      from privacy_numbers n left join cities c on c.city_id = n.city_id order by n.city_id nulls first, n.number`.execute(db)
  ).rows

/** Pairs that live, by city, and those of a day that found no number. */
export const usageByCity = async (db: TenantDb) =>
  (
    await sql<{ city_id: string; city_name: string; pairs: number; pool_empty: number }>`
      select b.city_id, c.name as city_name, count(*) filter (where b.state in ('BOUND', 'CHANGING', 'ASKED', 'RELEASING') and b.number <> '')::int as pairs,
        count(*) filter (where b.failure = 'POOL_EMPTY' and b.created_at > now() - interval '1 day')::int as pool_empty
      from privacy_bindings b join cities c on c.city_id = b.city_id
      where b.state <> 'RELEASED' or b.created_at > now() - interval '1 day' group by 1, 2 order by 1`.execute(db)
  ).rows

export const findNumber = (db: TenantDb, number: string) =>
  db.selectFrom('privacy_numbers').selectAll().where('number', '=', number).executeTakeFirst()
/** Nobody chooses it meanwhile. */
export const lockNumber = (tx: TenantTx, number: string) =>
  tx.selectFrom('privacy_numbers').select('number').where('number', '=', number).forUpdate().executeTakeFirst()

/** How many came, and how many were there for another city. */
export async function addNumbers(
  tx: TenantTx,
  by: { tenantId: string; userId: string },
  cityId: string | null,
  numbers: readonly string[],
) {
  const { rows } = await sql<{ added: boolean }>`
    insert into privacy_numbers (tenant_id, number, city_id, created_by)
    select ${by.tenantId}::bigint, n, ${cityId}::bigint, ${by.userId}::bigint from unnest(${numbers}::text[]) n
    on conflict (tenant_id, number) do update set city_id = excluded.city_id where privacy_numbers.city_id is distinct from excluded.city_id
    returning xmax = 0 as added`.execute(tx)
  const added = rows.filter((row) => row.added).length
  return { added, moved: rows.length - added }
}
export const enableNumber = (tx: TenantTx, number: string, enabled: boolean) =>
  tx.updateTable('privacy_numbers').set({ enabled }).where('number', '=', number).returning('number').executeTakeFirst()

export const isUsed = async (tx: TenantTx, number: string) =>
  (await tx.selectFrom('privacy_number_uses').select('binding_id').where('number', '=', number).limit(1).executeTakeFirst()) !== undefined
export const deleteNumber = (tx: TenantTx, number: string) => tx.deleteFrom('privacy_numbers').where('number', '=', number).execute()
