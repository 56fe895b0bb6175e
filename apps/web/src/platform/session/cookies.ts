/** The session cookies of the specification. They carry the token across browser tabs; they never authenticate by themselves. */
const SESSION_COOKIES = ['token', 'username', 'email', 'PHPSESSID'] as const
export type SessionCookie = (typeof SESSION_COOKIES)[number]

export function readCookie(name: SessionCookie): string {
  for (const part of document.cookie.split('; ')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at) === name) return decode(part.slice(at + 1))
  }
  return ''
}

export function writeCookie(name: SessionCookie, value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${secure()}`
}

export function clearSessionCookies(): void {
  for (const name of SESSION_COOKIES) document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax${secure()}`
}

const secure = () => (location.protocol === 'https:' ? '; Secure' : '')

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
