import type { Call } from '@chauffeur/contract/kernel/call'
import { isIPv6 } from 'node:net'
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
  return { waitS: (call, caller) => waitOf(consume(call, caller)) }
}

async function waitOf(consumed: Promise<unknown>): Promise<number> {
  try {
    await consumed
    return 0
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
    throw refused
  }
}

/** Where a request comes from: of IPv6 whoever has one address has all of its network of 64 bits. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [before = '', after] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const [head, tail] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length
  const groups = [...head, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...tail]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

export interface AddressLimiter {
  /** Counts one request of an address; seconds to wait where it is one too many, else 0. */
  waitS(address: string): Promise<number>
  /** What was counted shall not have been. */
  giveBack(address: string): Promise<void>
}
/** So many an hour from one address, of this process. */
export function addressLimiter(anHour: number): AddressLimiter {
  const addresses = new RateLimiterMemory({ keyPrefix: 'address', points: anHour, duration: 3_600 })
  return {
    waitS: (address) => waitOf(addresses.consume(networkOf(address))),
    giveBack: async (address) => {
      await addresses.reward(networkOf(address))
    },
  }
}
