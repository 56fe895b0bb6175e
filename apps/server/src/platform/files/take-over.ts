import type pg from 'pg'

const FILE = 'insert into files (tenant_id, file_id, kind, content_type, state, store, bytes, sha256, created_at)'
/** A value of one column in pieces, as the store in the database has them. */
const piecesOf = (column: string) =>
  `insert into file_pieces (tenant_id, file_id, seq, bytes)
   select tenant_id, file_id, n, substring(${column} from n * 262144 + 1 for 262144) from due, generate_series(0, (length(${column}) - 1) / 262144) n on conflict do nothing`

/**
 * What the release before kept in tables of its own becomes files of the store in the database, one a statement: `$1` names it, null takes the
 * next. The old bytes stay for an older process; their tables and columns go one release later, and these statements with them.
 */
const TAKE_OVER = {
  logo: `with due as materialized (select tenant_id, logo_id as file_id, png, created_at from logos l
      where ($1::uuid is null or logo_id = $1) and not exists (select from files f where f.file_id = l.logo_id) limit 1 for update),
    bytes as (${piecesOf('png')})
    ${FILE} select tenant_id, file_id, 'LOGO', 'image/png', 'KEPT', 'DATABASE', length(png), sha256(png), created_at from due on conflict do nothing`,
  picture: `with due as materialized (select tenant_id, file_id as id, gen_random_uuid() as file_id, jpeg, created_at from order_files
      where ($1::bigint is null or file_id = $1) and stored_id is null order by order_files.file_id limit 1 for update),
    file as (${FILE} select tenant_id, file_id, 'ORDER_PICTURE', 'image/jpeg', 'KEPT', 'DATABASE', length(jpeg), sha256(jpeg), created_at from due),
    bytes as (${piecesOf('jpeg')})
    update order_files o set stored_id = due.file_id from due where o.tenant_id = due.tenant_id and o.file_id = due.id`,
  sound: `with due as materialized (select tenant_id, record_id, gen_random_uuid() as file_id, bytes, sha256, created_at from sound_records
      where ($1::bigint is null or record_id = $1) and stored_id is null and storage = 'STORED' order by record_id limit 1 for update),
    file as (${FILE} select tenant_id, file_id, 'RECORDING', 'audio/wav', 'KEPT', 'DATABASE', bytes, sha256, created_at from due),
    pieces as (insert into file_pieces (tenant_id, file_id, seq, bytes)
      select due.tenant_id, due.file_id, p.seq, p.bytes from due join sound_pieces p using (tenant_id, record_id))
    update sound_records r set stored_id = due.file_id from due where r.tenant_id = due.tenant_id and r.record_id = due.record_id`,
}
type Former = keyof typeof TAKE_OVER

/** Takes over this one, or the next that is due; false where there is none, or another process was first. */
export async function takeOver(pool: pg.Pool, what: Former, id: string | null = null): Promise<boolean> {
  const { rowCount } = await pool.query(TAKE_OVER[what], [id])
  return (rowCount ?? 0) > 0
}

/** All there is, one after the other; returns how many. */
export async function takeOverAll(pool: pg.Pool, stopped = () => false): Promise<number> {
  let taken = 0
  for (const what of Object.keys(TAKE_OVER) as Former[]) while (!stopped() && (await takeOver(pool, what))) taken++
  return taken
}
