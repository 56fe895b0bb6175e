import { english } from './english.ts'
import { keep, kept } from './kept.ts'

const CHOSEN = 'chauffeur.language'
/** What was chosen on this telephone; null: nothing. */
export const chosenLanguage = (['zh', 'en'] as const).find((one) => one === kept(CHOSEN)) ?? null
/** What was chosen; else Chinese on a Chinese telephone, English on every other. */
export const inChinese = chosenLanguage ? chosenLanguage === 'zh' : /^zh\b/i.test(navigator.language)

/** From now on; the page begins anew. */
export function chooseLanguage(language: 'zh' | 'en'): void {
  keep(CHOSEN, language)
  location.reload()
}

/** A text in the telephone's language; `{name}` is filled in. */
export function t(chinese: keyof typeof english, values: Record<string, string | number> = {}): string {
  const text: string = inChinese ? chinese : english[chinese]
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** 12345 fen as ¥123.45. */
export const money = (fen: number): string => `¥${(fen / 100).toFixed(2)}`

export const distance = (metres: number): string =>
  metres < 1_000 ? `${metres} ${inChinese ? '米' : 'm'}` : `${(metres / 1000).toFixed(1)} ${inChinese ? '公里' : 'km'}`

export const minutes = (seconds: number): string => `${Math.max(1, Math.round(seconds / 60))} ${inChinese ? '分钟' : 'min'}`

/** By the telephone's clock: a driver is where the order is. */
export const clock = (instant: string): string =>
  new Date(instant).toLocaleString(inChinese ? 'zh-CN' : 'en-GB', {
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
