import { locale } from '#platform/text/text.ts'

/** Pixels of what stands around words in a cell, and a few that fonts differ by. */
export const CELL_PX = 22
const SIZE_PX = 13

let pen: CanvasRenderingContext2D | null | undefined
let font = ''
const known = new Map<string, number>()

/** How wide words are in the font of the page, its digits all as wide as the widest. */
export function textWidthPx(words: string): number {
  const text = words.replace(/\d/g, '0')
  const wanted = fontNow()
  if (wanted !== font) {
    font = wanted
    known.clear()
  }
  let px = known.get(text)
  if (px === undefined) known.set(text, (px = measured(text)))
  return px
}

/** The widest of several. */
export const widestPx = (texts: readonly string[]): number => texts.reduce((most, text) => Math.max(most, textWidthPx(text)), 0)

let fontFor: string | undefined
let families = ''
/** The page's font changes with its language only. */
function fontNow(): string {
  if (fontFor !== locale()) {
    fontFor = locale()
    families = getComputedStyle(document.documentElement).getPropertyValue('--font').trim() || 'sans-serif'
  }
  return `${SIZE_PX}px ${families}`
}

function measured(text: string): number {
  pen ??= 'OffscreenCanvas' in globalThis ? document.createElement('canvas').getContext('2d') : null
  if (!pen) return Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e80' ? SIZE_PX : SIZE_PX * 0.6), 0)
  pen.font = font
  return Math.ceil(pen.measureText(text).width)
}
