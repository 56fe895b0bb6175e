import { adpcmBlockBytes, adpcmBlockSamples } from './adpcm.ts'

// WAV files of 8 kHz mono: PCM of 16 and 8 bit, A-law, µ-law and IMA ADPCM.

interface Kind {
  /** Of the format in a file's head. */
  tag: number
  bits: number
  /** The smallest piece that can be played by itself, in bytes and in samples. */
  blockBytes: number
  blockSamples: number
}
const kinds = {
  pcm16: { tag: 1, bits: 16, blockBytes: 2, blockSamples: 1 },
  pcm8: { tag: 1, bits: 8, blockBytes: 1, blockSamples: 1 },
  alaw: { tag: 6, bits: 8, blockBytes: 1, blockSamples: 1 },
  ulaw: { tag: 7, bits: 8, blockBytes: 1, blockSamples: 1 },
  adpcm: { tag: 17, bits: 4, blockBytes: adpcmBlockBytes, blockSamples: adpcmBlockSamples },
} as const satisfies Record<string, Kind>
export type WavFormat = keyof typeof kinds

const rateHz = 8_000
const leastBytes = 44

/** The head of a file with so many bytes of samples; as long for any number of them. */
export function wavHeader(format: WavFormat, dataBytes: number): Buffer {
  const { tag, bits, blockBytes, blockSamples } = kinds[format]
  const packed = blockSamples > 1
  const about = Buffer.alloc(packed ? 20 : 16)
  about.writeUInt16LE(tag, 0)
  about.writeUInt16LE(1, 2)
  about.writeUInt32LE(rateHz, 4)
  about.writeUInt32LE(Math.floor((rateHz * blockBytes) / blockSamples), 8)
  about.writeUInt16LE(blockBytes, 12)
  about.writeUInt16LE(bits, 14)
  const parts = [chunk('fmt ', about)]
  if (packed) {
    about.writeUInt16LE(2, 16)
    about.writeUInt16LE(blockSamples, 18)
    const length = Buffer.alloc(4)
    length.writeUInt32LE((dataBytes / blockBytes) * blockSamples)
    parts.push(chunk('fact', length))
  }
  const rest = Buffer.concat([Buffer.from('WAVE'), ...parts, chunk('data', Buffer.alloc(0), dataBytes)])
  return chunk('RIFF', rest, rest.length + dataBytes)
}

function chunk(id: string, body: Buffer, bytes = body.length): Buffer {
  const head = Buffer.alloc(8)
  head.write(id, 0, 'latin1')
  head.writeUInt32LE(bytes, 4)
  return Buffer.concat([head, body])
}

export interface Wav {
  format: WavFormat
  data: Buffer
}

/** Null when it is no WAV file, undefined when it is one of a kind that is not played. */
export function readWav(file: Buffer): Wav | null | undefined {
  if (file.length < leastBytes || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') return null
  let format: WavFormat | undefined
  for (let at = 12; at + 8 <= file.length; ) {
    const id = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const body = file.subarray(at + 8, at + 8 + length)
    if (id === 'fmt ' && body.length >= 16) {
      const [tag, channels, rate] = [body.readUInt16LE(0), body.readUInt16LE(2), body.readUInt32LE(4)]
      const [blockBytes, bits] = [body.readUInt16LE(12), body.readUInt16LE(14)]
      if (channels !== 1 || rate !== rateHz) return undefined
      format = (Object.keys(kinds) as WavFormat[]).find((name) => {
        const one = kinds[name]
        return one.tag === tag && one.bits === bits && one.blockBytes === blockBytes
      })
      if (format === undefined) return undefined
    }
    if (id === 'data') return format === undefined ? undefined : { format, data: body }
    at += 8 + length + (length % 2)
  }
  return null
}
