import type { TenantDb } from '#platform/db'
import { countUpToLimit, offsetOf } from '#platform/page'
import { holding } from '#platform/sql-text'

const lines = (db: TenantDb) =>
  db
    .selectFrom('users as u')
    .innerJoin('departments as d', (join) => join.onRef('d.tenant_id', '=', 'u.tenant_id').onRef('d.dept_id', '=', 'u.dept_id'))
    .select(['u.user_id', 'u.username', 'u.real_name', 'u.dept_id', 'u.status', 'd.name as dept_name'])
export interface UserLinePage {
  keyword?: string | undefined
  pageNo: number
  pageSize: number
}
type Lines = ReturnType<typeof lines>

/** A page of the people `of` leaves, as lists of people name them, and how many there are (capped). */
export async function userLines(db: TenantDb, of: (all: Lines) => Lines, { keyword, ...page }: UserLinePage) {
  let rows = of(lines(db))
  if (keyword) {
    const anywhere = holding(keyword)
    rows = rows.where((eb) => eb.or([eb('u.username', 'ilike', anywhere), eb('u.real_name', 'ilike', anywhere)]))
  }
  const [list, counted] = await Promise.all([
    rows.orderBy('u.user_id').limit(page.pageSize).offset(offsetOf(page)).execute(),
    countUpToLimit(db, rows),
  ])
  return { list, counted }
}
export type UserLineDb = Awaited<ReturnType<typeof userLines>>['list'][number]
