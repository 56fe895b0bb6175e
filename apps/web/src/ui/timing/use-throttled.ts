import { useCallback, useEffect, useRef } from 'react'

/** Calls `run` soon after being asked, and then at most once per `everyMs`: a burst of events makes one question. */
export function useThrottled(run: () => unknown, everyMs: number): () => void {
  const latest = useRef(run)
  latest.current = run
  const timer = useRef<number | undefined>(undefined)
  const ranAt = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return useCallback(() => {
    if (timer.current !== undefined) return
    const waitMs = Math.max(150, ranAt.current + everyMs - Date.now())
    timer.current = window.setTimeout(() => {
      timer.current = undefined
      ranAt.current = Date.now()
      latest.current()
    }, waitMs)
  }, [everyMs])
}
