import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'

/** Telephones, cards and numbers that drivers of the tenant have already. */
export interface Taken {
  phones: ReadonlySet<string>
  /** Prints, in base 64. */
  cards: ReadonlySet<string>
  numbers: ReadonlySet<string>
}
/** `db` sees the whole tenant: one of these belongs to one driver, also beyond what the asker sees. */
export async function takenAmong(
  db: TenantDb,
  asked: { phones: readonly string[]; cards: readonly Buffer[]; numbers: readonly string[] },
): Promise<Taken> {
  const { rows } = await sql<{ phone: string; card: string | null; driver_no: string }>`
    select phone, encode(id_card_print, 'base64') as card, driver_no from drivers
    where phone = any (${asked.phones}::text[]) or id_card_print = any (${asked.cards}::bytea[]) or driver_no = any (${asked.numbers}::text[])`.execute(
    db,
  )
  return {
    phones: new Set(rows.map(({ phone }) => phone)),
    cards: new Set(rows.flatMap(({ card }) => card ?? [])),
    numbers: new Set(rows.map(({ driver_no }) => driver_no)),
  }
}

/** What a driver has once something became of them. How they stand (`driver_level_states`) is added by itself and goes with them. */
const BELONGINGS = [
  'bulletin_reads',
  'cancel_reviews',
  'customer_driver_blocks',
  'driver_acceptance_days',
  'driver_checks',
  'driver_claims',
  'driver_duty_sessions',
  'driver_experience',
  'driver_face_consents',
  'driver_face_pictures',
  'driver_face_whites',
  'driver_insurances',
  'driver_level_changes',
  'driver_level_whites',
  'driver_listen_ranges',
  'driver_online_days',
  'driver_paper_notices',
  'driver_payout_accounts',
  'driver_remarks',
  'exam_attempts',
  'exam_readings',
  'offers',
  'order_files',
  'order_team_members',
  'orders',
  'sessions',
  'team_queue_entries',
  'withdrawals',
] as const

/**
 * Drivers whom nobody has changed since they were brought in, and who have done nothing: they are gone, with an invitation that they did not
 * follow. Gives who went.
 */
export async function removeUntouched(own: TenantTx, driverIds: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = sql`any (${driverIds}::bigint[])`
  const seen = await sql<{
    driver_id: string
  }>`select driver_id from drivers where driver_id = ${ids} order by driver_id for update`.execute(own)
  const sight = new Set(seen.rows.map(({ driver_id }) => driver_id))
  // What became of them may be beyond what the asker sees.
  const tx = whole(own)
  const { rows } = await sql<{ driver_id: string }>`
    select driver_id from drivers d where driver_id = ${ids} and version = 1 and work_status = 'OFFLINE' and disabled_reason = '' and order_count = 0
      and ${sql.join(
        BELONGINGS.map(
          (table) => sql`not exists (select from ${sql.table(table)} b where b.tenant_id = d.tenant_id and b.driver_id = d.driver_id)`,
        ),
        sql` and `,
      )}
      and not exists (select from driver_invitations i where i.tenant_id = d.tenant_id and i.driver_id = d.driver_id and i.used_at is not null)
      and not exists (select from ledger_accounts a where a.tenant_id = d.tenant_id and a.owner_type = 'DRIVER' and a.owner_id = d.driver_id)`.execute(
    tx,
  )
  const free = rows.map(({ driver_id }) => driver_id).filter((id) => sight.has(id))
  await sql`delete from driver_invitations where driver_id = any (${free}::bigint[])`.execute(tx)
  await sql`delete from drivers where driver_id = any (${free}::bigint[])`.execute(tx)
  return new Set(free)
}
