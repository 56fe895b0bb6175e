import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'

/** Cities in sight with rules of their own. */
export const citiesWithPhotoRules = async (db: TenantDb): Promise<{ cityId: string; name: string }[]> =>
  (
    await sql<{ cityId: string; name: string }>`
      select c.city_id as "cityId", c.name from tenant_cities t join cities c on c.city_id = t.city_id
      where exists (select from setting_versions v where v.tenant_id = t.tenant_id and v.kind = 'photoRules' and v.city_id = t.city_id) order by c.pinyin`.execute(
      db,
    )
  ).rows

interface Fruits {
  withPhotos: number
  reviewed: number
  photos: number
  bad: number
}
/** Orders with pictures of the last 30 days, how many of them people looked at, and what they found. */
export async function fruitsOf(db: TenantDb, cityId: string | null): Promise<Fruits> {
  const there = cityId === null ? sql`true` : sql`o.city_id = ${cityId}::bigint`
  const { rows } = await sql<Fruits>`
    select count(*)::int as "withPhotos", (count(*) filter (where p.judged > 0))::int as reviewed,
      coalesce(sum(p.judged), 0)::int as photos, coalesce(sum(p.bad), 0)::int as bad
    from order_photo_cases a join orders o on o.tenant_id = a.tenant_id and o.order_id = a.order_id
      cross join lateral (select count(*) filter (where f.reviewed_at is not null) as judged, count(*) filter (where f.verdict = 'BAD') as bad
        from order_files f where f.tenant_id = a.tenant_id and f.order_id = a.order_id) p
    where a.created_at > now() - interval '30 days' and ${there}`.execute(db)
  return rows[0]!
}
