/** What a WAV file's head says; the only sort of recording that is kept. */
export interface Wav {
  seconds: number
}

const PCM = 1
const A_LAW = 6
const U_LAW = 7
const RATES = { least: 8_000, most: 48_000 }

/**
 * Reads the head of a WAV file of so many bytes, or null when this is none that a browser plays: what it is, is read from the content, never
 * from its name.
 */
export function wavOf(file: Uint8Array, bytesInAll = file.byteLength): Wav | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const word = (at: number) => (at + 4 <= file.byteLength ? String.fromCharCode(...file.subarray(at, at + 4)) : '')
  if (word(0) !== 'RIFF' || word(8) !== 'WAVE') return null
  let byteRate = 0
  for (let at = 12; at + 8 <= file.byteLength; ) {
    const size = view.getUint32(at + 4, true)
    const body = at + 8
    if (word(at) === 'fmt ') {
      if (size < 16 || body + 16 > file.byteLength) return null
      byteRate = byteRateOf(view, body)
      if (byteRate === 0) return null
    } else if (word(at) === 'data') {
      // A recorder that was cut off leaves a length of nothing, or of everything: what is there counts.
      const there = bytesInAll - body
      const bytes = size === 0 ? there : Math.min(size, there)
      return byteRate > 0 && bytes > 0 ? { seconds: Math.round(bytes / byteRate) } : null
    }
    at = body + size + (size % 2)
  }
  return null
}

function byteRateOf(view: DataView, at: number): number {
  const format = view.getUint16(at, true)
  const channels = view.getUint16(at + 2, true)
  const rate = view.getUint32(at + 4, true)
  const bits = view.getUint16(at + 14, true)
  const sound = format === PCM ? bits === 8 || bits === 16 : (format === A_LAW || format === U_LAW) && bits === 8
  if (!sound || channels < 1 || channels > 2 || rate < RATES.least || rate > RATES.most) return 0
  const expected = (rate * channels * bits) / 8
  return view.getUint32(at + 8, true) === expected ? expected : 0
}

const DAY_MS = 86_400_000
export const daysAfter = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS)
/** Keeping longer never makes it shorter. */
export const keptUntil = (expireAt: Date, now: Date, days: number): Date => {
  const asked = daysAfter(now, days)
  return asked > expireAt ? asked : expireAt
}
