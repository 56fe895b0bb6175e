/** Fields of an order are texts and numbers. */
type Asked = Record<string, unknown>

/** Fields in which what is asked now differs from what was asked first under the same number; in the order of the first. */
export function changedFields(first: Asked, now: Asked): string[] {
  const fields = new Set([...Object.keys(first), ...Object.keys(now)])
  return [...fields].filter((field) => first[field] !== now[field])
}
