let context: AudioContext | undefined

/** Two short notes. A browser that has not been touched yet, or without sound, stays silent; of several tabs one is heard. */
export async function remind(): Promise<void> {
  const play = async () => {
    context ??= new AudioContext()
    if (context.state === 'suspended') await context.resume()
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
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  try {
    await navigator.locks.request('chauffeur.queue-sound', { ifAvailable: true }, (lock) => (lock ? play() : undefined))
  } catch {
    // NOTE: sound is an extra: the badge and the list say the same.
  }
}
