/** The part of the session state that outlives the page, in session storage. It belongs to one user. */
const STORED = 'chauffeur.session'

export interface SavedSession {
  userId: string
  [field: string]: unknown
}

export function readSaved(): SavedSession | null {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? 'null')
    if (typeof parsed !== 'object' || parsed === null || !('userId' in parsed) || typeof parsed.userId !== 'string') return null
    return parsed as SavedSession
  } catch {
    return null
  }
}

export function writeSaved(saved: SavedSession): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(saved))
  } catch {
    // NOTE: full or blocked storage: after a reload the tabs are gone, nothing else.
  }
}

export function dropSaved(): void {
  try {
    sessionStorage.removeItem(STORED)
  } catch {
    // NOTE: blocked storage holds nothing to drop.
  }
}
