import { Suspense, useState, type ReactNode } from 'react'

/** Fetches a lazy dialog when it is opened for the first time, and keeps it from then on so that it can close gracefully. */
export function WhenOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  return wanted ? <Suspense fallback={null}>{children}</Suspense> : null
}
