import type { DatedRow } from '@chauffeur/contract/kernel/dated'
import type { TenantTx } from '#platform/database/db'
import type { Audit, Fail } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import type { OperatorSession } from '#platform/identity/session'
import {
  changeDated,
  type DatedDb,
  type DatedTable,
  driversByNo,
  endDated,
  holdDriver,
  insertDated,
  type Own,
  overlapping,
} from './dated.queries.ts'

type Lost = 'notFound' | 'conflict' | 'over'
type Wrong = 'driverUnknown' | 'periodInvalid' | 'overlap'
interface Declaration<Db extends DatedDb, View extends DatedRow, L extends string, W extends string> {
  at: DatedTable
  /** Under which it stands in the log of operations. */
  object: string
  /** What the id is called on the wire. */
  idName: string
  refusals: Record<Lost, L> & Record<Wrong, W>
  find: (tx: TenantTx, id: string) => Promise<Db | undefined>
  lock: (tx: TenantTx, id: string) => Promise<Db | undefined>
  view: (row: Db, operator: OperatorSession) => View
  /** What the log says of one. */
  record: (view: View) => object
  /** What follows for the driver. */
  changed?: (tx: TenantTx, driverId: string) => Promise<unknown>
}
interface Typed {
  id: string | undefined
  version: number | undefined
  driverNo: string
  from: string | undefined
  until: string
  reason: string
}
interface Context<F extends string> {
  db: TenantTx
  operator: OperatorSession
  audit: (entry: Audit) => void
  fail: Fail<F>
}

/** Nobody says that something held already: what was to begin before now begins now. */
export const beginningOf = (asked: Date | '' | undefined, now: Date): Date => (asked && asked > now ? asked : now)

/** How rows that hold for one driver from a time until another are kept: as they were seen, not twice at once, and not when they are over. */
export function keepDated<Db extends DatedDb, View extends DatedRow, L extends string, W extends string>(
  declared: Declaration<Db, View, L, W>,
) {
  const { at, object, idName, refusals, find, lock, view, record, changed } = declared

  /** One that is not over, as it was seen, held until the write is done. */
  async function seen(id: string, version: number | undefined, { db, operator, fail }: Context<L>): Promise<Db> {
    const known = (await lock(db, id)) ?? fail(refusals.notFound)
    if (known.version !== version) return fail(refusals.conflict, { current: view(known, operator) })
    if (known.valid_until <= known.now) return fail(refusals.over)
    return known
  }

  return {
    /** `ownOf`: what it says besides, for this driver. Without an id a new one. */
    save: async (
      typed: Typed,
      ownOf: (driver: { driver_id: string; city_id: string }) => Own | Promise<Own>,
      context: Context<L | W> & { request: { english: boolean } },
    ): Promise<View> => {
      const { db, operator, request, audit, fail } = context
      const known = typed.id ? await seen(typed.id, typed.version, context) : null
      const driver = known ?? (await driversByNo(db, [typed.driverNo]))[0] ?? fail(refusals.driverUnknown)
      const driverId = driver.driver_id
      const own = await ownOf(driver)
      // By the database's clock, which decides what holds.
      const { now } = driver
      const began = known !== null && known.valid_from <= now
      const from = began ? known.valid_from : beginningOf(typed.from && new Date(typed.from), now)
      const until = new Date(typed.until)
      if (until <= from || until <= now)
        return fail(
          refusals.periodInvalid,
          fieldsOf([{ path: 'until', zh: '应晚于开始时间和现在', en: 'must be later than the beginning and than now' }], request.english),
        )
      await holdDriver(db, at, driverId)
      const there = await overlapping(db, at, driverId, { from, until }, typed.id ?? null)
      if (there) return fail(refusals.overlap, { [idName]: there.id, from: there.from.toISOString(), until: there.until.toISOString() })
      const written = { period: { from, until, reason: typed.reason }, own }
      if (typed.id) await changeDated(db, at, typed.id, written, operator.realName)
      const id = typed.id ?? (await insertDated(db, at, { tenantId: operator.tenantId, driverId }, written, operator))
      await changed?.(db, driverId)
      const saved = view((await find(db, id))!, operator)
      audit({ object, objectId: id, ...(known && { before: record(view(known, operator)) }), after: record(saved) })
      return saved
    },
    /** One to come is gone, one that holds ends now. */
    end: async (id: string, version: number, context: Context<L>): Promise<Record<string, never>> => {
      const { db, operator, audit } = context
      const known = await seen(id, version, context)
      await endDated(db, at, [id], operator.realName)
      await changed?.(db, known.driver_id)
      audit({ object, objectId: id, before: record(view(known, operator)) })
      return {}
    },
  }
}
