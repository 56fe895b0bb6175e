import { driverCalls } from '@chauffeur/contract/driver'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { LiveDrivers } from '@chauffeur/contract/live'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { sendCall } from '#platform/call.ts'
import { useLive, useLiveState } from '#platform/live.ts'
import { useTabActive } from '#platform/tab.ts'
import { createFleet, type Fleet } from './fleet.ts'

const AGE_MS = 5_000
const POLL_MS = 10_000
const PAGE = 200
/** Without a stream ten thousand drivers would be fifty questions; the first two thousand are asked for. */
const MOST_PAGES = 10

type Row = AnswerOf<typeof driverCalls.list>['rows'][number]

/** Drivers as the list tells them, in the shape the stream has; those without a position are not on a map. */
export function frameOf(rows: readonly Row[]): Pick<LiveDrivers, 'full' | 'drivers' | 'gone'> {
  return {
    full: true,
    gone: [],
    drivers: rows.flatMap(({ driverId, driverNo, name, cityId, orgId, level, workStatus, lat, lng, ageS }) =>
      lat === null || lng === null || workStatus === 'OFFLINE'
        ? []
        : [{ driverId, driverNo, name, cityId, orgId, level, workStatus, lat, lng, headingDeg: null, ageS: ageS ?? 0 }],
    ),
  }
}

async function listAll(organisationsOnly: boolean, signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = []
  for (let pageNo = 1; pageNo <= MOST_PAGES; pageNo++) {
    const page = await sendCall(
      organisationsOnly ? driverCalls.orgList : driverCalls.list,
      { pageNo, pageSize: PAGE },
      { signal, background: true },
    )
    rows.push(...page.rows)
    if (page.rows.length < PAGE) break
  }
  return rows
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
      listAll(organisationsOnly, signal).then(
        (rows) => {
          fleet.apply(frameOf(rows))
          setKnown(true)
          setProblem(null)
        },
        (error: unknown) => {
          if (!signal.aborted) setProblem(error)
        },
      ),
    [fleet, organisationsOnly],
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
