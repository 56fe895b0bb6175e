import { sql } from 'kysely'
import type { PlatformDb } from '#platform/database/db'

/** Any fixed number: one process makes the chains longer at a time. */
const SEAL_LOCK = 7_208_311

/** Whether nobody else is sealing; the lock goes with the transaction. */
export const claimSealing = async (tx: PlatformDb): Promise<boolean> =>
  (await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${SEAL_LOCK}) as mine`.execute(tx)).rows[0]!.mine

export interface Seal {
  tenant_id: string
  seq: string
  chain_hash: Buffer
}
/** The end of each tenant's chain. */
export const chainHeads = async (tx: PlatformDb): Promise<Seal[]> =>
  (
    await sql<Seal>`
    select t.tenant_id, last.seq, last.chain_hash from tenants t
      cross join lateral (select seq, chain_hash from ledger_seals s where s.tenant_id = t.tenant_id order by seq desc limit 1) last
    order by t.tenant_id`.execute(tx)
  ).rows

export interface Unsealed {
  tenant_id: string
  entry_id: string
  content_hash: Buffer
}
/** Entries that are posted and in no chain yet. One whose seal is there was given lines a second time: its hash speaks for itself. */
export const takeUnsealed = async (tx: PlatformDb, most: number): Promise<Unsealed[]> =>
  (
    await sql<Unsealed>`
    with taken as (
      delete from ledger_unsealed u using (select tenant_id, entry_id from ledger_unsealed order by tenant_id, entry_id limit ${most}) next
      where u.tenant_id = next.tenant_id and u.entry_id = next.entry_id returning u.*)
    select * from taken where not exists (select from ledger_seals s where s.tenant_id = taken.tenant_id and s.entry_id = taken.entry_id)
    order by tenant_id, entry_id`.execute(tx)
  ).rows

export const insertSeals = (tx: PlatformDb, seals: readonly (Unsealed & Seal)[]) => tx.insertInto('ledger_seals').values(seals).execute()
