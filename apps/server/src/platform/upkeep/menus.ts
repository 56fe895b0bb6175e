import { defaultMenus, menuScreens } from '@chauffeur/contract/menus'
import type pg from 'pg'

/**
 * Gives every tenant the entries that are new in this program, once: beside those of their group, wherever the tenant has moved or renamed
 * it. What a tenant took away is not given back, and one that has the screen already keeps its own entry.
 */
export async function addNewMenus(owner: pg.ClientBase): Promise<void> {
  const { rows: given } = await owner.query<{ url: string }>('select url from private.menus_given')
  const known = new Set(given.map(({ url }) => url))
  const missing = menuScreens.filter(({ url }) => !known.has(url))
  if (missing.length === 0) return
  await owner.query('begin')
  try {
    for (const { group, order, ...entry } of missing) {
      const beside = defaultMenus.find(({ name }) => name === group?.name)?.children?.map(({ url }) => url) ?? []
      await owner.query(
        `with lacking as (
           select tenant_id, coalesce(
             (select parent_id from menus m where m.tenant_id = t.tenant_id and m.url = any ($1) and parent_id is not null order by sort limit 1),
             (select menu_id from menus m where m.tenant_id = t.tenant_id and m.url = '' and m.name = $2 limit 1)) as parent_id
           from tenants t where not exists (select from menus m where m.tenant_id = t.tenant_id and m.url = $3)),
         groups as (
           insert into menus (tenant_id, name, icon, sort, dept_types)
           select tenant_id, $2, $4, $5::int, $6::smallint[] from lacking where parent_id is null and $2 <> '' returning tenant_id, menu_id)
         insert into menus (tenant_id, parent_id, name, url, icon, sort, function_codes, dept_types)
         select tenant_id, coalesce(parent_id, (select menu_id from groups where groups.tenant_id = lacking.tenant_id)), $7, $3, $8, $9::int, $10::text[], $11::smallint[]
         from lacking`,
        [
          beside,
          group?.name ?? '',
          entry.url,
          group?.icon ?? '',
          group?.place ?? 0,
          group?.deptTypes ?? EVERYBODY,
          entry.name,
          entry.icon,
          order,
          entry.needs,
          entry.deptTypes ?? EVERYBODY,
        ],
      )
      await owner.query('insert into private.menus_given (url) values ($1)', [entry.url])
    }
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

/** Headquarters, organisations and partners. */
const EVERYBODY = [1, 2, 3]
