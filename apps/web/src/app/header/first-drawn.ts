import { useEffect, useState } from 'react'

/** What the operator came for is drawn first. */
const AFTER_MS = 1_500

/** Whether the screen has had its time to be drawn. */
export function useFirstDrawn(): boolean {
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setDrawn(true), AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [])
  return drawn
}
