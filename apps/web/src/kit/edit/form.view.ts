import { RefusalError } from '#platform/http/call.ts'

/** Whether two sets of values say the same: a field nobody filled is as good as an empty one. */
export const sameTyped = (one: object, other: object): boolean => typedText(one) === typedText(other)
const typedText = (values: object) =>
  JSON.stringify(values, (_, value: unknown) => {
    if (value === '' || value === null || (Array.isArray(value) && value.length === 0)) return undefined
    if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
    return Object.fromEntries(Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1)))
  })

export interface FieldError {
  name: (string | number)[]
  errors: string[]
}

/** The server's `data.fields` as antd form errors, problems of one field together; none for any other fault. */
export function fieldErrorsOf(error: unknown): FieldError[] {
  if (!(error instanceof RefusalError)) return []
  const byPath = new Map<string, FieldError>()
  for (const { path, message } of error.fields ?? []) {
    const known = byPath.get(path)
    if (known) known.errors.push(message)
    else byPath.set(path, { name: path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)), errors: [message] })
  }
  return [...byPath.values()]
}
