import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { type ChangedBy, defineSetting, type SettingRow } from './setting.ts'
import { json, lockSettings, selected, versionsOf, type VersionTable } from './version-table.ts'
import type { Dated } from './version.ts'

/** What holds in a city, or (without one) in every city of the tenant that has none of its own. */
interface CityVersion<C> {
  cityId: string | null
  content: C
  /** Not given: from now on. */
  effectiveFrom?: Date
}
interface Shown extends Dated {
  cityName: string
}
export type CitySettingRow<C> = SettingRow<CityVersion<C>, Shown>

interface Declaration<C, W, F extends string, O extends string, T> {
  /** Among the settings of this sort. */
  kind: string
  object: string
  /** What holds where nobody saved anything; and what a version says that was made before a field came. */
  standard: C
  view: (row: CitySettingRow<C>) => W
  /** `notFound` where it is asked for by its id, `taken` where a second one of a city is. */
  refusals: { conflict: F; notFound?: F; taken?: O }
  consequence?: (db: TenantDb, before: CitySettingRow<C> | null, after: CityVersion<C>) => Promise<T>
}

/** A setting that needs no table of its own: one for the tenant and one for each city that is to differ. */
export const defineCitySetting =
  <C extends object>() =>
  <W, F extends string, O extends string = never, T = never>(declared: Declaration<C, W, F, O, T>) => {
    type Row = CitySettingRow<C>
    const { kind, object, standard, refusals, consequence } = declared
    const whole = (row: Row): Row => ({ ...row, content: { ...standard, ...row.content } })
    const table: VersionTable<CityVersion<C>, Shown> = {
      table: 'setting_versions',
      key: 'setting_id',
      kind,
      columns: { cityId: 'city_id', content: json('content'), effectiveFrom: 'effective_from' },
      names: { cityName: sql`coalesce(c.name, '')` },
      joins: sql`left join cities c on c.city_id = s.city_id`,
      order: sql`c.pinyin nulls first`,
      dated: {},
    }
    const setting = defineSetting<CityVersion<C>, Shown>()<W, F, O, T>({
      ...table,
      object,
      view: (row) => declared.view(whole(row)),
      refusals: { notFound: refusals.notFound ?? refusals.conflict, conflict: refusals.conflict },
      ...(refusals.taken && { apart: { refusal: refusals.taken, clash: (other, wanted) => other.cityId === wanted.cityId } }),
      ...(consequence && { consequence: (db, before, after) => consequence(db, before && whole(before), after) }),
    })

    /** The version of the city, else of the tenant, that holds at an instant; null where none does. */
    async function rowFor(db: TenantDb, cityId: string | null, at?: Date): Promise<Row | null> {
      const held = sql`(s.city_id = ${cityId}::bigint or s.city_id is null) and s.effective_from <= ${at ?? sql`statement_timestamp()`}`
      const { rows } = await sql<Row>`
        ${selected(table, versionsOf(table), held)} order by s.city_id nulls last, s.effective_from desc, s.version desc limit 1`.execute(
        db,
      )
      return rows[0] ? whole(rows[0]) : null
    }
    /** The city's own (or the tenant's own) setting. */
    const own = async (db: TenantDb, cityId: string | null): Promise<Row | undefined> =>
      (await setting.present(db, sql`p.city_id is not distinct from ${cityId}::bigint`))[0]

    return {
      ...setting,
      rowFor,
      contentFor: async (db: TenantDb, cityId: string | null, at?: Date): Promise<C> => (await rowFor(db, cityId, at))?.content ?? standard,
      historyFor: async (db: TenantDb, cityId: string | null) => {
        const row = await own(db, cityId)
        return row ? setting.history(db, row.id) : { rows: [] }
      },
      /** `version` is 0 where nothing was saved yet. Not given when it begins: now. */
      saveFor: async (
        tx: TenantTx,
        {
          cityId,
          version,
          reason,
          effectiveFrom,
        }: { cityId: string | null; version: number; reason?: string | undefined; effectiveFrom?: Date | undefined },
        by: ChangedBy<F | O>,
        content: C,
      ): Promise<Row> => {
        // Of two who save the first one at once, the later sees that of the earlier.
        await lockSettings(tx, table.table, by.operator.tenantId)
        const before = await own(tx, cityId)
        if (!before && version > 0) return by.fail(refusals.conflict, { current: null })
        return setting.save(tx, { id: before?.id, version, reason }, by, () => ({
          cityId,
          content,
          ...(effectiveFrom && { effectiveFrom }),
        }))
      },
    }
  }
