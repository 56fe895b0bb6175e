/** Who works with this telephone. Kept until they sign out: a page that a telephone throws away in the pocket comes back as it was. */
export interface Session {
  tenantId: string
  brandName: string
  token: string
  name: string
  driverNo: string
}

const KEY = 'chauffeur.driver'

export function savedSession(): Session | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Session | null
  } catch {
    return null
  }
}

export function saveSession(session: Session | null): void {
  try {
    if (session) localStorage.setItem(KEY, JSON.stringify(session))
    else localStorage.removeItem(KEY)
  } catch {
    // NOTE: a private window keeps nothing: it works until it is closed.
  }
}
