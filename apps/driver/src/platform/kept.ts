/** A word that this telephone keeps; empty where there is none. */
export function kept(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function keep(key: string, word: string): void {
  try {
    if (word) localStorage.setItem(key, word)
    else localStorage.removeItem(key)
  } catch {
    // NOTE: a private window keeps nothing: what was read is shown again the next time.
  }
}
