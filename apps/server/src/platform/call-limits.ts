import type { Call } from '@chauffeur/contract/kernel/call'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Requests a minute that one driver may make of this process. */
export interface DriverLimits {
  /** Reports of positions, each of up to a hundred. */
  reports: number
  /** Whatever changes something. */
  commands: number
  reads: number
}
type Kind = keyof DriverLimits
export interface DriverLimiter {
  /** Counts one request; seconds to wait where it is one too many, else 0. */
  waitS(call: Call, driverId: string): Promise<number>
}

const kindOf = ({ effect, unlogged }: Call): Kind => (effect === 'read' ? 'reads' : unlogged ? 'reports' : 'commands')

export function driverLimiter(limits: DriverLimits): DriverLimiter {
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([kind, points]) => [kind, new RateLimiterMemory({ keyPrefix: kind, points, duration: 60 })]),
  ) as Record<Kind, RateLimiterMemory>
  return {
    waitS: async (call, driverId) => {
      try {
        await limiters[kindOf(call)].consume(driverId)
        return 0
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
        throw refused
      }
    },
  }
}
