import { toAlaw } from '../src/sound/g711.ts'

/** Two seconds of one pitch as the far end sends them, in A-law. */
export const toneAlaw = (hz: number): Uint8Array =>
  Uint8Array.from({ length: 16_000 }, (_, i) => toAlaw(Math.round(8_000 * Math.sin((2 * Math.PI * hz * i) / 8_000))))

/** Of a few frequencies the one with the most energy in the last seconds of a recording in 16 bit PCM. */
export function loudestHz(data: Buffer): number {
  const samples = Array.from({ length: 4_000 }, (_, i) => data.readInt16LE(data.length - (data.length % 2) - 16_000 + i * 2))
  const energy = (hz: number) => {
    let [re, im] = [0, 0]
    for (const [i, sample] of samples.entries()) {
      re += sample * Math.cos((2 * Math.PI * hz * i) / 8_000)
      im += sample * Math.sin((2 * Math.PI * hz * i) / 8_000)
    }
    return re * re + im * im
  }
  return [300, 400, 500, 600, 700, 1_000].toSorted((a, b) => energy(b) - energy(a))[0] ?? 0
}
