import type { Database } from '../../database/db.ts'

/** Measured detours of all tenants' cities, in hundredths, under `<tenant>/<city>`. */
export async function readDetours(db: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.platform.query<{ tenant_id: string; city_id: string; detour_x100: number }>(
    'select tenant_id, city_id, detour_x100 from city_detours',
  )
  return new Map(rows.map((row) => [`${row.tenant_id}/${row.city_id}`, row.detour_x100]))
}
