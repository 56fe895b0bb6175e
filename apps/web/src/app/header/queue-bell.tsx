import { Suspense } from 'react'
import { useCan } from '#platform/session/session.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { useFirstDrawn } from './first-drawn.ts'

const QueueAlarm = lazyPiece(() => import('../../areas/call-centre/booking-queue/queue-alarm.tsx'))

/** For operators who look after bookings. */
export function QueueBell() {
  const may = useCan('callCentre.claim')
  const drawn = useFirstDrawn()
  return may && drawn ? (
    <Suspense fallback={null}>
      <QueueAlarm />
    </Suspense>
  ) : null
}
