import type { KnownFields } from '../fields/field.tsx'

/** What is sent of a form: fields that say so send something else or nothing, and what is not filled (null) is left out. */
export function sentOf<V extends object>(shown: V, fields: KnownFields): V {
  const send = (values: object, at: string): object =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
        const path = at === '' ? name : `${at}.${name}`
        const { sent, rows } = fields.get(path) ?? {}
        const result = sent
          ? sent(value)
          : rows && Array.isArray(value)
            ? value.map((row: object, at) => send(row, `${path}.${at}`))
            : isGroup(value) && !fields.has(path)
              ? send(value, path)
              : value
        return result === null || result === undefined ? [] : [[name, result]]
      }),
    )
  return send(shown, '') as V
}

/** What a draft keeps: everything but secrets. */
export function keptOf<V extends object>(values: V, fields: KnownFields): V {
  const secret = [...fields].filter(([, field]) => field.secret).map(([name]) => name)
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.includes(name))) as V
}

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
