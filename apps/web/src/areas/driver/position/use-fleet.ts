import { driverCalls } from '@chauffeur/contract/driver/list'
import { LIVE_PART, type LiveDrivers } from '@chauffeur/contract/operations/live'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { sendCall } from '#platform/http/call.ts'
import { useLive, useLiveState } from '#platform/live/live.ts'
import { pause } from '#platform/live/pause.ts'
import { useTabActive } from '#platform/tab/tab.ts'
import { createFleet, type Fleet } from './fleet.view.ts'

const AGE_MS = 5_000
const POLL_MS = 10_000

/** Takes in all drivers part by part, as the stream would bring them; what comes in between has its turn. */
async function takeIn(fleet: Fleet, drivers: LiveDrivers['drivers'], signal: AbortSignal): Promise<void> {
  const parts = Math.max(1, Math.ceil(drivers.length / LIVE_PART))
  for (let part = 0; part < parts && !signal.aborted; part++) {
    fleet.apply({ full: true, part, parts, drivers: drivers.slice(part * LIVE_PART, (part + 1) * LIVE_PART), gone: [] })
    await pause()
  }
}

/** The fleet, kept by the live stream while this tab is looked at, and by asking every ten seconds where there is none. */
export function useFleet(organisationsOnly: boolean): { fleet: Fleet; known: boolean; problem: unknown; retry: () => void } {
  const [fleet] = useState(() =>
    createFleet({ organisationsOnly, lessMotion: () => window.matchMedia('(prefers-reduced-motion: reduce)').matches }),
  )
  const [known, setKnown] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const active = useTabActive()
  const polling = useLiveState() !== 'live'

  useLive('drivers', (frame) => {
    fleet.apply(frame)
    setKnown(true)
    setProblem(null)
  })
  const ask = useCallback(
    (signal: AbortSignal) =>
      sendCall(driverCalls.onDuty, {}, { signal, silent: true })
        .then(async ({ drivers }) => {
          await takeIn(fleet, drivers, signal)
          setKnown(true)
          setProblem(null)
        })
        .catch((error: unknown) => {
          if (!signal.aborted) setProblem(error)
        }),
    [fleet],
  )
  useEffect(() => {
    if (!active || !polling) return
    const abort = new AbortController()
    // NOTE: a stream that opens within a second makes the first question needless.
    const first = setTimeout(() => void ask(abort.signal), 1_500)
    const timer = setInterval(() => void ask(abort.signal), POLL_MS)
    return () => {
      abort.abort()
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [active, polling, ask])
  useEffect(() => {
    if (!active) return
    const timer = setInterval(() => fleet.age(), AGE_MS)
    return () => clearInterval(timer)
  }, [active, fleet])
  return { fleet, known, problem, retry: () => void ask(new AbortController().signal) }
}

/** Renders again when the fleet has changed. */
export function useFleetVersion(fleet: Fleet): number {
  return useSyncExternalStore(fleet.subscribe, fleet.version)
}
