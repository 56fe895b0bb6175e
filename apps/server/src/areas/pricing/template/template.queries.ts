import type { TemplateStatus } from '@chauffeur/contract/pricing/template'
import type { PriceTemplateRules, TemplateOwner } from '@chauffeur/contract/pricing/model'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

/** Templates of the person's cities: everybody of the tenant may price by every template, a list shows those that concern them. */
const inCities = sql<boolean>`(app_all_cities() or city_ids && app_cities())`

/** Every version with where it stands: one that has begun replaces all earlier ones of its template for good. */
const standing = (db: TenantDb) =>
  db.selectFrom('price_templates').select([
    'template_id',
    'version',
    'code',
    'name',
    'owner_type',
    'owner_id',
    'city_ids',
    'channel_ids',
    'service_type',
    'rank',
    'rules',
    'effective_from',
    'effective_to',
    'created_at',
    'created_by',
    sql<number>`max(version) over (partition by template_id)`.as('newest_version'),
    sql<TemplateStatus>`case
      when effective_from > now() then 'SCHEDULED'
      when lead(effective_from) over (partition by template_id order by effective_from, version) <= now() then 'REPLACED'
      when effective_to <= now() then 'EXPIRED'
      else 'EFFECTIVE' end`.as('status'),
    sql<boolean>`bool_or(${inCities}) over (partition by template_id)`.as('visible'),
  ])

const seen = (db: TenantDb) =>
  db
    .with('standing', () => standing(db))
    .selectFrom('standing as t')
    .leftJoin('users', 'users.user_id', 't.created_by')
    .selectAll('t')
    .select([
      'users.real_name as created_by_name',
      sql<string[]>`array(select cities.name from cities where cities.city_id = any (t.city_ids) order by cities.pinyin)`.as('city_names'),
    ])
    .where('t.visible', '=', true)

/** One row a template: the version in force, else the next to come, else the last. */
export const templates = (db: TenantDb) =>
  db.selectFrom(
    seen(db)
      .distinctOn('t.template_id')
      .orderBy('t.template_id')
      .orderBy(sql`t.status = 'EFFECTIVE'`, 'desc')
      .orderBy(sql`t.status = 'SCHEDULED'`, 'desc')
      .orderBy(sql`case when t.status = 'SCHEDULED' then t.effective_from end`)
      .orderBy('t.version', 'desc')
      .as('t'),
  )
export type TemplateRowDb = Awaited<ReturnType<ReturnType<typeof seen>['execute']>>[number]

export const versionsOf = (db: TenantDb, templateId: string): Promise<TemplateRowDb[]> =>
  seen(db).where('t.template_id', '=', templateId).orderBy('t.version', 'desc').execute()

/** The version asked for; without one the version in force, else the newest. */
export async function findVersion(db: TenantDb, templateId: string, version?: number): Promise<TemplateRowDb | undefined> {
  const versions = await versionsOf(db, templateId)
  if (version !== undefined) return versions.find((row) => row.version === version)
  return versions.find(({ status }) => status === 'EFFECTIVE') ?? versions[0]
}

/** One editor of the tenant's templates at a time, until the transaction ends. */
export const lockTemplates = (tx: TenantTx) => sql`select pg_advisory_xact_lock(hashtext('price_templates'), app_tenant()::int)`.execute(tx)

export const codeTaken = async (tx: TenantTx, code: string, exceptTemplateId: string | null): Promise<boolean> => {
  let q = tx.selectFrom('price_templates').select('template_id').where('code', '=', code).limit(1)
  if (exceptTemplateId) q = q.where('template_id', '<>', exceptTemplateId)
  return (await q.executeTakeFirst()) !== undefined
}

export interface NewVersion {
  tenantId: string
  templateId: string | null
  version: number
  code: string
  name: string
  ownerType: TemplateOwner
  ownerId: string | null
  cityIds: readonly string[]
  channelIds: readonly string[]
  serviceType: string
  rank: number
  rules: PriceTemplateRules
  effectiveFrom: Date
  effectiveTo: Date | null
  createdBy: string
}
export const insertVersion = async (tx: TenantTx, next: NewVersion): Promise<string> =>
  (
    await tx
      .insertInto('price_templates')
      .values({
        tenant_id: next.tenantId,
        ...(next.templateId && { template_id: next.templateId }),
        version: next.version,
        code: next.code,
        name: next.name,
        owner_type: next.ownerType,
        owner_id: next.ownerId,
        city_ids: [...next.cityIds],
        channel_ids: [...next.channelIds],
        service_type: next.serviceType,
        rank: next.rank,
        rules: JSON.stringify(next.rules),
        effective_from: next.effectiveFrom,
        effective_to: next.effectiveTo,
        created_by: next.createdBy,
      })
      .returning('template_id')
      .executeTakeFirstOrThrow()
  ).template_id

/** The name of the enterprise or channel a template belongs to, for whoever works in a city; undefined where there is none in sight. */
export async function findOwner(db: TenantDb, ownerType: TemplateOwner, ownerId: string): Promise<string | undefined> {
  const [city] = await db.selectFrom('tenant_cities').select('city_id').limit(1).execute()
  if (!city) return undefined
  const owner =
    ownerType === 'ENTERPRISE'
      ? db.selectFrom('enterprises').select('name').where('enterprise_id', '=', ownerId)
      : ownerType === 'PARTNER'
        ? db.selectFrom('channels').select('name').where('channel_id', '=', ownerId)
        : undefined
  return (await owner?.executeTakeFirst())?.name
}

export const channelNames = async (db: TenantDb, ids: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('channels')
      .select('name')
      .where('channel_id', 'in', ids.length ? [...ids] : ['0'])
      .orderBy('name')
      .execute()
  ).map(({ name }) => name)
