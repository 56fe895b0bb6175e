import { EVENT } from './codes.ts'

/** One event of the line, as the service tells it. */
export interface PhoneEvent {
  ch: number
  code: number
  handle: number
  result: number
  data: string
}
export interface Reply {
  /** Above 0 done, else one of the error numbers; a few answers are text. */
  result: number | string
  outbuf: string
}

/** What the service sent is not what the protocol says. */
export class BadAnswer extends Error {
  override name = 'BadAnswer'
}

/** 600 bytes in the service's own structure, three characters each when percent-encoded. */
const MAX_DATA = 2_000
const MAX_TEXT = 8_192

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function whole(value: unknown, least: number, most: number): number {
  if (value === undefined || value === null) return 0
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > most) throw new BadAnswer('number')
  return value
}
/** An absent text, null and 0 are the same on this wire. */
function words(value: unknown, most: number): string {
  if (value === undefined || value === null || value === 0) return ''
  if (typeof value !== 'string' || value.length > most) throw new BadAnswer('text')
  return value
}
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** An event, or null when nothing happened. Every field's type and size is looked at: the service runs on somebody's machine. */
export function eventOf(answer: unknown): PhoneEvent | null {
  if (answer === null) return null
  if (!isPlain(answer)) throw new BadAnswer('event')
  const code = whole(answer.e_type, -1, 65_535)
  if (code === EVENT.none) return null
  const data = words(answer.e_data, MAX_DATA)
  return {
    ch: whole(answer.ch, -1, 1_024),
    code,
    handle: whole(answer.e_handle, -2_147_483_648, 2_147_483_647),
    result: whole(answer.l_result, -2_147_483_648, 4_294_967_295),
    data: code === EVENT.deviceError ? decoded(data) : data,
  }
}

export function replyOf(answer: unknown): Reply {
  if (!isPlain(answer)) throw new BadAnswer('reply')
  const { result } = answer
  if (typeof result === 'string' ? result.length > MAX_TEXT : typeof result !== 'number' || !Number.isFinite(result))
    throw new BadAnswer('result')
  return { result: result as number | string, outbuf: decoded(words(answer.outbuf, MAX_TEXT)) }
}

/** The digits of a line, and nothing that a page or an address could take for more. */
export const digitsOf = (text: string): string => text.replace(/[^\d*#+]/g, '').slice(0, 24)

export type CommandParameters = Partial<Record<'a' | 'b' | 'c' | 'd' | 'e', number | string>>
export type Query = Record<string, string>
export const commandQuery = (act: string, para: CommandParameters): Query => ({ act, para: JSON.stringify(para) })
