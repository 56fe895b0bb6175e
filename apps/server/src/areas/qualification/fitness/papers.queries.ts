import { PAPERS_OVER, QUALIFIED } from '@chauffeur/contract/driver/file'
import { PAPER_REMINDERS } from '@chauffeur/contract/qualification/fitness'
import { inHandServiceStatuses } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type { PlatformDb, TenantDb, TenantTx } from '#platform/database/db'
import type { Papers } from '../duty/index.ts'
import type { Told } from './fitness.rules.ts'

/** What is on file of a driver that has to be in order for duty. */
export async function papersNow(db: TenantDb, driverId: string) {
  const { rows } = await sql<
    Papers & {
      city_id: string
      qualification: number
      disabled_reason: string
      disabled_at: Date | null
      on_order: boolean
      utc_offset_minutes: number
    }
  >`
    select d.city_id, d.qualification, d.disabled_reason, d.disabled_at, d.licence_expire::text, d.id_card_expire::text, c.utc_offset_minutes,
      (now() at time zone 'UTC' + c.utc_offset_minutes * interval '1 minute')::date::text as today,
      exists (select from orders o where o.driver_id = d.driver_id and o.service_status = any (${inHandServiceStatuses}::smallint[])) as on_order
    from drivers d join cities c on c.city_id = d.city_id where d.driver_id = ${driverId}::bigint`.execute(db)
  return rows[0]
}

const TOLD = 10
export const toldOf = async (db: TenantDb, driverId: string) =>
  (
    await sql<Told>`
      select paper, expires_on::text, days_before, sent, at from driver_paper_notices where driver_id = ${driverId}::bigint
      order by at desc, days_before limit ${TOLD}`.execute(db)
  ).rows

export interface DueDriver {
  tenant_id: string
  driver_id: string
  city_id: string
}
/** Which day it is in the city of a driver. */
export const today = sql`(now() at time zone 'UTC' + c.utc_offset_minutes * interval '1 minute')::date`
/** No city is further ahead: what lies behind this day can be due, and is found by it. */
const latest = sql`(now() at time zone 'UTC' + interval '14 hours')::date`

/** Drivers who take orders with a paper that is over. */
export const driversOver = async (tx: PlatformDb, except: string[], limit: number): Promise<DueDriver[]> =>
  (
    await sql<DueDriver>`
      select d.tenant_id, d.driver_id, d.city_id from drivers d join cities c on c.city_id = d.city_id
      where d.qualification = ${sql.lit(QUALIFIED)} and least(d.licence_expire, d.id_card_expire) < ${latest}
        and least(d.licence_expire, d.id_card_expire) < ${today} and d.driver_id <> all (${except}::bigint[])
      order by d.driver_id limit ${limit}`.execute(tx)
  ).rows

export interface DuePaper extends DueDriver {
  phone: string
  paper: Told['paper']
  expires_on: string
  days_left: number
  days_before: number
}
/**
 * Papers that end so soon that their drivers are to be told, and were not yet; not in cities where it is `quiet`. Who comes late, because the
 * paper was entered late or nobody looked, is told once of what holds then.
 */
export const papersDue = async (
  tx: PlatformDb,
  quiet: { tenantIds: string[]; cityIds: string[] },
  except: string[],
  limit: number,
): Promise<DuePaper[]> =>
  (
    await sql<DuePaper>`
      select due.* from (
        select d.tenant_id, d.driver_id, d.city_id, d.phone, p.paper, p.until::text as expires_on, p.until - ${today} as days_left,
          (select min(stage) from unnest(${[...PAPER_REMINDERS]}::int[]) stage where p.until - ${today} <= stage) as days_before
        from drivers d join cities c on c.city_id = d.city_id
          cross join lateral (values ('LICENCE', d.licence_expire), ('ID_CARD', d.id_card_expire)) as p (paper, until)
        where d.qualification = ${sql.lit(QUALIFIED)} and d.disabled_reason = ''
          and least(d.licence_expire, d.id_card_expire) <= ${latest} + ${sql.lit(PAPER_REMINDERS[0])} and p.until >= ${today}
          and not exists (select from unnest(${quiet.tenantIds}::bigint[], ${quiet.cityIds}::bigint[]) q (tenant_id, city_id)
            where q.tenant_id = d.tenant_id and q.city_id = d.city_id)) due
      where due.days_before is not null and due.driver_id::text || due.paper <> all (${except}::text[])
        and not exists (select from driver_paper_notices n where n.tenant_id = due.tenant_id and n.driver_id = due.driver_id
          and n.paper = due.paper and n.expires_on = due.expires_on::date and n.days_before <= due.days_before)
      order by due.driver_id, due.paper limit ${limit}`.execute(tx)
  ).rows

/** False where the driver was told of it before. */
export async function notePaper(
  tx: TenantTx,
  {
    tenantId,
    driverId,
    paper,
    day,
    daysBefore,
    sent,
  }: { tenantId: string; driverId: string; paper: Told['paper']; day: string; daysBefore: number; sent: boolean },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('driver_paper_notices')
    .values({ tenant_id: tenantId, driver_id: driverId, paper, expires_on: day, days_before: daysBefore, sent })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** No orders any more; with one in hand they go off duty when it is over. */
export const suspendForPapers = (tx: TenantTx, driverId: string) =>
  tx
    .updateTable('drivers')
    .set({ qualification: PAPERS_OVER, version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: null })
    .where('driver_id', '=', driverId)
    .returning(['phone'])
    .executeTakeFirstOrThrow()
