/** The fields a to e of a command. Clients leave keys out, and send 0 where they mean "no text". */
export interface Para {
  number(key: Key): number
  text(key: Key): string
}

export type Key = 'a' | 'b' | 'c' | 'd' | 'e'

/** A field that is there and cannot be read as what the command needs. */
export class WrongType extends Error {}

const maxText = 4_096

/** Undefined when `para` is not the JSON of an object. No `para` at all is an empty one. */
export function readPara(json: string | null): Para | undefined {
  let fields: Record<string, unknown> = {}
  if (json !== null && json !== '') {
    try {
      const value: unknown = JSON.parse(json)
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
      fields = value as Record<string, unknown>
    } catch {
      return undefined
    }
  }
  const at = (key: Key) => (Object.hasOwn(fields, key) ? fields[key] : undefined)
  return {
    number: (key) => {
      const value = at(key)
      if (value === undefined || value === null || value === '') return 0
      if (typeof value === 'boolean') return value ? 1 : 0
      const number = typeof value === 'string' ? Number(value) : value
      if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw new WrongType()
      return number
    },
    text: (key) => {
      const value = at(key)
      if (value === undefined || value === null || value === 0) return ''
      if (typeof value === 'number') return String(value)
      if (typeof value !== 'string' || value.length > maxText) throw new WrongType()
      return value
    },
  }
}
