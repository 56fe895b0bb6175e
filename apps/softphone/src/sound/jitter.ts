import { samplesPerFrame, type Frame } from '../device/audio-bus.ts'

/** Packets held back so that late ones find their place: 60 ms. */
const depth = 3
const maxHeld = 15

/** Puts packets in order and hands their sound out in frames of 20 ms, whatever length the far end packs. */
export function createJitterBuffer() {
  let held: { sequence: number; samples: Frame }[] = []
  let next: number | undefined
  let rest = new Int16Array(0)
  let filling = true

  /** How far b lies after a, on the circle of 16 bit numbers. */
  const after = (a: number, b: number) => ((b - a + 0x8000) & 0xffff) - 0x8000

  return {
    put: (sequence: number, samples: Frame): void => {
      if (next !== undefined && after(next, sequence) < 0) {
        // Too late to be heard, unless the far end has begun to count anew.
        if (after(next, sequence) > -1_000) return
        held = []
        next = undefined
      }
      if (held.some((one) => one.sequence === sequence)) return
      held.push({ sequence, samples })
      held.sort((a, b) => after(b.sequence, a.sequence))
      if (held.length > maxHeld) next = held.splice(0, held.length - depth).at(-1)?.sequence
    },
    take: (): Frame | undefined => {
      if (filling && held.length < depth) return undefined
      filling = false
      while (rest.length < samplesPerFrame) {
        const first = held[0]
        if (!first) {
          filling = true
          return undefined
        }
        // One is missing: its place is silent, once; then what there is goes on.
        if (next !== undefined && after(next, first.sequence) > 0 && held.length < depth) {
          next = (next + 1) & 0xffff
          return undefined
        }
        held.shift()
        next = (first.sequence + 1) & 0xffff
        const joined = new Int16Array(rest.length + first.samples.length)
        joined.set(rest)
        joined.set(first.samples, rest.length)
        rest = joined
      }
      const frame = rest.slice(0, samplesPerFrame)
      rest = rest.slice(samplesPerFrame)
      return frame
    },
  }
}
