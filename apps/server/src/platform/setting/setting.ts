import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Audit, Fail } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import { everyVersion, insertVersion, lockSettings, presentOf, type VersionTable } from './version-table.ts'
import type { VersionRow } from './version.ts'

/** What a version says (`V`), with the names shown beside (`N`) and what it is kept with. */
export type SettingRow<V, N = object> = V & N & VersionRow

interface Declaration<V, N, W, F extends string, O extends string, T> extends VersionTable<V, N> {
  /** As the log of operations names it. */
  object: string
  /** A version as it is on the wire. */
  view: (row: SettingRow<V, N>) => W
  refusals: { notFound: F; conflict: F }
  /** Two settings that may not hold side by side: it would be chance which of them decides. */
  apart?: { refusal: O; clash: (other: SettingRow<V, N>, wanted: V) => boolean }
  /** What a change would do, were it saved. */
  consequence?: (db: TenantDb, before: SettingRow<V, N> | null, after: V) => Promise<T>
}

/** Who changes a setting. */
export interface ChangedBy<F extends string> {
  operator: Pick<OperatorSession, 'tenantId' | 'userId' | 'realName'>
  audit: (entry: Audit) => void
  fail: Fail<F>
}
interface Seen {
  id: string
  /** The version that the change began from. Another newest one is refused, and comes with the refusal. */
  version: number | undefined
  reason?: string | undefined
}
/** What the next version says. Refuses by throwing. */
type Next<R, V> = (before: R) => V | Promise<V>

/**
 * A setting whose versions are kept: rows that never change, of which one is in force. It is changed by adding the next, with the newest
 * one as seen, and returned to an earlier version by saving again what that says.
 *
 * Called twice, so that what a version says is named and the rest is found out: `defineSetting<Values, Names>()({ … })`.
 */
export const defineSetting =
  <V extends object, N extends object = object>() =>
  <W, F extends string, O extends string = never, T = never>(declared: Declaration<V, N, W, F, O, T>) => {
    type Row = SettingRow<V, N>
    const { view, refusals, apart } = declared
    const versions = (db: TenantDb, id: string): Promise<Row[]> => everyVersion(db, declared, id)

    const present = async (db: TenantDb, where?: Parameters<typeof presentOf>[1]): Promise<Row[]> =>
      (await sql<Row>`${presentOf(declared, where)} order by ${declared.order ?? sql`id`}`.execute(db)).rows

    async function keepApart(db: TenantDb, id: string | null, wanted: V, fail: Fail<O>) {
      if (!apart) return
      const other = (await present(db)).find((row) => row.id !== id && apart.clash(row, wanted))
      if (other) fail(apart.refusal, { current: view(other) })
    }

    /** The newest version, provided that it is the one that was seen. */
    async function newestSeen(db: TenantDb, seen: Seen, fail: Fail<F>): Promise<Row> {
      const newest = (await versions(db, seen.id))[0] ?? fail(refusals.notFound)
      return newest.version === seen.version ? newest : fail(refusals.conflict, { current: view(newest) })
    }

    async function keep(tx: TenantTx, before: Row | null, values: V, reason: string, by: ChangedBy<O>): Promise<Row> {
      await keepApart(tx, before?.id ?? null, values, by.fail)
      const id = await insertVersion(tx, declared, {
        id: before?.id ?? null,
        version: (before?.version ?? 0) + 1,
        reason,
        by: by.operator,
        values,
      })
      const saved = (await versions(tx, id))[0]!
      by.audit({ object: declared.object, objectId: id, ...(before && { before: view(before) }), after: view(saved) })
      return saved
    }

    async function create(tx: TenantTx, values: V, by: ChangedBy<O>, reason = ''): Promise<Row> {
      await lockSettings(tx, declared.table, by.operator.tenantId)
      return keep(tx, null, values, reason, by)
    }
    async function change(tx: TenantTx, seen: Seen, by: ChangedBy<F | O>, next: Next<Row, V>): Promise<Row> {
      await lockSettings(tx, declared.table, by.operator.tenantId)
      const before = await newestSeen(tx, seen, by.fail)
      return keep(tx, before, await next(before), seen.reason ?? '', by)
    }

    return {
      view,
      /** The version in force of each setting in sight; `where` speaks of its versions as `p`. */
      present,
      /** The same as a table `t`, to be filtered and sorted by a list. */
      table: (db: TenantDb) => db.selectFrom(sql<Row>`(${presentOf(declared)})`.as('t')),
      /** Newest first. */
      versions,
      history: async (db: TenantDb, id: string) => ({ rows: (await versions(db, id)).map(view) }),
      create,
      change,
      /** Of a new setting the first version, else the next. */
      save: async (tx: TenantTx, seen: Partial<Seen>, by: ChangedBy<F | O>, next: Next<Row | null, V>): Promise<Row> =>
        seen.id === undefined
          ? create(tx, await next(null), by, seen.reason)
          : change(tx, { version: undefined, ...seen, id: seen.id }, by, next),
      /** What `save` would be refused for, and would do; nothing is kept. */
      consequenceOf: async (db: TenantDb, seen: Partial<Seen>, fail: Fail<F | O>, next: Next<Row | null, V>): Promise<T> => {
        const before = seen.id === undefined ? null : await newestSeen(db, { version: undefined, ...seen, id: seen.id }, fail)
        const after = await next(before)
        await keepApart(db, before?.id ?? null, after, fail)
        if (!declared.consequence) throw new Error(`What a change of ${declared.object} would do is not declared.`)
        return declared.consequence(db, before, after)
      },
    }
  }
