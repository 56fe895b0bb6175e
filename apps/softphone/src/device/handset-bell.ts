import type { Clock } from '../clock.ts'
import { event, param } from '../protocol/codes.ts'
import { createCadence } from './cadence.ts'
import type { Emit } from './channel.ts'

/** Rings the handset as if a call came, with a caller id of our own. */
export function createHandsetBell(clock: Clock, params: ReadonlyMap<number, number>, emit: Emit) {
  let ringing = false
  const times = () => ({
    onMs: params.get(param.handsetRingMs) ?? 0,
    silenceMs: params.get(param.handsetSilenceMs) ?? 0,
    limit: params.get(param.handsetRingLimit) ?? 0,
  })
  const cadence = createCadence(clock, times, {
    ring: (count) => emit(event.handsetRinging, { result: count, data: '0' }),
    silence: (count) => emit(event.handsetRinging, { result: count, data: '1' }),
    limit: () => {
      stop()
      emit(event.handsetRingLimit)
    },
  })
  const stop = () => {
    const was = ringing
    ringing = false
    cadence.stop()
    return was
  }
  return {
    start: (callerId: string) => {
      stop()
      ringing = true
      if (callerId !== '') emit(event.handsetCallerIdSent)
      cadence.start()
    },
    stop,
    ringing: () => ringing,
  }
}
