import type { Call } from '@chauffeur/contract/kernel/call'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { PartnerSession } from '../identity/partner.ts'
import type { Session } from '../identity/session.ts'

/** Requests a minute that one person may make of this process. */
export interface CallLimits {
  driver: {
    /** Reports of positions, each of up to a hundred. */
    reports: number
    /** Whatever changes something. */
    commands: number
    reads: number
  }
  /** All that an operator's windows ask for together: many times what the desk does at its busiest, and few enough that one account does not keep the server busy. */
  operator: number
}
/** A customer has one app open, which asks now and then. */
const CUSTOMER_CALLS = 120
export interface CallLimiter {
  /** Counts one request; seconds to wait where it is one too many, else 0. */
  waitS(call: Call, caller: Session | PartnerSession): Promise<number>
}

const kindOf = ({ effect, unlogged }: Call): keyof CallLimits['driver'] => (effect === 'read' ? 'reads' : unlogged ? 'reports' : 'commands')

export function callLimiter({ driver, operator }: CallLimits): CallLimiter {
  const aMinute = (keyPrefix: string, points: number) => new RateLimiterMemory({ keyPrefix, points, duration: 60 })
  const drivers = {
    reports: aMinute('reports', driver.reports),
    commands: aMinute('commands', driver.commands),
    reads: aMinute('reads', driver.reads),
  }
  const operators = aMinute('operator', operator)
  const customers = aMinute('customer', CUSTOMER_CALLS)
  // A channel says how often its programs may ask: those that may as often are counted together, each for itself.
  const partners = new Map<number, RateLimiterMemory>()
  const partnersOf = (points: number) => {
    const made = partners.get(points) ?? aMinute('partner', points)
    partners.set(points, made)
    return made
  }
  const consume = (call: Call, caller: Session | PartnerSession) => {
    switch (caller.kind) {
      case 'DRIVER':
        return drivers[kindOf(call)].consume(caller.driverId)
      case 'CUSTOMER':
        return customers.consume(caller.customerId)
      case 'OPERATOR':
        return operators.consume(caller.userId)
      case 'PARTNER':
        return partnersOf(caller.callsPerMinute).consume(`${caller.tenantId}/${caller.channelId}`)
    }
  }
  return {
    waitS: async (call, caller) => {
      try {
        await consume(call, caller)
        return 0
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
        throw refused
      }
    },
  }
}
