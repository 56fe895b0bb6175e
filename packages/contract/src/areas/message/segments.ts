/** The alphabet of GSM 03.38, and what takes two places in it. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const GSM_TWICE = new Set('^{}\\[~]|€\f')
/** What fits into one message alone, and into each of several, whose heads say how they go together. */
const FITS = { GSM7: { alone: 160, each: 153 }, UCS2: { alone: 70, each: 67 } } as const

export type SmsAlphabet = keyof typeof FITS
export interface Segments {
  alphabet: SmsAlphabet
  /** Places taken: of the alphabet, or of UTF-16. */
  units: number
  segments: number
  /** Places that the last message has left. */
  left: number
}

/** How many messages a text goes out as, which is what providers count and charge. A sign is never cut in two. */
export function segmentsOf(text: string): Segments {
  const signs = Array.from(text)
  const alphabet: SmsAlphabet = signs.every((sign) => GSM.has(sign) || GSM_TWICE.has(sign)) ? 'GSM7' : 'UCS2'
  const sizeOf = (sign: string) => (alphabet === 'GSM7' ? (GSM_TWICE.has(sign) ? 2 : 1) : sign.length)
  const units = signs.reduce((sum, sign) => sum + sizeOf(sign), 0)
  const { alone, each } = FITS[alphabet]
  if (units <= alone) return { alphabet, units, segments: units === 0 ? 0 : 1, left: alone - units }
  let [segments, used] = [1, 0]
  for (const sign of signs) {
    const size = sizeOf(sign)
    if (used + size > each) [segments, used] = [segments + 1, 0]
    used += size
  }
  return { alphabet, units, segments, left: each - used }
}
