import {
  kindsOfStage,
  orderFileKind,
  type PhotoFlag,
  photoFlagText,
  type PhotoReason,
  photoReasonText,
  orderFileKindText,
  stageOf,
  photoVerdictText,
} from '@chauffeur/contract/quality/photo-model'
import { photoCalls, type PhotoRow } from '@chauffeur/contract/quality/photo'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { fileLink } from '#platform/files/link'
import type { Platform } from '#platform/http/implement'
import { instant, text, words } from '#platform/list/columns'
import { holds, is, isBefore, isFrom, isOneOf } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'

/** Small pictures lie in the browser so long; their addresses open for as long. */
const THUMB_S = 3_600

const inSight = (db: TenantDb) =>
  db
    .selectFrom('order_files as f')
    .innerJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'f.tenant_id').onRef('o.order_id', '=', 'f.order_id'))
    .leftJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'f.tenant_id').onRef('d.driver_id', '=', 'f.driver_id'))
const named = (rows: ReturnType<typeof inSight>) =>
  rows
    .innerJoin('cities as c', 'c.city_id', 'o.city_id')
    .select([
      'f.tenant_id',
      'f.file_id',
      'f.order_id',
      'f.driver_id',
      'f.kind',
      'f.extra_type',
      'f.stored_id',
      'f.thumb_id',
      'f.original_id',
      'f.width',
      'f.height',
      'f.sha256',
      'f.created_at',
      'f.taken_at',
      'f.lat',
      'f.lng',
      'f.accuracy_m',
      'f.source',
      'f.screened_at',
      'f.flags',
      'f.away_m',
      'f.verdict',
      'f.verdict_reason',
      'f.verdict_note',
      'f.reviewed_by_name',
      'f.reviewed_at',
      'f.retake_until',
      'f.replaces',
      'f.version',
      'o.order_no',
      'o.city_id',
      'c.name as city_name',
      sql<string>`coalesce(d.driver_no, '')`.as('driver_no'),
      sql<string>`coalesce(d.name, '')`.as('driver_name'),
    ])
export type NamedPhoto = Awaited<ReturnType<ReturnType<typeof named>['executeTakeFirstOrThrow']>>

/** Where a kind stands in the course of a trip. */
const inTrip = sql`array_position(${sql.lit(`{${orderFileKind.options.join(',')}}`)}::text[], f.kind)`

export const photosOfOrder = (db: TenantDb, orderId: string): Promise<NamedPhoto[]> =>
  named(inSight(db)).where('f.order_id', '=', orderId).orderBy(inTrip).orderBy('f.file_id').execute()
export const photosById = (db: TenantDb, fileIds: readonly string[]): Promise<NamedPhoto[]> =>
  fileIds.length === 0
    ? Promise.resolve([])
    : named(inSight(db))
        .where('f.file_id', 'in', [...fileIds])
        .execute()

export function photoView(row: NamedPhoto, { vault }: Pick<Platform, 'vault'>): PhotoRow {
  const { tenant_id: tenantId, thumb_id: fileId } = row
  return {
    fileId: row.file_id,
    orderId: row.order_id,
    orderNo: row.order_no,
    cityId: row.city_id,
    cityName: row.city_name,
    driverId: row.driver_id,
    driverNo: row.driver_no,
    driverName: row.driver_name,
    kind: row.kind,
    stage: stageOf(row.kind),
    extraType: row.extra_type,
    width: row.width,
    height: row.height,
    uploadedAt: row.created_at.toISOString(),
    takenAt: row.taken_at?.toISOString() ?? null,
    place: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng, accuracyM: row.accuracy_m },
    source: row.source,
    screenedAt: row.screened_at?.toISOString() ?? null,
    flags: row.flags as PhotoFlag[],
    verdict: row.verdict,
    reason: row.verdict_reason as PhotoReason | null,
    note: row.verdict_note,
    reviewer: row.reviewed_at && row.reviewed_by_name ? { name: row.reviewed_by_name, at: row.reviewed_at.toISOString() } : null,
    retakeUntil: row.retake_until?.toISOString() ?? null,
    replaces: row.replaces,
    thumbUrl: fileId && fileLink(vault, { tenantId, fileId, keepS: THUMB_S }, { now: new Date(), validS: THUMB_S }).url,
    version: row.version,
  }
}
/** An address of the picture in full, for a quarter of an hour. */
export const pictureUrl = ({ tenant_id: tenantId, stored_id: fileId }: NamedPhoto, { vault }: Pick<Platform, 'vault'>): string | null =>
  fileId && fileLink(vault, { tenantId, fileId, keepS: 900 }, { now: new Date() }).url

export const photoList = defineList(photoCalls.photoList, {
  hidden: ({ scope }) => scope.channel !== '*',
  from: ({ db }) => inSight(db),
  filters: {
    keyword: holds('o.order_no', 'd.name', 'd.driver_no'),
    stage: (stage) => isOneOf('f.kind', 'text')(kindsOfStage(stage)),
    kinds: isOneOf('f.kind', 'text'),
    // As the partial indexes have it.
    verdicts: (verdicts) =>
      verdicts.length === 0 || verdicts.includes('NONE')
        ? isOneOf('f.verdict', 'text')(verdicts)
        : sql<boolean>`(f.verdict <> 'NONE' and f.verdict = any (${verdicts}::text[]))`,
    flag: (flag) => sql<boolean>`(f.flags <> '{}' and ${flag} = any (f.flags))`,
    reason: (reason) => sql<boolean>`(f.verdict in ('BAD', 'RETAKE', 'RETAKEN') and f.verdict_reason = ${reason})`,
    cityId: is('o.city_id'),
    driverId: is('f.driver_id'),
    orderId: is('f.order_id'),
    uploadedFrom: isFrom('f.created_at'),
    uploadedTo: isBefore('f.created_at'),
  },
  key: 'f.file_id',
  order: [desc('f.order_id'), asc(inTrip)],
  select: named,
  cutFirst: true,
  view: (row, { platform }) => photoView(row, platform),
  growing: {
    period: { from: 'uploadedFrom', to: 'uploadedTo' },
    served: ({ keyword, stage, kinds, reason, cityId, verdicts }) =>
      keyword === undefined && stage === undefined && !kinds?.length && reason === undefined && cityId === undefined && !verdicts?.length,
  },
  file: {
    module: import.meta.url,
    zh: '订单质检照片',
    en: 'Quality of order pictures',
    columns: {
      orderNo: text('订单号', 'Order no.'),
      cityName: text('城市', 'City'),
      driverNo: text('司机工号', 'Driver no.'),
      driverName: text('司机', 'Driver'),
      kind: words('照片类型', 'Picture', orderFileKindText),
      takenAt: instant('拍摄时间', 'Taken'),
      uploadedAt: instant('上传时间', 'Uploaded'),
      flags: text('自动检查', 'Found by itself', (flags: readonly PhotoFlag[]) => flags.map((flag) => photoFlagText[flag]).join('；')),
      verdict: words('审核结果', 'Decision', photoVerdictText),
      reason: text('原因', 'Reason', (reason: PhotoReason | null) => (reason ? photoReasonText[reason] : '')),
      note: text('说明', 'Note'),
    },
  },
})
