import type { Frame } from '../device/audio-bus.ts'

const targetPeak = 12_000
const maxGain = 8
/** Quieter than this is the line's own noise and is left as it is. */
const noisePeak = 300
/** Up slowly, down at once: no word is clipped, and a pause does not roar. */
const upPerFrame = 1.03

/** Automatic gain: a quiet speaker is recorded about as loud as a loud one. */
export function gainControl(): (frame: Frame) => Frame {
  let gain = 1
  return (frame) => {
    let peak = 0
    for (const sample of frame) peak = Math.max(peak, Math.abs(sample))
    if (peak < noisePeak) return frame
    const wanted = Math.min(maxGain, targetPeak / peak)
    gain = wanted < gain ? wanted : Math.min(wanted, gain * upPerFrame)
    return frame.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * gain))))
  }
}
