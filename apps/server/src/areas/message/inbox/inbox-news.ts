import type { LiveDriverMessage } from '@chauffeur/contract/operations/live'
import { wholeTenant } from '#platform/database/scope'
import type { DriverSession } from '#platform/identity/session'
import type { LiveFeed } from '#platform/live/live-feed'

/** Tells drivers' streams that there is a message to fetch. What was missed is found when the app looks by itself. */
export const messageNewsOf =
  (feed: LiveFeed) =>
  ({ tenantId, driverId }: DriverSession, heard: () => void): (() => void) =>
    feed.listen(wholeTenant(tenantId), new Set(['driverMessages']), {
      events: (events) => {
        if (events.some(({ payload }) => (payload as LiveDriverMessage).driverId === driverId)) heard()
      },
      gap: heard,
    })
