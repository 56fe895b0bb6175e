/** A mobile as people write it, with or without the country's code, spaces and hyphens. PostgreSQL reads it as JavaScript does. */
const MOBILE = String.raw`(?<!\d)((?:\+?86|0086|0)?[ -]?1[3-9]\d)[ -]?\d{4}[ -]?(\d{4})(?!\d)`
const LAND_LINE = String.raw`(?<!\d)(0\d{2,3}[ -]?)\d{5,6}(\d{2})(?!\d)`
/** Telephones in a text, each with what stays of it before and behind the stars. */
export const PHONES_IN_TEXT = [MOBILE, LAND_LINE]
const PHONES = PHONES_IN_TEXT.map((pattern) => new RegExp(pattern, 'g'))
const SECRET_KEY = /password|token|secret|^code$|^ak$|^key$|idcard|licence|^accountNo$/i

/** `13812345678` → `138****5678`; land lines keep area code and the last two digits. */
export const maskPhone = (phone: string): string =>
  /^1\d{10}$/.test(phone)
    ? `${phone.slice(0, 3)}****${phone.slice(7)}`
    : phone.length > 5
      ? `${phone.slice(0, 3)}${'*'.repeat(phone.length - 5)}${phone.slice(-2)}`
      : phone

/** Every telephone has so many digits on end: most texts are known to hold none by that. */
const MAY_BE_A_PHONE = /\d{4}/

/** A text with every telephone in it masked. */
export const maskText = (text: string): string =>
  MAY_BE_A_PHONE.test(text) ? PHONES.reduce((masked, phone) => masked.replace(phone, '$1****$2'), text) : text

/** Fields that name a thing: eleven digits there are no telephone. */
const NAME_OF_A_THING = /(id|no|reference|code|version|token|path)$/i
export const isNameOfAThing = (field: string, except: readonly string[] = []): boolean =>
  NAME_OF_A_THING.test(field) || except.includes(field)

/** An answer for somebody who sees no telephone whole: masked wherever one stands, but in the fields named. */
export function maskAnswer<T>(value: T, except?: readonly string[]): T
export function maskAnswer(value: unknown, except: readonly string[] = []): unknown {
  if (typeof value === 'string') return value.startsWith('data:') ? value : maskText(value)
  if (Array.isArray(value)) return value.map((item) => maskAnswer(item, except))
  if (value === null || typeof value !== 'object') return value
  const asItIs = (key: string, item: unknown) => typeof item === 'string' && isNameOfAThing(key, except)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asItIs(key, item) ? item : maskAnswer(item, except)]))
}

/** What was typed into a form that showed a text masked: the text as it was, where nobody changed it. */
export const unmasked = (typed: string, stored: string): string => (typed === maskText(stored) ? stored : typed)

/** A copy for the operation log: telephone numbers masked wherever they stand, secrets left out, long texts cut, of a file its size alone. */
export function masked(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    const short = value.length > 500 ? `${value.slice(0, 500)}…` : value
    return maskText(short.replaceAll('\u0000', ''))
  }
  if (value === null || typeof value !== 'object' || depth > 6) return typeof value === 'bigint' ? String(value) : value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `${value.length} bytes`
  if (Array.isArray(value)) return value.slice(0, 200).map((item) => masked(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, SECRET_KEY.test(key) ? '***' : masked(item, depth + 1)]))
}
