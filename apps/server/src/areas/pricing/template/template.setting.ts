import type { PriceTemplateRules, TemplateOwner } from '@chauffeur/contract/pricing/model'
import type { ServiceType } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { defineSetting, type SettingRow } from '#platform/setting/setting'
import { json } from '#platform/setting/version-table'
import { type Dated, versionFactsOf } from '#platform/setting/version'

export interface PriceTemplate {
  code: string
  name: string
  ownerType: TemplateOwner
  ownerId: string | null
  cityIds: readonly string[]
  channelIds: readonly string[]
  serviceType: ServiceType
  rank: number
  rules: PriceTemplateRules
  effectiveFrom: Date
  effectiveTo: Date | null
}
interface Shown extends Dated {
  cityNames: string[]
  /** Empty where it belongs to nobody in particular, or to somebody out of sight. */
  ownerName: string
  channelNames: string[]
}
export type PriceTemplateRow = SettingRow<PriceTemplate, Shown>

export const versionView = (row: PriceTemplateRow) => ({
  templateId: row.id,
  ...versionFactsOf(row),
  code: row.code,
  name: row.name,
  ownerType: row.ownerType,
  ownerId: row.ownerId,
  cityIds: [...row.cityIds],
  cityNames: row.cityNames,
  channelIds: [...row.channelIds],
  serviceType: row.serviceType,
  rank: row.rank,
  mode: row.rules.mode,
  status: row.status,
  effectiveFrom: row.effectiveFrom.toISOString(),
  effectiveTo: row.effectiveTo?.toISOString() ?? null,
})

/** Everybody of the tenant may price by every template; shown are those that concern the person's cities, in any of their versions. */
const ofOwnCities = sql<boolean>`v.template_id in (select template_id from price_templates where app_all_cities() or city_ids && app_cities())`

export const priceTemplates = defineSetting<PriceTemplate, Shown>()({
  object: 'priceTemplate',
  table: 'price_templates',
  key: 'template_id',
  columns: {
    code: 'code',
    name: 'name',
    ownerType: 'owner_type',
    ownerId: 'owner_id',
    cityIds: 'city_ids',
    channelIds: 'channel_ids',
    serviceType: 'service_type',
    rank: 'rank',
    rules: json('rules'),
    effectiveFrom: 'effective_from',
    effectiveTo: 'effective_to',
  },
  dated: { until: 'effective_to' },
  seen: ofOwnCities,
  names: {
    cityNames: sql`array(select cities.name from cities where cities.city_id = any (s.city_ids) order by cities.pinyin)`,
    ownerName: sql`coalesce(case s.owner_type when 'PARTNER' then (select h.name from channels h where h.tenant_id = s.tenant_id and h.channel_id = s.owner_id)
      when 'ENTERPRISE' then (select e.name from enterprises e where e.tenant_id = s.tenant_id and e.enterprise_id = s.owner_id)
      when 'GROUP' then (select g.name from customer_groups g where g.tenant_id = s.tenant_id and g.group_id = s.owner_id) end, '')`,
    channelNames: sql`array(select h.name from channels h where h.tenant_id = s.tenant_id and h.channel_id = any (s.channel_ids) order by h.name)`,
  },
  view: (row) => ({
    ...versionView(row),
    newestVersion: row.newestVersion,
    rules: row.rules,
    ownerName: row.ownerName,
    channelNames: row.channelNames,
  }),
  refusals: { notFound: 'pricing.templateNotFound', conflict: 'pricingTemplate.versionConflict' },
})

/** The version asked for; without one the version in force, else the newest. */
export async function findVersion(db: TenantDb, templateId: string, version?: number): Promise<PriceTemplateRow | undefined> {
  const versions = await priceTemplates.versions(db, templateId)
  if (version !== undefined) return versions.find((row) => row.version === version)
  return versions.find(({ status }) => status === 'EFFECTIVE') ?? versions[0]
}
