import type { FieldProblem } from '@chauffeur/contract/kernel/envelope'
import { locale } from '../text/text.ts'

/** The server understood the call and said no. `message` is the sentence to show. */
export class RefusalError extends Error {
  override name = 'RefusalError'
  code: number
  /** Stable name, `<area>.<what>`; empty where the backend gives none. */
  error: string
  data: unknown
  fields: FieldProblem[]

  constructor(code: number, error: string, message: string, data: unknown) {
    super(message)
    this.code = code
    this.error = error
    this.data = data
    this.fields = fieldsOf(data)
  }
}

/** No answer of the API arrived: nothing came, too late, or an HTTP error of something on the way. */
export class NetworkError extends Error {
  override name = 'NetworkError'
  kind: 'timeout' | 'offline' | 'http'
  status: number | undefined
  url: string

  constructor(kind: NetworkError['kind'], message: string, status?: number, url = '') {
    super(message)
    this.kind = kind
    this.status = status
    this.url = url
  }
}

export type CallError = RefusalError | NetworkError

/** Somebody else saved first; every area calls it so. */
export const isVersionConflict = (error: unknown): boolean => error instanceof RefusalError && error.error.endsWith('.versionConflict')

/** A call that was given up because nobody waits for it any more. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** What is wrong with which field: a list in the language asked for, or by field in both. */
function fieldsOf(data: unknown): FieldProblem[] {
  if (typeof data !== 'object' || data === null || !('fields' in data) || typeof data.fields !== 'object' || data.fields === null) return []
  if (Array.isArray(data.fields))
    return data.fields.filter((field): field is FieldProblem => typeof field?.path === 'string' && typeof field?.message === 'string')
  return Object.entries(data.fields as Record<string, { zh?: unknown; en?: unknown } | null>).flatMap(([path, words]) => {
    const message = locale() === 'en' ? words?.en : words?.zh
    return typeof message === 'string' ? [{ path, message }] : []
  })
}
