import { authoritiesOf, authorityNames, standardRoles } from '@chauffeur/contract/authorities'
import type pg from 'pg'

/**
 * Writes the functions that this program's contract names. A function that is new goes to the roles of administrators, nobody else could
 * ever give it, and to the standard roles that the contract names with it. One that the contract does not name stays, with what every role was given of it: a newer process may have brought it. What
 * no release knows any more is removed by a migration.
 */
export async function syncFunctions(owner: pg.ClientBase): Promise<void> {
  const wanted = Object.entries(authorityNames).map(([code, { zh, en }], index) => ({
    code,
    name: zh,
    name_en: en,
    area: code.split('.')[0]!,
    sort: (index + 1) * 10,
  }))
  const { rows: present } = await owner.query<(typeof wanted)[number]>(
    `select code, name, name_en, area, sort from functions where source = 'CONTRACT'`,
  )
  const written = new Map(present.map((row) => [row.code, JSON.stringify(row)]))
  const changed = wanted.filter((row) => written.get(row.code) !== JSON.stringify(row))
  if (changed.length === 0) return
  await owner.query(
    `with written as (
       insert into functions (code, name, name_en, area, sort, kind, system_id)
       select wanted.*, case when code like '%.view' then 'MENU' when code like '%.reveal' then 'FIELD' else 'BUTTON' end, system_id
       from jsonb_to_recordset($1::jsonb) as wanted (code text, name text, name_en text, area text, sort int), systems where platform_id = 3
       on conflict (code) do update set name = excluded.name, name_en = excluded.name_en, area = excluded.area, sort = excluded.sort, source = 'CONTRACT'
       returning code)
     insert into role_functions (tenant_id, role_id, function_code)
     select tenant_id, role_id, code from written, roles where code <> all ($2) and (administrator or $3::jsonb -> name ? code) on conflict do nothing`,
    [
      JSON.stringify(changed),
      present.map((row) => row.code),
      JSON.stringify(Object.fromEntries(standardRoles.map((role) => [role, authoritiesOf(role)]))),
    ],
  )
}
