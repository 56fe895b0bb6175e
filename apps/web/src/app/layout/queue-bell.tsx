import { lazy, Suspense } from 'react'
import { useCan } from '#platform/session.ts'

const QueueAlarm = lazy(() => import('../../areas/call-centre/queue-alarm.tsx'))

/** For operators who look after bookings. */
export function QueueBell() {
  return useCan('callCentre.claim') ? (
    <Suspense fallback={null}>
      <QueueAlarm />
    </Suspense>
  ) : null
}
