import { DEFAULT_COMMISSION_BP, type PriceTemplateRules } from '@chauffeur/contract/pricing/model'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { PricedTrip } from '../price/index.ts'

/**
 * Templates that fit a place, channel and service at an instant: of each the version that began last, which replaces all before it. Whether
 * a fence's template counts is for the fences to say.
 */
export async function templatesFor(
  db: TenantDb,
  fit: {
    cityId: string
    channelId: string | null
    enterpriseId: string | null
    groupIds: readonly string[]
    serviceType: string
    departAt: Date
  },
) {
  const rows = await db
    .with('begun', (q) =>
      q
        .selectFrom('price_templates')
        .selectAll()
        .distinctOn('template_id')
        .where('effective_from', '<=', fit.departAt)
        .orderBy('template_id')
        .orderBy('effective_from', 'desc')
        .orderBy('version', 'desc'),
    )
    .selectFrom('begun')
    .select(['template_id', 'version', 'owner_type', 'owner_id', 'rank', 'rules', 'effective_from', 'effective_to'])
    .where('service_type', '=', fit.serviceType)
    .where((eb) => eb.or([eb('effective_to', 'is', null), eb('effective_to', '>', fit.departAt)]))
    .where(sql<boolean>`${fit.cityId}::bigint = any (city_ids)`)
    .where((eb) => eb.or([eb(sql`cardinality(channel_ids)`, '=', 0), sql<boolean>`${fit.channelId}::bigint = any (channel_ids)`]))
    .where((eb) =>
      eb.or([
        eb('owner_type', 'in', ['CITY', 'FENCE']),
        eb.and([eb('owner_type', '=', 'PARTNER'), eb('owner_id', '=', fit.channelId)]),
        eb.and([eb('owner_type', '=', 'ENTERPRISE'), eb('owner_id', '=', fit.enterpriseId)]),
        eb.and([eb('owner_type', '=', 'GROUP'), sql<boolean>`owner_id = any (${fit.groupIds}::bigint[])`]),
      ]),
    )
    .execute()
  return rows.map((row) => ({
    id: row.template_id,
    version: row.version,
    ownerType: row.owner_type,
    ownerId: row.owner_id,
    rank: row.rank,
    effectiveFrom: row.effective_from.getTime(),
    effectiveTo: row.effective_to?.getTime() ?? null,
    rules: row.rules as unknown as PriceTemplateRules,
  }))
}

/** The rules an order keeps: of exactly this version. */
export async function templateVersion(db: TenantDb, templateId: string, version: number): Promise<PriceTemplateRules | undefined> {
  const row = await db
    .selectFrom('price_templates')
    .select('rules')
    .where('template_id', '=', templateId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.rules as unknown as PriceTemplateRules | undefined
}

/** The platform's part of an order's bill: of the version the order keeps, less what the driver's level took off as the bill was filed. */
export async function commissionRateBp(
  db: TenantDb,
  order: { template_id: string | null; template_version: number | null; commission_off_bp: number },
): Promise<number> {
  const rules = order.template_id ? await templateVersion(db, order.template_id, order.template_version ?? 0) : undefined
  return Math.max(0, (rules?.commissionBp ?? DEFAULT_COMMISSION_BP) - order.commission_off_bp)
}

export interface NewQuote {
  tenantId: string
  cityId: string
  templateId: string
  templateVersion: number
  trip: object
  priced: PricedTrip
  distanceM: number
  durationS: number
  measured: { by: string; provider: string | null } | null
  validUntil: Date
  createdBy: string | null
}
export const insertQuote = async (tx: TenantTx, quote: NewQuote): Promise<string> =>
  (
    await tx
      .insertInto('fee_quotes')
      .values({
        tenant_id: quote.tenantId,
        city_id: quote.cityId,
        template_id: quote.templateId,
        template_version: quote.templateVersion,
        trip: JSON.stringify(quote.trip),
        priced: JSON.stringify(quote.priced),
        distance_m: quote.distanceM,
        duration_s: quote.durationS,
        measured_by: quote.measured?.by ?? null,
        road_provider: quote.measured?.provider ?? null,
        total_fen: quote.priced.totalFen,
        valid_until: quote.validUntil,
        created_by: quote.createdBy,
      })
      .returning('quote_id')
      .executeTakeFirstOrThrow()
  ).quote_id

export const findQuote = (db: TenantDb, quoteId: string) =>
  db.selectFrom('fee_quotes').selectAll().where('quote_id', '=', quoteId).executeTakeFirst()
