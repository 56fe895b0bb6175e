import { Suspense, useEffect, useState } from 'react'
import { useCan } from '#platform/session/session.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'

const QueueAlarm = lazyPiece(() => import('../../areas/call-centre/booking-queue/queue-alarm.tsx'))
/** What the operator came for is drawn first. */
const AFTER_MS = 1_500

/** For operators who look after bookings. */
export function QueueBell() {
  const may = useCan('callCentre.claim')
  const [begun, setBegun] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setBegun(true), AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [])
  return may && begun ? (
    <Suspense fallback={null}>
      <QueueAlarm />
    </Suspense>
  ) : null
}
