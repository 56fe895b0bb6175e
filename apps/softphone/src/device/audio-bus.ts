// The audio of one line: 8 kHz, 16 bit, frames of 20 ms. What goes to the far end is microphone and played files together; who
// listens (a recording) gets both directions of the same instant.

export const samplesPerFrame = 160
const frameMs = 20

export type Frame = Int16Array

export interface AudioEnds {
  /** What the far end said in this frame; undefined is silence. */
  far(): Frame | undefined
  microphone(): Frame | undefined
  /** Told for every frame, whether or not anything was said. */
  toFar(frame: Frame): void
  toSpeaker(frame: Frame): void
}

export interface AudioBus {
  listen(sink: (far: Frame, near: Frame) => void): () => void
  /** Plays until the source has no more frames. */
  play(source: () => Frame | undefined): () => void
  mute(muted: boolean): void
  /** A call begins: frames run from now on. */
  open(ends: AudioEnds): void
  close(): void
}

export function createAudioBus(now = () => performance.now()): AudioBus {
  const sinks = new Set<(far: Frame, near: Frame) => void>()
  const sources = new Set<() => Frame | undefined>()
  let ends: AudioEnds | undefined
  let muted = false
  let timer: NodeJS.Timeout | undefined
  let due = 0

  const frame = (current: AudioEnds) => {
    const far = current.far() ?? new Int16Array(samplesPerFrame)
    const spoken = current.microphone()
    const parts = spoken && !muted ? [spoken] : []
    for (const source of [...sources]) {
      const played = source()
      if (played) parts.push(played)
      else sources.delete(source)
    }
    const near = mix(parts)
    current.toFar(near)
    current.toSpeaker(far)
    for (const sink of sinks) sink(far, near)
  }

  // Timers come late; as many frames are made as time has passed, so that a recording is as long as the call.
  const tick = () => {
    if (now() - due > 1_000) due = now() - frameMs
    while (ends && due <= now()) {
      due += frameMs
      frame(ends)
    }
  }

  return {
    listen: (sink) => {
      sinks.add(sink)
      return () => sinks.delete(sink)
    },
    play: (source) => {
      sources.add(source)
      return () => sources.delete(source)
    },
    mute: (on) => {
      muted = on
    },
    open: (given) => {
      ends = given
      if (timer) return
      due = now() + frameMs
      timer = setInterval(tick, frameMs)
    },
    close: () => {
      clearInterval(timer)
      timer = undefined
      ends = undefined
    },
  }
}

/** Sum of the frames without overflow. */
export function mix(frames: readonly Frame[]): Frame {
  const sum = new Int16Array(samplesPerFrame)
  for (let i = 0; i < sum.length; i++) {
    let value = 0
    for (const one of frames) value += one[i] ?? 0
    sum[i] = Math.max(-32_768, Math.min(32_767, value))
  }
  return sum
}
