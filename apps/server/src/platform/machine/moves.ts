import { type Selectable, sql, type Updateable } from 'kysely'
import type { TenantTx } from '#platform/database/db'
import { type Besides, emitEvent, type EventInput } from '#platform/database/events'
import type { DB } from '#platform/database/tables.generated'
import type { Machine } from './machine.ts'

export interface Actor<ActorType extends string = string> {
  type: ActorType
  id: string | null
  name: string
}
/** Who did something, and what they said with it. */
export interface MoveDetail<ActorType extends string = string> {
  actor: Actor<ActorType>
  reason?: string
  requestId?: string
}

/** Tables whose rows have a version; a change raises it, and the row of what happened carries it as its number. */
type Versioned = { [T in keyof DB]: 'tenant_id' | 'version' | 'updated_at' extends keyof DB[T] ? T : never }[keyof DB]
type History = { [T in keyof DB]: 'seq' | 'event' | 'actor_name' | 'request_id' extends keyof DB[T] ? T : never }[keyof DB]

interface StateTable<T extends Versioned, State, Event extends string, ActorType extends string, D extends MoveDetail<ActorType>> {
  machine: Machine<State, Event, ActorType>
  table: T
  key: keyof DB[T] & string
  state: keyof DB[T] & string
  /** One row for each event, with the state before and after. */
  history: { table: History; from: string; to: string; more?: (detail: D) => object }
  /** What else the row says in a state. */
  sets?: (to: State) => Updateable<DB[T]>
  /** What live streams are told. */
  news?: (row: Selectable<DB[T]>, event: string) => EventInput
  /** Who else hears of it: rows written with those of the event. */
  outbox?: (tx: TenantTx, row: Selectable<DB[T]>, event: string) => Besides | null
}

/** Applies the events of a machine to rows of its table. The caller has locked the row (`lock`), so that nobody moves it meanwhile. */
export function movesOf<
  T extends Versioned,
  State extends string | number,
  Event extends string,
  ActorType extends string,
  D extends MoveDetail<ActorType>,
>(of: StateTable<T, State, Event, ActorType, D>) {
  type Row = Selectable<DB[T]>
  // The types of a query cannot follow a table that is a parameter: orders stand for all of them.
  const table = of.table as 'orders'
  const key = of.key as 'order_id'
  const orderLike = (row: Row) => row as unknown as Selectable<DB['orders']>
  const stateOf = (row: Row) => row[of.state as keyof Row] as unknown as State

  const write = async (tx: TenantTx, row: Row, set: Updateable<DB[T]>): Promise<Row> =>
    (await tx
      .updateTable(table)
      .set({ ...(set as Updateable<DB['orders']>), version: orderLike(row).version + 1, updated_at: sql<Date>`now()` })
      .where('tenant_id', '=', orderLike(row).tenant_id)
      .where(key, '=', orderLike(row)[key])
      .returningAll()
      .executeTakeFirstOrThrow()) as unknown as Row

  /** The row of an event and, in the same statement, its news. A row that was just made comes from nowhere (null). */
  async function record(tx: TenantTx, row: Row, event: string, from: State | null, detail: D): Promise<void> {
    const { actor, reason = '', requestId = '' } = detail
    const { tenant_id, version } = orderLike(row)
    const happened = {
      tenant_id,
      [key]: orderLike(row)[key],
      seq: version,
      event,
      [of.history.from]: from,
      [of.history.to]: stateOf(row),
      actor_type: actor.type,
      actor_id: actor.id,
      actor_name: actor.name,
      reason,
      request_id: requestId,
      ...of.history.more?.(detail),
    }
    const recorded = tx.insertInto(of.history.table as 'order_events').values(happened as never)
    if (!of.news) return void (await recorded.execute())
    const outbox = of.outbox?.(tx, row, event) ?? null
    await emitEvent(tx, of.news(row, event), recorded as unknown as Besides, ...(outbox ? [outbox] : []))
  }

  return {
    lock: async (tx: TenantTx, id: string): Promise<Row | undefined> =>
      (await tx.selectFrom(table).selectAll().where(key, '=', id).forUpdate().executeTakeFirst()) as unknown as Row | undefined,
    record,
    /** The row after an event, with the row of what happened and its news; null, and nothing written, where state or actor do not allow it. */
    move: async (tx: TenantTx, row: Row, move: D & { event: Event; set?: Updateable<DB[T]> }): Promise<Row | null> => {
      const from = stateOf(row)
      const to = of.machine.next(from, move.event, move.actor.type)
      if (to === null) return null
      const moved = await write(tx, row, { [of.state]: to, ...of.sets?.(to), ...move.set } as Updateable<DB[T]>)
      await record(tx, moved, move.event, from, move)
      return moved
    },
    /** Records something that happened to a row and left its state as it was. */
    note: async (tx: TenantTx, row: Row, note: D & { event: string; set: Updateable<DB[T]> }): Promise<Row> => {
      const changed = await write(tx, row, note.set)
      await record(tx, changed, note.event, stateOf(row), note)
      return changed
    },
  }
}
