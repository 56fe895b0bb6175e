import { useCallback, useEffect, useState } from 'react'

/** Seconds left, counting down to zero, and how to start it. */
export function useCountdown(): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  const running = left > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  const start = useCallback((seconds: number) => {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }, [])
  return [left, start]
}

/** How long a 429xx refusal asks to wait; a minute when it does not say. */
export function retryAfterS(data: unknown): number {
  if (typeof data !== 'object' || data === null || !('retryAfterS' in data)) return 60
  const seconds = Number(data.retryAfterS)
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : 60
}
