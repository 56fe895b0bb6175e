import type { TemplateOwner } from '@chauffeur/contract/pricing/model'
import type { TenantDb, TenantTx } from '#platform/database/db'

export const codeTaken = async (tx: TenantTx, code: string, exceptTemplateId: string | null): Promise<boolean> => {
  let q = tx.selectFrom('price_templates').select('template_id').where('code', '=', code).limit(1)
  if (exceptTemplateId) q = q.where('template_id', '<>', exceptTemplateId)
  return (await q.executeTakeFirst()) !== undefined
}

/** The name of the enterprise, channel or group a template belongs to, for whoever works in a city; undefined where there is none in sight. */
export async function findOwner(db: TenantDb, ownerType: TemplateOwner, ownerId: string): Promise<string | undefined> {
  const [city] = await db.selectFrom('tenant_cities').select('city_id').limit(1).execute()
  if (!city) return undefined
  const owner =
    ownerType === 'ENTERPRISE'
      ? db.selectFrom('enterprises').select('name').where('enterprise_id', '=', ownerId)
      : ownerType === 'PARTNER'
        ? db.selectFrom('channels').select('name').where('channel_id', '=', ownerId)
        : ownerType === 'GROUP'
          ? db.selectFrom('customer_groups').select('name').where('group_id', '=', ownerId).where('type', '=', 'PRICE')
          : undefined
  return (await owner?.executeTakeFirst())?.name
}
