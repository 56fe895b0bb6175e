import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { grants, listed } from './right-grant.queries.ts'

/** One at a time deals with a number of a channel's. */
export const lockGrantNumber = (tx: TenantTx, channelId: string, partnerGrantId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`partner grant ${channelId} ${partnerGrantId}`}, 17))`.execute(tx)

/** The grant of a number with what was asked for it. `db` sees the whole tenant: a partner sees no customers. */
export const grantOfPartner = (db: TenantDb, channelId: string, partnerGrantId: string) =>
  listed(grants(db))
    .innerJoin('partner_grants as n', (on) =>
      on.onRef('n.tenant_id', '=', 'g.tenant_id').onRef('n.right_grant_id', '=', 'g.right_grant_id'),
    )
    .select(['n.partner_grant_id', 'n.asked', 'r.right_no', 'r.valid_from'])
    .where('n.channel_id', '=', channelId)
    .where('n.partner_grant_id', '=', partnerGrantId)
    .executeTakeFirst()
export type PartnerGrantDb = NonNullable<Awaited<ReturnType<typeof grantOfPartner>>>

export const rightOfChannel = async (db: TenantDb, channelId: string, rightNo: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('right_configs')
      .select('right_id')
      .where('channel_id', '=', channelId)
      .where('right_no', '=', rightNo)
      .executeTakeFirst()
  )?.right_id

/** Whether what was granted is a right that this channel pays for. */
export const isGrantOfChannel = async (db: TenantDb, channelId: string, rightGrantId: string): Promise<boolean> =>
  (await db
    .selectFrom('right_grants as g')
    .innerJoin('right_configs as r', (on) => on.onRef('r.tenant_id', '=', 'g.tenant_id').onRef('r.right_id', '=', 'g.right_id'))
    .select('g.right_grant_id')
    .where('g.right_grant_id', '=', rightGrantId)
    .where('r.channel_id', '=', channelId)
    .executeTakeFirst()) !== undefined

export const insertNumber = (
  tx: TenantTx,
  of: { tenantId: string; channelId: string; partnerGrantId: string; rightGrantId: string; asked: object },
) =>
  tx
    .insertInto('partner_grants')
    .values({
      tenant_id: of.tenantId,
      channel_id: of.channelId,
      partner_grant_id: of.partnerGrantId,
      right_grant_id: of.rightGrantId,
      asked: JSON.stringify(of.asked),
    })
    .execute()
