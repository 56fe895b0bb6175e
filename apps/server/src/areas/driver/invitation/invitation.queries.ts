import { TENANT_STATE } from '@chauffeur/contract/access/tenant'
import { sql } from 'kysely'
import type { PlatformDb, TenantTx } from '#platform/database/db'

/** Who is invited. */
export const invitee = (tx: TenantTx, driverId: string) =>
  tx
    .selectFrom('drivers')
    .select(['drivers.tenant_id', 'drivers.driver_id', 'drivers.phone', 'drivers.city_id'])
    .where('drivers.driver_id', '=', driverId)
    .executeTakeFirst()

/** The driver's one link, in place of any earlier one; null when one was sent less than `resendS` ago. */
export async function replaceInvitation(
  tx: TenantTx,
  link: { tenantId: string; driverId: string; by: string; tokenHash: Buffer; lifeS: number; resendS: number },
): Promise<Date | null> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into driver_invitations (tenant_id, driver_id, token_hash, expires_at, sent_by)
    values (${link.tenantId}::bigint, ${link.driverId}::bigint, ${link.tokenHash}, now() + make_interval(secs => ${link.lifeS}::int), ${link.by}::bigint)
    on conflict (tenant_id, driver_id) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at, sent_by = excluded.sent_by, sent_at = now(), used_at = null
      where driver_invitations.sent_at <= now() - make_interval(secs => ${link.resendS}::int)
    returning expires_at`.execute(tx)
  return rows[0]?.expires_at ?? null
}

/** Links of drivers who have none. */
export const insertInvitations = (
  tx: TenantTx,
  links: readonly { driverId: string; tokenHash: Buffer }[],
  { tenantId, by, lifeS }: { tenantId: string; by: string; lifeS: number },
) =>
  sql`
    insert into driver_invitations (tenant_id, driver_id, token_hash, expires_at, sent_by)
    select ${tenantId}::bigint, link.driver_id, link.token_hash, now() + make_interval(secs => ${lifeS}::int), ${by}::bigint
    from unnest(${links.map(({ driverId }) => driverId)}::bigint[], ${links.map(({ tokenHash }) => tokenHash)}::bytea[]) as link (driver_id, token_hash)`.execute(
    tx,
  )

/** The driver of an open link whose business is in use. */
export const openInvitation = (tx: PlatformDb, tokenHash: Buffer) =>
  tx
    .selectFrom('driver_invitations')
    .innerJoin('drivers', (join) =>
      join.onRef('drivers.tenant_id', '=', 'driver_invitations.tenant_id').onRef('drivers.driver_id', '=', 'driver_invitations.driver_id'),
    )
    .innerJoin('tenants', 'tenants.tenant_id', 'drivers.tenant_id')
    .innerJoin('cities', 'cities.city_id', 'drivers.city_id')
    .select([
      'drivers.tenant_id',
      'drivers.driver_id',
      'drivers.driver_no',
      'drivers.name',
      'drivers.city_id',
      'drivers.wallet_frozen',
      'drivers.work_status',
      'tenants.brand_name',
      'cities.name as city_name',
    ])
    .where('driver_invitations.token_hash', '=', tokenHash)
    .where('driver_invitations.used_at', 'is', null)
    .where('driver_invitations.expires_at', '>', sql<Date>`now()`)
    .where('tenants.state', '=', TENANT_STATE.enabled)
    .executeTakeFirst()

/** False when somebody else was first. */
export const spendInvitation = async (tx: PlatformDb, tokenHash: Buffer): Promise<boolean> =>
  (await tx
    .updateTable('driver_invitations')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .returning('driver_id')
    .executeTakeFirst()) !== undefined
