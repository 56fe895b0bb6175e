import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { useEffect, useState } from 'react'
import { ask } from './wire.ts'

/** A fix of the telephone, as the server takes it. */
export interface Fix {
  lat: number
  lng: number
  datum: 'WGS84'
  at: string
  accuracyM: number
  speedMps?: number
  headingDeg?: number
}

/** How the telephone's location stands: `WAITING` for the first fix, `DENIED` by its owner, `LOST` for the moment. */
export type Locating = 'WAITING' | 'DENIED' | 'LOST' | Fix

const SEND_MS = 5_000
/** Indoors a telephone may need so long for a fix; before that nothing is wrong. */
const FIX_MS = 30_000
/** More than a tunnel takes; the oldest go. */
const KEPT = 100

const fixOf = ({ coords, timestamp }: GeolocationPosition): Fix => ({
  lat: coords.latitude,
  lng: coords.longitude,
  datum: 'WGS84',
  at: new Date(timestamp).toISOString(),
  accuracyM: Math.min(100_000, Math.round(coords.accuracy)),
  ...(coords.speed !== null && coords.speed >= 0 && { speedMps: Math.min(120, coords.speed) }),
  ...(coords.heading !== null && Number.isFinite(coords.heading) && { headingDeg: Math.round(coords.heading) % 360 }),
})

/** Follows the telephone while `on`, and reports where it is; what could not be sent goes with the next report. */
export function usePosition(token: string, on: boolean): Locating {
  const [locating, setLocating] = useState<Locating>('WAITING')
  useEffect(() => {
    if (!on) return
    const unsent: Fix[] = []
    let sending = false
    let asking = false
    let first = true
    const arrived = (position: GeolocationPosition) => {
      const fix = fixOf(position)
      unsent.push(fix)
      if (unsent.length > KEPT) unsent.shift()
      setLocating(fix)
      // At once: whoever opens the page at the customer's taps the next button.
      if (first) void send()
      first = false
    }
    const failed = ({ code, PERMISSION_DENIED }: GeolocationPositionError) => setLocating(code === PERMISSION_DENIED ? 'DENIED' : 'LOST')
    if (!navigator.geolocation) return setLocating('DENIED')
    const watch = navigator.geolocation.watchPosition(arrived, failed, { enableHighAccuracy: true })
    const send = async () => {
      if (sending || unsent.length === 0) return
      const positions = unsent.splice(0)
      sending = true
      await ask(dispatchCalls.positions, { positions }, token)
        .catch(() => unsent.unshift(...positions))
        .finally(() => (sending = false))
    }
    const answered =
      <A>(then: (answer: A) => void) =>
      (answer: A) => {
        asking = false
        then(answer)
      }
    const timer = setInterval(() => {
      // Many telephones say nothing while they lie still, and who says nothing for two minutes is taken for gone.
      if (unsent.length === 0 && !asking) {
        asking = true
        navigator.geolocation.getCurrentPosition(answered(arrived), answered(failed), { maximumAge: SEND_MS, timeout: FIX_MS })
      }
      void send()
    }, SEND_MS)
    return () => {
      clearInterval(timer)
      navigator.geolocation.clearWatch(watch)
    }
  }, [token, on])
  return locating
}
