import { useCallback, useEffect, useState } from 'react'

/** Seconds left until something may be done again, and how to start counting anew. */
export function useCountdown(initialS = 0): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(() => Date.now() + initialS * 1000)
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
