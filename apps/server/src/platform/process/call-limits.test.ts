import type { Call } from '@chauffeur/contract/kernel/call'
import { describe, expect, test } from 'vitest'
import type { Session } from '../identity/session.ts'
import type { PartnerSession } from '../identity/partner.ts'
import { callLimiter, networkOf } from './call-limits.ts'

const limits = { driver: { reports: 3, commands: 2, reads: 4 }, operator: 2 }
const read = { effect: 'read' } as Call
const write = { effect: 'write' } as Call
const report = { effect: 'write', unlogged: true } as Call
const driver = (driverId: string) => ({ kind: 'DRIVER', driverId }) as Session
const operator = (userId: string) => ({ kind: 'OPERATOR', userId }) as Session
const partner = (channelId: string, callsPerMinute: number, tenantId = '1') =>
  ({ kind: 'PARTNER', tenantId, channelId, callsPerMinute }) as PartnerSession

/** How many requests go through before the first that has to wait. */
async function through(limiter: ReturnType<typeof callLimiter>, call: Call, caller: Session | PartnerSession, most = 10) {
  for (let n = 0; n < most; n++) if ((await limiter.waitS(call, caller)) > 0) return n
  return most
}

describe('requests of a minute', () => {
  test('of a driver are counted apart by what they do: a full line of reports stops no command', async () => {
    const limiter = callLimiter(limits)
    expect(await through(limiter, report, driver('1'))).toBe(3)
    expect(await through(limiter, write, driver('1'))).toBe(2)
    expect(await through(limiter, read, driver('1'))).toBe(4)
  })

  test('are each person’s own', async () => {
    const limiter = callLimiter(limits)
    expect(await through(limiter, write, driver('1'))).toBe(2)
    expect(await through(limiter, write, driver('2'))).toBe(2)
    expect(await through(limiter, write, operator('1'))).toBe(2)
  })

  test('of an operator are counted together, whatever they do', async () => {
    const limiter = callLimiter(limits)
    expect(await limiter.waitS(read, operator('1'))).toBe(0)
    expect(await limiter.waitS(write, operator('1'))).toBe(0)
    expect(await limiter.waitS(report, operator('1'))).toBeGreaterThan(0)
  })

  test('of a partner are as many as its channel may, of all its programs together, and of no other tenant’s channel of that number', async () => {
    const limiter = callLimiter(limits)
    expect(await through(limiter, read, partner('7', 5))).toBe(5)
    expect(await through(limiter, write, partner('7', 5))).toBe(0)
    expect(await through(limiter, read, partner('8', 5))).toBe(5)
    expect(await through(limiter, read, partner('7', 5, '2'))).toBe(5)
    expect(await through(limiter, read, partner('9', 1))).toBe(1)
  })

  test('one too many is told how long to wait: whole seconds, at least one, at most the minute', async () => {
    const limiter = callLimiter(limits)
    await through(limiter, write, driver('1'))
    const waitS = await limiter.waitS(write, driver('1'))
    expect(Number.isInteger(waitS)).toBe(true)
    expect(waitS).toBeGreaterThanOrEqual(1)
    expect(waitS).toBeLessThanOrEqual(60)
  })
})

test('an address stands for itself, of IPv6 for its network, however it is written', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  for (const one of ['2001:db8:0:1::1', '2001:0db8:0000:0001:aaaa:bbbb:cccc:dddd', '2001:DB8:0:1::ffff:2'])
    expect(networkOf(one), one).toBe('2001:db8:0:1::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})
