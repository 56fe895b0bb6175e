// IMA ADPCM as WAV files hold it: 4 bits a sample, in blocks that each begin with the sample they go on from.

const steps = Int32Array.from(
  `7 8 9 10 11 12 13 14 16 17 19 21 23 25 28 31 34 37 41 45 50 55 60 66 73 80 88 97 107 118 130 143 157 173 190 209 230 253 279 307
  337 371 408 449 494 544 598 658 724 796 876 963 1060 1166 1282 1411 1552 1707 1878 2066 2272 2499 2749 3024 3327 3660 4026 4428
  4871 5358 5894 6484 7132 7845 8630 9493 10442 11487 12635 13899 15289 16818 18500 20350 22385 24623 27086 29794 32767`.split(/\s+/),
  Number,
)
const indexChanges = [-1, -1, -1, -1, 2, 4, 6, 8]
const headBytes = 4

export const adpcmBlockBytes = 256
export const adpcmBlockSamples = (adpcmBlockBytes - headBytes) * 2 + 1

interface State {
  sample: number
  index: number
}

/** Moves on by one code and gives the sample it stands for. */
function follow(state: State, code: number): number {
  const step = steps[state.index] ?? 7
  const change = (step >> 3) + (code & 4 ? step : 0) + (code & 2 ? step >> 1 : 0) + (code & 1 ? step >> 2 : 0)
  state.sample = Math.max(-32_768, Math.min(32_767, state.sample + (code & 8 ? -change : change)))
  state.index = Math.max(0, Math.min(steps.length - 1, state.index + (indexChanges[code & 7] ?? 0)))
  return state.sample
}

function codeFor({ sample, index }: State, wanted: number): number {
  const step = steps[index] ?? 7
  let left = Math.abs(wanted - sample)
  let code = wanted < sample ? 8 : 0
  for (const [bit, part] of [
    [4, step],
    [2, step >> 1],
    [1, step >> 2],
  ] as const) {
    if (left < part) continue
    code |= bit
    left -= part
  }
  return code
}

/** Takes samples as they come and gives blocks as they are full. */
export function adpcmEncoder() {
  const state: State = { sample: 0, index: 0 }
  let waiting: number[] = []
  const block = (samples: readonly number[]): Buffer => {
    const data = Buffer.alloc(adpcmBlockBytes)
    state.sample = samples[0] ?? 0
    data.writeInt16LE(state.sample, 0)
    data.writeUInt8(state.index, 2)
    for (let at = 1; at < adpcmBlockSamples; at++) {
      const code = codeFor(state, samples[at] ?? 0)
      follow(state, code)
      const byte = headBytes + ((at - 1) >> 1)
      data[byte] = (data[byte] ?? 0) | (at % 2 === 1 ? code : code << 4)
    }
    return data
  }
  return {
    push: (samples: Int16Array): Buffer => {
      waiting.push(...samples)
      const full: Buffer[] = []
      for (; waiting.length >= adpcmBlockSamples; waiting = waiting.slice(adpcmBlockSamples)) full.push(block(waiting))
      return Buffer.concat(full)
    },
    /** The last block, filled up with silence. */
    end: (): Buffer => (waiting.length > 0 ? block(waiting) : Buffer.alloc(0)),
  }
}

export function decodeAdpcm(data: Buffer): Int16Array {
  const blocks = Math.floor(data.length / adpcmBlockBytes)
  const samples = new Int16Array(blocks * adpcmBlockSamples)
  for (let n = 0; n < blocks; n++) {
    const block = data.subarray(n * adpcmBlockBytes, (n + 1) * adpcmBlockBytes)
    const state: State = { sample: block.readInt16LE(0), index: Math.min(steps.length - 1, block.readUInt8(2)) }
    const first = n * adpcmBlockSamples
    samples[first] = state.sample
    for (let at = 1; at < adpcmBlockSamples; at++) {
      const byte = block[headBytes + ((at - 1) >> 1)] ?? 0
      samples[first + at] = follow(state, at % 2 === 1 ? byte & 15 : byte >> 4)
    }
  }
  return samples
}
