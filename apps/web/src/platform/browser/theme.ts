export type ThemeName = 'dark' | 'light'

const STORED = 'chauffeur.theme'

/** The theme chosen in this browser; dark navy by default. */
export function storedTheme(): ThemeName {
  try {
    return localStorage.getItem(STORED) === 'light' ? 'light' : 'dark'
  } catch {
    return 'dark'
  }
}

/** Paints the page in a theme: `theme.css` keys its colours on the attribute. */
export function applyTheme(theme: ThemeName): void {
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(STORED, theme)
  } catch {
    // NOTE: storage may be blocked; the choice then lasts until the page is left.
  }
}
