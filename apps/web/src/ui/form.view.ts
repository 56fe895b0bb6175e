import { RefusalError } from '#platform/call.ts'

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
