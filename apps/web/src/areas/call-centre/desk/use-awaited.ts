import { useEffect, useRef } from 'react'

/** An order waits so long for the place of its words and for its price, and then goes without. */
const PRICE_WITHIN_MS = 3_000

/** Does it once what is waited for is there, or has been waited for long enough. */
export function useAwaited(awaits: boolean, waits: boolean, then: () => void): void {
  const latest = useRef(then)
  latest.current = then
  useEffect(() => {
    if (!awaits) return
    const timer = setTimeout(() => latest.current(), waits ? PRICE_WITHIN_MS : 0)
    return () => clearTimeout(timer)
  }, [awaits, waits])
}
