/** Every answer of the API has this shape; `code` 0 is done. */
export interface Envelope<T> {
  code: number
  /** Stable name of the refusal, `<area>.<what>`. */
  error?: string
  message: string
  /** The same text as `message`. */
  msg?: string
  data: T
}

/** Codes every call may answer, whatever it declares. */
export const CODE = {
  done: 0,
  badInput: 400,
  notSignedIn: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 40900,
  tooOften: 42900,
  fault: 500,
  unavailable: 503,
} as const

export interface FieldProblem {
  path: string
  message: string
}

/** A refusal a call may declare: its code on the wire and the sentences an operator reads. */
export interface Refusal {
  code: number
  zh: string
  en: string
  /** The field of the input that it is about: a call that has such a field answers it as a problem of that field. */
  field?: string
}

/** Declares an area's refusals; the keys are what calls list in `failures`. */
export const refusals = <const T extends Record<string, Refusal>>(table: T): T => table
