import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import type { LicenceClass, RemarkType } from '@chauffeur/contract/driver/file'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { documentNo } from '#platform/database/document-number'

/** What a driver did since an instant, and what the platform owes them. */
export async function figuresOf(db: TenantDb, driverId: string, since: Date) {
  const { rows } = await sql<{
    served: number
    billed_fen: number
    cancelled: number
    asked: number
    accepted: number
    wallet_fen: number | null
  }>`
    select
      o.served, o.billed_fen, o.cancelled, f.asked, f.accepted,
      (select balance_fen::float8 from ledger_accounts where owner_type = 'DRIVER' and owner_id = ${driverId}::bigint and kind = 'DRIVER_AVAILABLE' and currency = 'CNY') as wallet_fen
    from
      (select count(*) filter (where service_status = ${sql.lit(SERVICE_STATUS.billFiled)} and filed_at >= ${since})::int as served,
         coalesce(sum(total_fen) filter (where service_status = ${sql.lit(SERVICE_STATUS.billFiled)} and filed_at >= ${since}), 0)::float8 as billed_fen,
         count(*) filter (where service_status = ${sql.lit(SERVICE_STATUS.driverCancelled)} and cancelled_at >= ${since})::int as cancelled
       from orders where driver_id = ${driverId}::bigint and created_at >= ${since}::timestamptz - interval '2 days') o,
      (select count(*)::int as asked, count(*) filter (where result = 'ACCEPTED')::int as accepted
       from offers where driver_id = ${driverId}::bigint and sent_at >= ${since}) f`.execute(db)
  return rows[0]!
}

export const newestOrders = (db: TenantDb, driverId: string, most: number) =>
  db
    .selectFrom('orders')
    .select(['order_id', 'order_no', 'service_status', 'pickup_address', 'created_at', 'total_fen'])
    .where('driver_id', '=', driverId)
    .orderBy('created_at', 'desc')
    .orderBy('order_id', 'desc')
    .limit(most)
    .execute()

export const remarksOf = (db: TenantDb, driverId: string, most: number) =>
  db
    .selectFrom('driver_remarks')
    .select(['remark_id', 'type', 'text', 'order_id', 'order_no', 'author_name', 'at'])
    .where('driver_id', '=', driverId)
    .orderBy('at', 'desc')
    .orderBy('remark_id', 'desc')
    .limit(most)
    .execute()

export const lockFile = (tx: TenantTx, driverId: string) =>
  tx.selectFrom('drivers').selectAll().where('driver_id', '=', driverId).forUpdate().executeTakeFirst()

export interface FileValues {
  driverNo: string | null
  name: string
  phone: string
  cityId: string
  orgId: string | null
  serviceTypes: string[]
  listenRadiusM: number
  idCardExpire: string | null
  licenceClass: LicenceClass
  licenceFirstIssue: string
  licenceExpire: string
  emergencyContact: string
  emergencyPhone: string
  qualification: number
  /** Null leaves the card on file. */
  card: { sealed: string; print: Buffer; tail: string; birthDate: string; gender: 'MALE' | 'FEMALE' } | null
}
const columns = (file: FileValues) => ({
  name: file.name,
  phone: file.phone,
  city_id: file.cityId,
  org_id: file.orgId,
  service_types: file.serviceTypes,
  listen_radius_m: file.listenRadiusM,
  id_card_expire: file.idCardExpire,
  licence_class: file.licenceClass,
  licence_first_issue: file.licenceFirstIssue,
  licence_expire: file.licenceExpire,
  emergency_contact: file.emergencyContact,
  emergency_phone: file.emergencyPhone,
  qualification: file.qualification,
  ...(file.card && {
    id_card_sealed: file.card.sealed,
    id_card_print: file.card.print,
    id_card_tail: file.card.tail,
    birth_date: file.card.birthDate,
    gender: file.card.gender,
  }),
})

const values = (tenantId: string, file: FileValues, by: string) => ({
  ...{ tenant_id: tenantId, ...columns(file), driver_no: file.driverNo ?? documentNo('DRIVER', tenantId) },
  ...{ created_by: by, updated_by: by },
})
/** Undefined where the number is another driver's: the next of the sequence may have been given by hand. */
export const insertDriver = (tx: TenantTx, tenantId: string, file: FileValues, by: string) =>
  tx
    .insertInto('drivers')
    .values(values(tenantId, file, by))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'driver_no']).doNothing())
    .returning(['driver_id', 'driver_no', 'version'])
    .executeTakeFirst()

/** Many at once; those whose telephone, card or number is somebody's are left out. Gives who was added, by their telephones. */
export async function insertDrivers(
  tx: TenantTx,
  tenantId: string,
  files: readonly FileValues[],
  by: string,
): Promise<Map<string, string>> {
  if (files.length === 0) return new Map()
  const rows = await tx
    .insertInto('drivers')
    .values(files.map((file) => values(tenantId, file, by)))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['driver_id', 'phone'])
    .execute()
  return new Map(rows.map(({ phone, driver_id }) => [phone, driver_id]))
}

export const updateDriver = (tx: TenantTx, driverId: string, file: FileValues, by: string) =>
  tx
    .updateTable('drivers')
    .set({
      ...columns(file),
      ...(file.driverNo !== null && { driver_no: file.driverNo }),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: by,
    })
    .where('driver_id', '=', driverId)
    .returning(['driver_id', 'driver_no', 'version'])
    .executeTakeFirstOrThrow()

export const setDisabled = (
  tx: TenantTx,
  driverId: string,
  disabled: { reason: string; byName: string; freezeWallet: boolean } | null,
  qualification: number,
  by: string,
) =>
  tx
    .updateTable('drivers')
    .set({
      disabled_reason: disabled?.reason ?? '',
      disabled_at: disabled ? sql<Date>`now()` : null,
      disabled_by_name: disabled?.byName ?? '',
      wallet_frozen: disabled?.freezeWallet ?? false,
      qualification,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: by,
    })
    .where('driver_id', '=', driverId)
    .execute()

export const endSessionsOf = (tx: TenantTx, driverId: string) =>
  tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, end_reason: 'DISABLED' })
    .where('driver_id', '=', driverId)
    .where('ended_at', 'is', null)
    .execute()

export const orderOfDriver = (tx: TenantTx, driverId: string, orderNo: string) =>
  tx.selectFrom('orders').select('order_id').where('order_no', '=', orderNo).where('driver_id', '=', driverId).executeTakeFirst()

export const insertRemark = async (
  tx: TenantTx,
  remark: {
    tenantId: string
    driverId: string
    type: RemarkType
    text: string
    order: { id: string; no: string } | null
    author: { id: string; name: string }
  },
): Promise<string> =>
  (
    await tx
      .insertInto('driver_remarks')
      .values({
        tenant_id: remark.tenantId,
        driver_id: remark.driverId,
        type: remark.type,
        text: remark.text,
        order_id: remark.order?.id ?? null,
        order_no: remark.order?.no ?? '',
        author_id: remark.author.id,
        author_name: remark.author.name,
      })
      .returning('remark_id')
      .executeTakeFirstOrThrow()
  ).remark_id
