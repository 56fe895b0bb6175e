import { readFileSync } from 'node:fs'
import { type Frame, samplesPerFrame } from '../device/audio-bus.ts'
import type { Channel } from '../device/channel.ts'
import { event, failure, maxHandles } from '../protocol/codes.ts'
import { refuse } from './command.ts'
import { samplesOf } from '../sound/sound-codec.ts'
import { readWav } from '../sound/wav.ts'

const normalVolume = 100
const samplesPerMs = 8
const maxFileBytes = 64 * 1024 * 1024

export interface Playing {
  repeat: boolean
  paused: boolean
  volume: number
}

export interface Player {
  start(channel: Channel, paths: readonly string[], options: { repeat: boolean; paused: boolean }): number
  has(handle: number): boolean
  get(handle: number): Playing
  seek(handle: number, ms: number): void
  totalMs(handle: number): number
  positionMs(handle: number): number
  stop(handle: number): void
  stopAll(channel?: Channel): void
  count(channel: Channel): number
}

/** Sound files played into a call. A file waits while no call is up. */
export function createPlayer(): Player {
  const running = new Map<number, Playing & { channel: Channel; samples: Frame; at: number; end(): void }>()
  let lastHandle = 0
  const find = (handle: number) => running.get(handle) ?? refuse(failure.invalidHandle)
  const stop = (handle: number) => {
    const one = find(handle)
    running.delete(handle)
    one.end()
  }

  return {
    start: (channel, paths, { repeat, paused }) => {
      const audio = channel.line.audio ?? refuse(failure.featureMissing)
      if (running.size >= maxHandles) return refuse(failure.noPlayHandle)
      const samples = joined(paths.map(readSamples))
      const handle = (lastHandle += 1)
      const source = (): Frame | undefined => {
        if (!running.has(handle)) return undefined
        if (playing.paused) return new Int16Array(samplesPerFrame)
        if (playing.at >= samples.length) {
          if (!playing.repeat || samples.length === 0) {
            running.delete(handle)
            channel.emit(paths.length > 1 ? event.playListEnd : event.playEnd, { result: handle, handle })
            return undefined
          }
          channel.emit(event.playLoops, { result: handle, handle })
          playing.at = 0
        }
        const frame = new Int16Array(samplesPerFrame)
        frame.set(samples.subarray(playing.at, playing.at + samplesPerFrame))
        playing.at += samplesPerFrame
        return frame.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round((sample * playing.volume) / normalVolume))))
      }
      const playing = { channel, samples, at: 0, repeat, paused, volume: normalVolume, end: audio.play(source) }
      running.set(handle, playing)
      return handle
    },
    has: (handle) => running.has(handle),
    get: find,
    seek: (handle, ms) => {
      const one = find(handle)
      if (ms < 0 || ms * samplesPerMs > one.samples.length) return refuse(failure.badParameter)
      one.at = ms * samplesPerMs
    },
    totalMs: (handle) => Math.floor(find(handle).samples.length / samplesPerMs),
    positionMs: (handle) => Math.floor(find(handle).at / samplesPerMs),
    stop,
    stopAll: (channel) => {
      for (const [handle, one] of [...running]) if (channel === undefined || one.channel === channel) stop(handle)
    },
    count: (channel) => [...running.values()].filter((one) => one.channel === channel).length,
  }
}

function readSamples(path: string): Frame {
  let file: Buffer
  try {
    file = readFileSync(path)
  } catch {
    return refuse(failure.openFile)
  }
  if (file.length > maxFileBytes) return refuse(failure.openFile)
  const wav = readWav(file)
  if (wav === null) return refuse(failure.wavHeader)
  return samplesOf(wav ?? refuse(failure.wavFormat))
}

function joined(parts: readonly Frame[]): Frame {
  const all = new Int16Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
