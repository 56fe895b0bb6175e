import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { DatedTable } from '#areas/driver/dated'

export const FACE_WHITES: DatedTable = { table: 'driver_face_whites', key: 'white_id' }

export const faceWhites = (db: TenantDb) =>
  db
    .selectFrom('driver_face_whites as w')
    .innerJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'w.tenant_id').onRef('d.driver_id', '=', 'w.driver_id'))
    .innerJoin('cities as c', 'c.city_id', 'd.city_id')
export const listedFaceWhites = (rows: ReturnType<typeof faceWhites>) =>
  rows
    .selectAll('w')
    .select(['d.driver_no', 'd.name as driver_name', 'd.city_id', 'c.name as city_name'])
    .select(sql<Date>`clock_timestamp()`.as('now'))
export const listedFaceWhite = (db: TenantDb, whiteId: string) =>
  listedFaceWhites(faceWhites(db)).where('w.white_id', '=', whiteId).executeTakeFirst()
export type FaceWhiteDb = NonNullable<Awaited<ReturnType<typeof listedFaceWhite>>>
export const lockFaceWhite = (tx: TenantTx, whiteId: string) =>
  listedFaceWhites(faceWhites(tx)).where('w.white_id', '=', whiteId).forUpdate('w').executeTakeFirst()
