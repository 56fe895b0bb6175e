export interface Change {
  path: string
  before: unknown
  after: unknown
}

/** More than this is a replacement, not a change somebody reads. */
const MAX_CHANGES = 200
const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object'

/** What differs between two values, leaf by leaf, in the order in which they stand; a value that was not there is null. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const changes: Change[] = []
  const visit = (path: string, old: unknown, now: unknown) => {
    if (changes.length >= MAX_CHANGES) return
    const nested = (isObject(old) && (isObject(now) || now === null)) || (isObject(now) && old === null)
    if (nested) {
      const keys = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])
      for (const key of keys) visit(path === '' ? key : `${path}.${key}`, at(old, key), at(now, key))
    } else if (old !== now) changes.push({ path, before: old, after: now })
  }
  visit('', before ?? null, after ?? null)
  return changes
}

const at = (value: unknown, key: string): unknown => (isObject(value) && Object.hasOwn(value, key) ? (value[key] ?? null) : null)
