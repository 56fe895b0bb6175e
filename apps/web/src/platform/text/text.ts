import { useSyncExternalStore } from 'react'

export type Locale = 'zh-CN' | 'en'
export type TextParams = Record<string, string | number>

const STORED = 'chauffeur.locale'
let english: Record<string, string> = {}
const listeners = new Set<() => void>()
let current: Locale = stored()
let loaded: Promise<void> | undefined

/**
 * Text of the interface. The Chinese source is the key; `{name}` is replaced from `params`. Where one Chinese word is two in
 * English, the key says which at its end: `不限〔额度〕`; what stands in the brackets is never shown.
 * Call it while rendering, never at module level: the locale may change.
 */
export function t(source: string, params?: TextParams): string {
  return fill(tr(source), params)
}

/** Text that comes as data (menu names, status words, regions): looked up, itself where there is no entry. */
export function tr(source: string): string {
  return (current === 'en' ? english[source] : undefined) ?? (source.endsWith('〕') ? source.slice(0, source.lastIndexOf('〔')) : source)
}

/** Several things of one kind, one after the other; what is empty is left out. */
export const joined = (parts: readonly (string | false | null | undefined)[]): string => parts.filter(Boolean).join(t('、'))

export const locale = (): Locale => current

/** Re-renders the component when the language changes. Only memoised components need it; panes do it for their screens. */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, locale, locale)
}

/** Switches the language; resolves when the texts are there. */
export async function setLocale(next: Locale): Promise<void> {
  if (next === 'en') await loadEnglish()
  current = next
  try {
    localStorage.setItem(STORED, next)
  } catch {
    // NOTE: storage may be blocked; the choice then lasts until the page is left.
  }
  document.documentElement.lang = next
  for (const listener of [...listeners]) listener()
}

/** Waits for the texts of the stored language. Called once before the first paint. */
export async function readyText(): Promise<void> {
  document.documentElement.lang = current
  if (current === 'en') await loadEnglish()
}

function loadEnglish(): Promise<void> {
  loaded ??= import('./english.ts').then((module) => {
    english = module.english
  })
  loaded.catch(() => {
    loaded = undefined
  })
  return loaded
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function stored(): Locale {
  try {
    return localStorage.getItem(STORED) === 'en' ? 'en' : 'zh-CN'
  } catch {
    return 'zh-CN'
  }
}

function fill(text: string, params: TextParams | undefined): string {
  if (!params) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole))
}
