import type { Call, FailureOf, OutputOf, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { type CompiledQuery, type Expression, type OrderByItemBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { PlatformDb, TenantDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { countUpToLimit, offsetOf, pageCut, pageOf } from '#platform/list/page'
import { type Scope, wholeTenant } from '#platform/database/scope'
import type { DriverSession, OperatorSession } from '#platform/identity/session'
import type { DB } from '#platform/database/tables.generated'
import type { Condition, Partly } from './conditions.ts'
import { exportable, type FileOf } from './exported.ts'
import { type Growing, withinReach } from './growing.ts'

interface PageInput {
  pageNo: number
  pageSize: number
  sortBy?: string | undefined
  sortOrder?: 'asc' | 'desc' | undefined
}
type FilterOf<C> = Omit<ParsedInputOf<C>, keyof PageInput>
export type RowOf<C> = OutputOf<C> extends { rows: readonly (infer W)[] } ? W : never
type PageOf<C> = ReturnType<typeof pageOf<RowOf<C>>>

/** Who asks for a list, and for what of it: what a declaration uses of a handler's context. */
export type ListRequest<C> = {
  input: ParsedInputOf<C>
  db: C extends { crossTenant: true } ? PlatformDb : TenantDb
  scope: Scope
  platform: Platform
  request: { english: boolean }
  fail: (failure: FailureOf<C>) => never
} & (C extends { access: 'driver' } ? { driver: DriverSession } : { operator: OperatorSession })

/** A column, or an expression, that a list is sorted by. */
export interface Sort {
  by: string | Expression<unknown>
  order: 'asc' | 'desc'
  /** Where rows without a value stand. A column that always has one names nothing: only then an index serves the order. */
  nulls?: 'smallest' | 'last'
}
export const asc = (by: Sort['by'], nulls?: Sort['nulls']): Sort => ({ by, order: 'asc', ...(nulls && { nulls }) })
export const desc = (by: Sort['by'], nulls?: Sort['nulls']): Sort => ({ by, order: 'desc', ...(nulls && { nulls }) })

interface Declaration<C extends Call, Q, R, B> {
  /** The tables: every row that some filter could leave. */
  from: (asked: ListRequest<C>) => Q
  /** What each filter of the call asks of a row. */
  filters: {
    [F in keyof FilterOf<C>]-?: (value: NonNullable<FilterOf<C>[F]>, asked: ListRequest<C>) => Filtered | Promise<Filtered>
  }
  /** Tells any two rows apart: the last word of every order. */
  key: string
  /** The list's own order. */
  order: readonly Sort[]
  /** What it can be sorted by instead, under the names of the wire, in the direction that a name alone means. */
  sorts?: Readonly<Record<string, Sort>>
  /** Adds what is shown of a row. */
  select: (rows: Q) => { execute(): Promise<R[]> }
  /** What `select` adds is dear (subselects): it is asked for once the page is cut, for its rows alone. */
  cutFirst?: true
  /** Asked for once a page, for all its rows. */
  beside?: (rows: readonly R[], asked: ListRequest<C>) => Promise<B>
  /** A row as it is on the wire. */
  view: (row: R, asked: ListRequest<C>, beside: B) => RowOf<C>
  /** Whether the asker is shown no row at all, beyond what row security says. */
  hidden?: (asked: ListRequest<C>) => boolean
  /** Why the asker gets no list: what it belongs to is not in sight. */
  refused?: (asked: ListRequest<C>) => Promise<FailureOf<C> | false>
  /** It grows for ever, and not all that can be asked of it is served by an index. */
  growing?: Growing<ParsedInputOf<C>>
  /** How it stands in a file. */
  file?: FileOf<RowOf<C>>
  /** Its rows are the platform's, read with the sight of the whole tenant: who sees what they belong to sees them all. */
  wholeTenant?: true
}

export interface List<C extends Call> {
  /** A page and how many rows there are, counted up to the limit. */
  page(asked: ListRequest<C>): Promise<PageOf<C>>
  /** The same bounds on another way to read a page of it. */
  within<T>(asked: ListRequest<C>, read: (asked: ListRequest<C>) => Promise<T>): Promise<T>
  /** How many rows there are, counted up to one more than the limit. */
  count(asked: ListRequest<C>): Promise<number>
  /** Sums over every row, by name. */
  sums<K extends string>(asked: ListRequest<C>, of: Readonly<Record<K, Expression<unknown>>>): Promise<Record<K, number>>
  /** Every row, in the order asked for. */
  every(asked: ListRequest<C>): Promise<Every>
  /** The keys of rows behind one, in their order: for work on all of them, some at a time. */
  keysBehind(asked: ListRequest<C>, key: string, limit: number): Promise<string[]>
  /** Such rows as they are on the wire. */
  views(rows: readonly unknown[], asked: ListRequest<C>): Promise<RowOf<C>[]>
}
/** All rows of a list: how to read and to count them, and with whose sight; or the rows, where they are few. */
export type Every = { scope: Scope; rows: CompiledQuery; count: CompiledQuery } | { few: readonly unknown[] }

type Filtered = Condition | Partly
type Rows = SelectQueryBuilder<DB, keyof DB, object>

const whole = (one: NonNullable<Filtered>): Expression<SqlBool> => ('some' in one ? one.where : one)

function directed(way: OrderByItemBuilder, ascending: boolean, nulls: Sort['nulls']): OrderByItemBuilder {
  const plain = ascending ? way.asc() : way.desc()
  if (nulls === undefined) return plain
  return ascending && nulls === 'smallest' ? plain.nullsFirst() : plain.nullsLast()
}

/**
 * A list, declared once: page, count and the whole of it (for exports) come from the same filters, order and view. Every filter of the call
 * has its condition here, or it does not compile.
 */
export function defineList<C extends Call, Q extends object, R, B = undefined>(call: C, list: Declaration<C, Q, R, B>): List<C> {
  type Filters = Record<string, (value: unknown, asked: ListRequest<C>) => Filtered | Promise<Filtered>>

  async function conditions(asked: ListRequest<C>): Promise<NonNullable<Filtered>[]> {
    const input = asked.input as Record<string, unknown>
    const all = await Promise.all(
      Object.entries(list.filters as Filters).map(async ([name, condition]) =>
        input[name] === undefined || input[name] === null || input[name] === '' ? undefined : condition(input[name], asked),
      ),
    )
    return all.filter((condition) => condition !== undefined)
  }
  const narrowed = (asked: ListRequest<C>, by: readonly Expression<SqlBool>[]): Rows =>
    by.reduce((rows, condition) => rows.where(condition), list.from(asked) as unknown as Rows)
  const matching = async (asked: ListRequest<C>): Promise<Rows> => narrowed(asked, (await conditions(asked)).map(whole))

  function ordered(rows: Rows, { sortBy, sortOrder }: PageInput): Rows {
    const asked = sortBy === undefined ? undefined : list.sorts?.[sortBy]
    const own = asked ? [asked] : list.order
    const turned = sortOrder !== undefined && sortOrder !== own[0]!.order
    const last = own.at(-1)!
    const all: readonly Sort[] = last.by === list.key ? own : [...own, { by: list.key, order: last.order }]
    return all.reduce(
      (sorted, { by, order, nulls }) =>
        sorted.orderBy(typeof by === 'string' ? sql.ref(by) : by, (way) => directed(way, (order === 'asc') !== turned, nulls)),
      rows,
    )
  }

  const selected = (rows: Rows, input: PageInput) => ordered(list.select(rows as unknown as Q) as unknown as Rows, input)

  async function views(rows: readonly R[], asked: ListRequest<C>): Promise<RowOf<C>[]> {
    const beside = (await list.beside?.(rows, asked)) as B
    return rows.map((row) => list.view(row, asked, beside))
  }

  /** Who really reads: the asker, unless something stands in the way. */
  async function reader(asked: ListRequest<C>): Promise<ListRequest<C> | null> {
    if (list.hidden?.(asked)) return null
    const refusal = await list.refused?.(asked)
    if (refusal) return asked.fail(refusal)
    return list.wholeTenant ? { ...asked, db: asked.platform.db.reader(wholeTenant(asked.scope.tenantId)) } : asked
  }

  const counted = async (found: Rows, { db }: ListRequest<C>) => countUpToLimit(db, found.select(sql`1`.as('one')))

  async function read(asked: ListRequest<C>): Promise<PageOf<C>> {
    const input = asked.input as PageInput
    const by = await conditions(asked)
    const found = narrowed(asked, by.map(whole))
    const cut = (rows: Rows) => rows.limit(sql.lit(input.pageSize)).offset(offsetOf(input))
    const key = sql.ref<string>(list.key)
    const shown = list.cutFirst
      ? selected(
          (list.from(asked) as unknown as Rows).where(
            sql<boolean>`${key} in (select key from ${cut(ordered(found.select(key.as('key')), input))} as page)`,
          ),
          input,
        )
      : cut(selected(found, input))
    const [rows, total] = await Promise.all([
      shown.execute() as unknown as Promise<R[]>,
      counted(
        narrowed(
          asked,
          by.map((one) => ('some' in one ? one.some : one)),
        ),
        asked,
      ),
    ])
    const atLeast = by.some((one) => 'some' in one)
    return pageOf(await views(rows, asked), atLeast ? Math.max(total, offsetOf(input) + rows.length) : total, input, atLeast)
  }

  const within: List<C>['within'] = (asked, read) =>
    list.growing ? withinReach(asked as ListRequest<C> & { db: TenantDb }, asked.input, list.growing, read) : read(asked)

  const made: List<C> = {
    page: async (given) => {
      const asked = await reader(given)
      return asked ? within(asked, read) : pageOf<RowOf<C>>([], 0, given.input as PageInput)
    },
    within,
    count: async (given) => {
      const asked = await reader(given)
      return asked ? counted(await matching(asked), asked) : 0
    },
    sums: async (given, of) => {
      const names = Object.keys(of) as (keyof typeof of)[]
      const asked = await reader(given)
      const found = asked && (await matching(asked))
      const sum = (name: keyof typeof of) => sql<number>`coalesce(sum(${of[name]}), 0)::float8`.as(name)
      const row = await found?.select(names.map(sum)).executeTakeFirst()
      return Object.fromEntries(names.map((name) => [name, (row as Record<string, number> | undefined)?.[name] ?? 0])) as never
    },
    every: async (given) => {
      const asked = await reader(given)
      if (!asked) return { few: [] }
      const found = await matching(asked)
      return {
        scope: list.wholeTenant ? wholeTenant(asked.scope.tenantId) : asked.scope,
        rows: selected(found, given.input as PageInput).compile(),
        count: found.select(sql`count(*)`.as('n')).compile(),
      }
    },
    keysBehind: async (given, behind, limit) => {
      const asked = await reader(given)
      if (!asked) return []
      const key = sql.ref<string>(list.key)
      const rows = (await matching(asked)).select(key.as('key')).where(key, '>', behind).orderBy(key).limit(limit)
      return (await rows.execute()).map((row) => row.key)
    },
    views: (rows, asked) => views(rows as readonly R[], asked),
  }
  if (list.file) exportable(call, made, list.file)
  return made
}

interface SmallDeclaration<C extends Call, R, B, M> extends Pick<Declaration<C, never, R, B>, 'beside' | 'file'> {
  /** Every row that the filters leave, in order: as much of each as that takes. */
  all: (asked: ListRequest<C>) => Promise<readonly R[]>
  /** As in a list; null of what has ended since `all` was read. */
  view: (row: R, asked: ListRequest<C>, beside: B) => RowOf<C> | null
  /** What a page says of all the rows besides. */
  about?: (all: readonly R[]) => M
}

/** A list of few rows whose filters and order are rules: they are all read, and a page is cut from them. */
export function defineSmallList<C extends Call, R, B = undefined, M extends object = object>(
  call: C,
  list: SmallDeclaration<C, R, B, M>,
): Omit<List<C>, 'page' | 'sums' | 'keysBehind'> & { page(asked: ListRequest<C>): Promise<PageOf<C> & M> } {
  async function views(rows: readonly R[], asked: ListRequest<C>): Promise<RowOf<C>[]> {
    const beside = (await list.beside?.(rows, asked)) as B
    return rows.map((row) => list.view(row, asked, beside)).filter((row) => row !== null)
  }
  const made = {
    page: async (asked: ListRequest<C>) => {
      const input = asked.input as PageInput
      const all = await list.all(asked)
      return { ...pageOf(await views(pageCut(all, input), asked), all.length, input), ...(list.about?.(all) as M) }
    },
    within: (asked, read) => read(asked),
    count: async (asked) => (await list.all(asked)).length,
    every: async (asked) => ({ few: await list.all(asked) }),
    views: (rows, asked) => views(rows as readonly R[], asked),
  } satisfies Omit<List<C>, 'sums' | 'keysBehind'>
  if (list.file) exportable(call, made, list.file)
  return made
}
