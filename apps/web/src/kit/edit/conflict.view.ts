import { RefusalError } from '#platform/http/call.ts'

/** Who changed a value since it was opened: the operator here, somebody else, or both. */
export type ChangedBy = 'mine' | 'theirs' | 'both'
/** A value of a form, or one within it: `rules.stepFen`. */
export type FieldPath<V> = (keyof V & string) | `${keyof V & string}.${string}`
export interface Difference<V> {
  name: FieldPath<V>
  by: ChangedBy
}
export const valueAt = (values: object, path: string): unknown =>
  path.split('.').reduce<unknown>((inside, part) => (inside as Record<string, unknown> | null | undefined)?.[part], values)

/** Values that stand together under one name. */
const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Lists are sets on this wire, and a field nobody filled is as good as an empty one. */
function comparable(value: unknown): string {
  if (value === undefined || value === null || value === '') return ''
  return JSON.stringify(Array.isArray(value) ? value.map((one) => (isGroup(one) ? JSON.stringify(one) : String(one))).sort() : value)
}
const sameValue = (one: unknown, other: unknown): boolean => comparable(one) === comparable(other)

/** The part of the values that differs from what was opened: what is not sent stays as it is. */
export function changedPart<V extends object>(base: V, values: V): Partial<V> {
  const names = Object.keys(values) as (keyof V)[]
  return Object.fromEntries(names.filter((name) => !sameValue(base[name], values[name])).map((name) => [name, values[name]])) as Partial<V>
}

/**
 * What two people made of the same thing. `merged` takes what only the other changed and keeps all that was typed here,
 * also where both changed it; `differences` names the fields in which the two still differ. A group of values is merged value by value.
 */
export function mergeFields<V extends object>(base: V, mine: V, present: V): { merged: V; differences: Difference<V>[] } {
  const merged = { ...mine }
  const differences: Difference<V>[] = []
  for (const name of Object.keys(present) as (keyof V & string)[]) {
    if (sameValue(mine[name], present[name])) continue
    const [was, here, there] = [base[name], mine[name], present[name]] as const
    if (isGroup(was) && isGroup(here) && isGroup(there)) {
      const inside = mergeFields(was, here, there)
      merged[name] = inside.merged as V[typeof name]
      differences.push(...inside.differences.map((one) => ({ ...one, name: `${name}.${one.name}` as const })))
      continue
    }
    const iChanged = !sameValue(base[name], mine[name])
    const theyChanged = !sameValue(base[name], present[name])
    if (!iChanged) merged[name] = present[name]
    differences.push({ name, by: iChanged && theyChanged ? 'both' : iChanged ? 'mine' : 'theirs' })
  }
  return { merged, differences }
}

export interface SetChange {
  added: string[]
  removed: string[]
}
export function setChange(before: ReadonlySet<string>, after: ReadonlySet<string>): SetChange {
  return { added: [...after].filter((one) => !before.has(one)), removed: [...before].filter((one) => !after.has(one)) }
}

/** The present set with the additions and removals made here applied to it. */
export function mergeSets(base: ReadonlySet<string>, mine: ReadonlySet<string>, present: ReadonlySet<string>): Set<string> {
  const { added, removed } = setChange(base, mine)
  const gone = new Set(removed)
  return new Set([...[...present].filter((one) => !gone.has(one)), ...added])
}

/** The row as it is now, which such a refusal brings along. */
export const broughtBy = (error: unknown): unknown =>
  error instanceof RefusalError ? (error.data as { current?: unknown } | null)?.current : undefined

/** A refusal, or a field of the wire, that a form shows at a field of another name; anything else is passed on as it came. */
export function atField(error: unknown, fieldOf: Record<string, string>): unknown {
  if (!(error instanceof RefusalError)) return error
  const { code, error: name, message } = error
  const about = fieldOf[name]
  const fields =
    about === undefined ? error.fields.map((one) => ({ ...one, path: fieldOf[headOf(one.path)] ?? one.path })) : [{ path: about, message }]
  return new RefusalError(code, name, message, { fields })
}
const headOf = (path: string): string => path.split('.')[0] ?? path
