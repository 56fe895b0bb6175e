// WAV files of 8 kHz mono: 16 bit PCM, A-law and µ-law.

export type WavFormat = 'pcm16' | 'alaw' | 'ulaw'

const tags: Record<WavFormat, number> = { pcm16: 1, alaw: 6, ulaw: 7 }
const rateHz = 8_000
export const headerBytes = 44

/** The head of a file with so many bytes of samples. */
export function wavHeader(format: WavFormat, dataBytes: number): Buffer {
  const bytesPerSample = format === 'pcm16' ? 2 : 1
  const head = Buffer.alloc(headerBytes)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(dataBytes + headerBytes - 8, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(tags[format], 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rateHz, 24)
  head.writeUInt32LE(rateHz * bytesPerSample, 28)
  head.writeUInt16LE(bytesPerSample, 32)
  head.writeUInt16LE(bytesPerSample * 8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(dataBytes, 40)
  return head
}

export interface Wav {
  format: WavFormat
  data: Buffer
}

/** Null when it is no WAV file, undefined when it is one of a kind that is not played. */
export function readWav(file: Buffer): Wav | null | undefined {
  if (file.length < headerBytes || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') return null
  let format: WavFormat | undefined
  for (let at = 12; at + 8 <= file.length; ) {
    const id = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const body = file.subarray(at + 8, at + 8 + length)
    if (id === 'fmt ' && body.length >= 16) {
      const [tag, channels, rate] = [body.readUInt16LE(0), body.readUInt16LE(2), body.readUInt32LE(4)]
      const named = (Object.keys(tags) as WavFormat[]).find((one) => tags[one] === tag)
      const fits = channels === 1 && rate === rateHz && (named !== 'pcm16' || body.readUInt16LE(14) === 16)
      if (!fits) return undefined
      format = named
    }
    if (id === 'data') return format === undefined ? undefined : { format, data: body }
    at += 8 + length + (length % 2)
  }
  return null
}
