let audio: AudioContext | null = null

/** A telephone plays sound only after it was touched: called by the button that goes on duty. */
export function allowSound(): void {
  audio ??= typeof AudioContext === 'undefined' ? null : new AudioContext()
  void audio?.resume()
}

/** Two tones and a buzz: an order is offered. */
export function alertDriver(): void {
  navigator.vibrate?.([300, 150, 300])
  if (!audio) return
  for (const [n, hertz] of [880, 1_175].entries()) {
    const tone = audio.createOscillator()
    const at = audio.currentTime + n * 0.25
    tone.frequency.value = hertz
    tone.connect(audio.destination)
    tone.start(at)
    tone.stop(at + 0.2)
  }
}

/** Keeps the screen on while a driver waits or drives: a dark telephone stops telling where it is. Gives the way to let it go. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let over = false
  const take = () => {
    if (over || document.visibilityState !== 'visible') return
    navigator.wakeLock?.request('screen').then(
      (taken) => {
        if (over) void taken.release()
        else lock = taken
      },
      () => undefined,
    )
  }
  take()
  document.addEventListener('visibilitychange', take)
  return () => {
    over = true
    document.removeEventListener('visibilitychange', take)
    void lock?.release()
  }
}
