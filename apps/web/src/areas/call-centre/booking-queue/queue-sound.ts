const LOCK = 'chauffeur.queue-sound'
const HEARD = 'chauffeur.queue-sound.heard'
/** What one window has sounded for is not heard again from another that learns of it a little later. */
const HEARD_FOR_MS = 300_000
const START_WITHIN_MS = 300

let context: AudioContext | undefined
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Two short notes for what no window of this browser has sounded for. A window that may not sound leaves it to the next. */
export async function remind(alarms: readonly string[]): Promise<void> {
  try {
    await navigator.locks.request(LOCK, async () => {
      const heard = heardLately()
      if (alarms.every((alarm) => alarm in heard)) return
      if (await play()) remember({ ...heard, ...Object.fromEntries(alarms.map((alarm) => [alarm, Date.now()])) })
    })
  } catch {
    // NOTE: sound is an extra: the badge and the list say the same.
  }
}

async function play(): Promise<boolean> {
  context ??= new AudioContext()
  // NOTE: in a page that nobody has touched yet `resume` waits for the first press, and would then sound for what is long over.
  if (!sounds(context)) await Promise.race([context.resume(), wait(START_WITHIN_MS)])
  if (!sounds(context)) return false
  const start = context.currentTime
  for (const [note, at] of [
    [660, 0],
    [880, 0.18],
  ] as const) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = note
    volume.gain.setValueAtTime(0, start + at)
    volume.gain.linearRampToValueAtTime(0.15, start + at + 0.02)
    volume.gain.linearRampToValueAtTime(0, start + at + 0.16)
    tone.connect(volume).connect(context.destination)
    tone.start(start + at)
    tone.stop(start + at + 0.18)
  }
  return true
}
const sounds = ({ state }: AudioContext) => state === 'running'

function heardLately(): Record<string, number> {
  const kept = JSON.parse(localStorage.getItem(HEARD) ?? '{}') as Record<string, number>
  return Object.fromEntries(Object.entries(kept).filter(([, at]) => Date.now() - at < HEARD_FOR_MS))
}
const remember = (heard: Record<string, number>) => localStorage.setItem(HEARD, JSON.stringify(heard))
