import type { liveWithdrawal } from '@chauffeur/contract/operations/live'
import type * as z from 'zod'
import { wholeTenant } from '#platform/database/scope'
import type { DriverSession } from '#platform/identity/session'
import type { LiveFeed } from '#platform/live/live-feed'

/** Tells drivers' streams which of their withdrawals is to be read again. What was missed is seen when the app next reads its list. */
export const withdrawalNewsOf =
  (feed: LiveFeed) =>
  ({ tenantId, driverId }: DriverSession, heard: (withdrawalId: string) => void): (() => void) =>
    feed.listen(wholeTenant(tenantId), new Set(['withdrawals']), {
      events: (events) => {
        const own = events.map(({ payload }) => payload as z.output<typeof liveWithdrawal>).filter((news) => news.driverId === driverId)
        for (const { withdrawalId } of own) heard(withdrawalId)
      },
      gap: () => {},
    })
