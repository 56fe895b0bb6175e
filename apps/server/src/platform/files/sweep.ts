import type pg from 'pg'
import { each } from '../jobs/each.ts'
import { type FileStores, storeNamed } from './files.ts'
import type { StoreName } from './store.ts'

/** Past their time; and of those that came in only in part, or that nobody kept, whose writer has not said for an hour that it is still at it. */
const DUE = ['expire_at <= now()', `state <> 'KEPT' and touched_at < now() - interval '1 hour'`]
const STEP = 200

interface Leftover {
  tenant_id: string
  file_id: string
  store: StoreName
}

/**
 * Takes away the rows of files that are past their time, that never came in whole, or that nobody kept; then bytes that are nobody's any more.
 * Bytes that cannot be removed are tried again, later each time, and hold up no others.
 */
export async function sweepFiles(pool: pg.Pool, stores: FileStores): Promise<void> {
  for (const due of DUE) {
    for (let gone = STEP; gone === STEP; ) {
      const { rows } = await pool.query<{ gone: number }>(
        `select remove_files(array(select file_id from files where ${due} limit $1 for update skip locked)) as gone`,
        [STEP],
      )
      gone = rows[0]!.gone
    }
  }
  for (;;) {
    const { rows } = await pool.query<Leftover>(
      `update file_leftovers set next_try_at = now() + least(greatest(now() - since, interval '5 minutes'), interval '6 hours')
       where (tenant_id, file_id, store) in (select tenant_id, file_id, store from file_leftovers
         where next_try_at <= now() and store = any ($2) order by next_try_at limit $1 for update skip locked)
       returning tenant_id, file_id, store`,
      [STEP, Object.keys(stores.all)],
    )
    await each(rows, async ({ tenant_id, file_id, store }) => {
      await storeNamed(stores, store).remove({ tenantId: tenant_id, fileId: file_id })
      await pool.query('delete from file_leftovers where tenant_id = $1 and file_id = $2 and store = $3', [tenant_id, file_id, store])
    })
    if (rows.length < STEP) return
  }
}
