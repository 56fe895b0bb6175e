import { closeSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { type Frame, mix } from '../device/audio-bus.ts'
import type { Channel } from '../device/channel.ts'
import { failure, maxHandles } from '../protocol/codes.ts'
import { gainControl } from '../sound/gain-control.ts'
import { refuse } from './command.ts'
import { encoderOf } from '../sound/sound-codec.ts'
import { freeName, soundFile } from './places.ts'
import { type WavFormat, wavHeader } from '../sound/wav.ts'

/** Formats of table 5.6; MP3, TM8K1B and GSM need codecs that are not here. */
const formats = new Map<number, WavFormat>([
  [0, 'pcm16'],
  [1, 'alaw'],
  [2, 'ulaw'],
  [3, 'adpcm'],
  [4, 'pcm8'],
  [5, 'pcm16'],
])
const normalVolume = 100
const maskAgc = 2
const maskPause = 4
const rateHz = 8_000
/** A recording nobody stopped ends by itself. */
const maxHours = 6

export interface Recording {
  channel: Channel
  path: string
  samples: number
  paused: boolean
  volume: number
}

export interface Recorder {
  readonly folder: string
  start(channel: Channel, format: number, mask: number, path: string): number
  get(handle: number): Recording
  elapsedS(handle: number): number
  /** Stops one; a new path moves the file. */
  stop(handle: number, path: string): void
  stopAll(channel?: Channel): number
  count(channel: Channel): number
  isRecording(path: string): boolean
}

/** Both sides of a call mixed into a WAV file of 8 kHz. */
export function createRecorder(folder: string): Recorder {
  const running = new Map<number, Recording & { end(): void }>()
  let lastHandle = 0
  const find = (handle: number) => running.get(handle) ?? refuse(failure.invalidHandle)
  const stop = (handle: number) => {
    const recording = find(handle)
    running.delete(handle)
    recording.end()
    return recording
  }

  return {
    folder,
    start: (channel, format, mask, asked) => {
      const kind = formats.get(format) ?? refuse(failure.wavFormat)
      const audio = channel.line.audio ?? refuse(failure.featureMissing)
      if (running.size >= maxHandles) return refuse(failure.noRecordHandle)
      const wanted = soundFile(folder, asked === '' ? `${Date.now()}.wav` : asked) ?? refuse(failure.invalidPath)
      const path = freeName(wanted)
      const file = createFile(path)
      writeSync(file, wavHeader(kind, 0))
      const level = (mask & maskAgc) !== 0 ? gainControl() : (frame: Frame) => frame
      const handle = (lastHandle += 1)
      const encoder = encoderOf(kind)
      let bytes = 0
      const append = (data: Buffer) => {
        writeSync(file, data)
        bytes += data.length
      }
      const unlisten = audio.listen((far, near) => {
        if (recording.paused) return
        append(encoder.push(scaled(level(mix([far, near])), recording.volume)))
        recording.samples += far.length
        if (recording.samples > maxHours * 3_600 * rateHz) stop(handle)
      })
      const recording = {
        channel,
        path,
        samples: 0,
        paused: (mask & maskPause) !== 0,
        volume: normalVolume,
        end: () => {
          unlisten()
          append(encoder.end())
          const head = wavHeader(kind, bytes)
          writeSync(file, head, 0, head.length, 0)
          closeSync(file)
        },
      }
      running.set(handle, recording)
      channel.setCallLog({ ...channel.callLog(), recordFile: path })
      return handle
    },
    get: find,
    elapsedS: (handle) => Math.floor(find(handle).samples / rateHz),
    stop: (handle, asked) => {
      const moved = asked === '' ? undefined : (soundFile(folder, asked) ?? refuse(failure.invalidPath))
      const { channel, path } = stop(handle)
      if (moved === undefined || moved === path) return
      const target = freeName(moved)
      renameSync(path, target)
      if (channel.callLog().recordFile === path) channel.setCallLog({ ...channel.callLog(), recordFile: target })
    },
    stopAll: (channel) => {
      const chosen = [...running].filter(([, one]) => channel === undefined || one.channel === channel)
      for (const [handle] of chosen) stop(handle)
      return chosen.length
    },
    count: (channel) => [...running.values()].filter((one) => one.channel === channel).length,
    isRecording: (path) => [...running.values()].some((one) => one.path === path),
  }

  function createFile(path: string): number {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return openSync(path, 'wx', 0o600)
    } catch {
      return refuse(failure.createRecordFile)
    }
  }
}

function scaled(frame: Frame, volume: number): Frame {
  if (volume === normalVolume) return frame
  return frame.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round((sample * volume) / normalVolume))))
}
