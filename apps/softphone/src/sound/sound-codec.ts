import type { Frame } from '../device/audio-bus.ts'
import { adpcmEncoder, decodeAdpcm } from './adpcm.ts'
import { fromAlaw, fromUlaw, toAlaw, toUlaw } from './g711.ts'
import type { Wav, WavFormat } from './wav.ts'

export interface Encoder {
  /** The bytes of a frame, or of those before it. */
  push(frame: Frame): Buffer
  /** What is left when no frame follows. */
  end(): Buffer
}

const bySample = (encode: (frame: Frame) => Buffer): Encoder => ({ push: encode, end: () => Buffer.alloc(0) })
const byte8 = (sample: number) => (sample >> 8) + 128

/** Turns frames into the bytes of a file, one encoder for a file. */
export function encoderOf(format: WavFormat): Encoder {
  switch (format) {
    case 'adpcm':
      return adpcmEncoder()
    case 'alaw':
      return bySample((frame) => Buffer.from(Uint8Array.from(frame, toAlaw)))
    case 'ulaw':
      return bySample((frame) => Buffer.from(Uint8Array.from(frame, toUlaw)))
    case 'pcm8':
      return bySample((frame) => Buffer.from(Uint8Array.from(frame, byte8)))
    case 'pcm16':
      return bySample((frame) => {
        const data = Buffer.alloc(frame.length * 2)
        for (const [at, sample] of frame.entries()) data.writeInt16LE(sample, at * 2)
        return data
      })
  }
}

/** The samples of a file. */
export function samplesOf({ format, data }: Wav): Frame {
  switch (format) {
    case 'adpcm':
      return decodeAdpcm(data)
    case 'alaw':
      return Int16Array.from(data, fromAlaw)
    case 'ulaw':
      return Int16Array.from(data, fromUlaw)
    case 'pcm8':
      return Int16Array.from(data, (byte) => (byte - 128) << 8)
    case 'pcm16':
      return Int16Array.from({ length: Math.floor(data.length / 2) }, (_, at) => data.readInt16LE(at * 2))
  }
}
