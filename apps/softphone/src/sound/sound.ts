import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Frame, samplesPerFrame } from '../device/audio-bus.ts'

/** Microphone and loudspeaker of the machine, through programs that give and take raw 8 kHz 16 bit mono. */
export interface Sound {
  readonly name: string
  open(failed: (words: string) => void): SoundSession
}

export interface SoundSession {
  microphone(): Frame | undefined
  toSpeaker(frame: Frame): void
  close(): void
}

type Program = [command: string, ...args: string[]]

const programs: { name: string; record: Program; play: Program }[] = [
  {
    name: 'PulseAudio/PipeWire',
    record: ['parec', '--raw', '--rate=8000', '--format=s16le', '--channels=1', '--latency-msec=20'],
    play: ['pacat', '--playback', '--raw', '--rate=8000', '--format=s16le', '--channels=1', '--latency-msec=40'],
  },
  {
    name: 'ALSA',
    record: ['arecord', '-q', '-t', 'raw', '-f', 'S16_LE', '-r', '8000', '-c', '1', '--buffer-time=80000'],
    play: ['aplay', '-q', '-t', 'raw', '-f', 'S16_LE', '-r', '8000', '-c', '1', '--buffer-time=80000'],
  },
  {
    name: 'SoX',
    record: ['rec', '-q', '-t', 'raw', '-r', '8000', '-e', 'signed', '-b', '16', '-c', '1', '--buffer', '320', '-'],
    play: ['play', '-q', '-t', 'raw', '-r', '8000', '-e', 'signed', '-b', '16', '-c', '1', '--buffer', '320', '-'],
  },
]

const frameBytes = samplesPerFrame * 2
/** What lies longer than this in the microphone's pipe is old: the far end shall not hear us late. */
const maxHeldBytes = frameBytes * 10

/** The first pair of programs that this machine has. */
export function findSound(path = process.env.PATH ?? ''): Sound | undefined {
  const found = programs.find(({ record, play }) => [record[0], play[0]].every((command) => isOnPath(command, path)))
  return found && { name: found.name, open: (failed) => openSound(found, failed) }
}

function isOnPath(command: string, path: string): boolean {
  const names = process.platform === 'win32' ? [`${command}.exe`] : [command]
  return path.split(delimiter).some((folder) =>
    names.some((name) => {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return true
      } catch {
        return false
      }
    }),
  )
}

function openSound({ record, play }: (typeof programs)[number], failed: (words: string) => void): SoundSession {
  let held = Buffer.alloc(0)
  let closed = false
  const start = ([command, ...args]: Program, stdio: ['ignore' | 'pipe', 'ignore' | 'pipe', 'ignore']): ChildProcess => {
    const child = spawn(command, args, { stdio })
    const fail = (words: string) => {
      if (!closed) failed(`${command}: ${words}`)
    }
    child.on('error', (error) => fail(error.message))
    child.on('exit', (code) => fail(`ended with ${code}`))
    child.stdin?.on('error', () => {})
    return child
  }
  const recorder = start(record, ['ignore', 'pipe', 'ignore'])
  const player = start(play, ['pipe', 'ignore', 'ignore'])
  recorder.stdout?.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    if (held.length > maxHeldBytes) held = held.subarray(held.length - maxHeldBytes)
  })
  return {
    microphone: () => {
      if (held.length < frameBytes) return undefined
      const bytes = held.subarray(0, frameBytes)
      held = held.subarray(frameBytes)
      return Int16Array.from({ length: samplesPerFrame }, (_, at) => bytes.readInt16LE(at * 2))
    },
    toSpeaker: (frame) => {
      const pipe = player.stdin
      // A player that does not keep up is not fed further; sound of a second ago is of no use.
      if (!pipe?.writable || pipe.writableLength > frameBytes * 25) return
      const bytes = Buffer.alloc(frameBytes)
      for (const [at, sample] of frame.entries()) bytes.writeInt16LE(sample, at * 2)
      pipe.write(bytes)
    },
    close: () => {
      closed = true
      recorder.kill()
      player.kill()
    },
  }
}
