/**
 * The number of a caller as the operator and the customer file know it: digits of the user part, China's country code left out.
 * Empty for a hidden number and for a name without one.
 */
export function callerNumber(user: string): string {
  if (/^(anonymous|unknown|restricted|unavailable)$/i.test(user)) return ''
  let plain = user
  try {
    plain = decodeURIComponent(user)
  } catch {
    // A lone percent sign: taken as it stands.
  }
  const number = plain.split(';')[0]?.replace(/[\s().-]/g, '') ?? ''
  if (!/^\+?[0-9*#]{1,32}$/.test(number)) return ''
  const national = number.replace(/^(?:\+|00)86(?=\d{7,})/, '')
  return national.replace(/^\+/, '00')
}

/** The user part of a SIP or tel URI in a header. */
export function userOf(header: string): string {
  return /<?(?:sips?|tel):([^@>;,\s]+)/i.exec(header)?.[1] ?? ''
}
