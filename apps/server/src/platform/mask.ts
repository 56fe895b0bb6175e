const PHONE = /(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g
const SECRET_KEY = /password|token|secret|^code$|^ak$|^key$|idcard|licence|^accountNo$/i

/** `13812345678` → `138****5678`; land lines keep area code and the last two digits. */
export const maskPhone = (phone: string): string =>
  /^1\d{10}$/.test(phone)
    ? `${phone.slice(0, 3)}****${phone.slice(7)}`
    : phone.length > 5
      ? `${phone.slice(0, 3)}${'*'.repeat(phone.length - 5)}${phone.slice(-2)}`
      : phone

/** A copy for the operation log: telephone numbers masked wherever they stand, secrets left out, long texts cut. */
export function masked(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    const short = value.length > 500 ? `${value.slice(0, 500)}…` : value
    return short.replaceAll('\u0000', '').replace(PHONE, '$1****$2')
  }
  if (value === null || typeof value !== 'object' || depth > 6) return typeof value === 'bigint' ? String(value) : value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.slice(0, 200).map((item) => masked(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, SECRET_KEY.test(key) ? '***' : masked(item, depth + 1)]))
}
