import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderOf, type Recent, standardOrder } from './order.rules.ts'
import { firstAskS, nextAskS } from './ask.rules.ts'
import { REPORT_WITHIN_S } from './lanes.ts'

const service = (serviceId: string, rank: number, of: { enabled?: boolean; shut?: boolean } = {}) => ({
  serviceId,
  rank,
  enabled: true,
  shut: false,
  ...of,
})
const recent = (serviceId: string, of: Partial<Recent>): Recent => ({
  serviceId,
  attempts: 0,
  notTaken: 0,
  reports: 0,
  delivered: 0,
  ...of,
})
const two = [service('a', 1), service('b', 2)]
const placed = (...of: Parameters<typeof orderOf>) => orderOf(...of).map(({ service: { serviceId }, place }) => `${serviceId} ${place}`)

describe('providers are tried', () => {
  test.each<[string, Recent[], string[]]>([
    ['by rank', [], ['a RANK', 'b RANK']],
    ['behind the others while they take less than half', [recent('a', { attempts: 4, notTaken: 3 })], ['b RANK', 'a FAILING']],
    ['in their place while too few attempts say anything', [recent('a', { attempts: 3, notTaken: 3 })], ['a RANK', 'b RANK']],
    ['in their place while they take half', [recent('a', { attempts: 10, notTaken: 5 })], ['a RANK', 'b RANK']],
    [
      'behind one that delivers much more',
      [recent('a', { reports: 20, delivered: 16 }), recent('b', { reports: 20, delivered: 19 })],
      ['b RANK', 'a WORSE'],
    ],
    [
      'in their place where the other delivers little more',
      [recent('a', { reports: 100, delivered: 80 }), recent('b', { reports: 100, delivered: 94 })],
      ['a RANK', 'b RANK'],
    ],
  ])('%s', (_, recents, order) => expect(placed(two, recents, standardOrder, 'rest')).toEqual(order))

  test('as somebody pinned them, whatever happened, in that lane alone', () => {
    const failing = [recent('b', { attempts: 10, notTaken: 10 })]
    const pinned = { adaptive: true, pinned: { codes: 'b' } }
    expect(placed(two, failing, pinned, 'codes')).toEqual(['b PINNED', 'a RANK'])
    expect(placed(two, failing, pinned, 'rest')).toEqual(['a RANK', 'b FAILING'])
  })

  test('by rank alone where adjusting is off, but for one that is left alone', () => {
    const off = { adaptive: false, pinned: {} }
    expect(placed(two, [recent('a', { attempts: 10, notTaken: 10 })], off, 'rest')).toEqual(['a RANK', 'b RANK'])
    expect(placed([service('a', 1, { shut: true }), service('b', 2)], [], off, 'rest')).toEqual(['b RANK', 'a SHUT'])
  })

  test('each once, none that is off and none left out, whatever happened', () => {
    const services = fc.uniqueArray(
      fc.record({ serviceId: fc.constantFrom('a', 'b', 'c', 'd'), rank: fc.nat(9), enabled: fc.boolean(), shut: fc.boolean() }),
      { selector: ({ serviceId }) => serviceId },
    )
    const recents = fc.uniqueArray(
      fc.record({
        serviceId: fc.constantFrom('a', 'b', 'c', 'd'),
        attempts: fc.nat(50),
        notTaken: fc.nat(50),
        reports: fc.nat(50),
        delivered: fc.nat(50),
      }),
      { selector: ({ serviceId }) => serviceId },
    )
    fc.assert(
      fc.property(services, recents, fc.boolean(), fc.constantFrom('a', 'z', null), (all, lately, adaptive, codes) => {
        const order = orderOf(all, lately, { adaptive, pinned: { codes } }, 'codes').map(({ service: { serviceId } }) => serviceId)
        const on = all.filter(({ enabled }) => enabled).map(({ serviceId }): string => serviceId)
        expect(order.toSorted()).toEqual(on.toSorted())
        if (codes !== null && on.includes(codes)) expect(order[0]).toBe(codes)
      }),
    )
  })
})

test('a provider is asked ever less often, and never after nothing more is expected', () => {
  for (const known of ['TAKEN', 'UNSURE'] as const) {
    let sinceS = firstAskS(known)
    let asks = 0
    for (let next = nextAskS(known, ++asks, sinceS); next !== null; next = nextAskS(known, ++asks, sinceS)) {
      expect(next).toBeGreaterThan(0)
      sinceS += next
    }
    expect(sinceS).toBe(REPORT_WITHIN_S)
    expect(asks).toBeLessThan(20)
  }
  expect(firstAskS(null)).toBe(REPORT_WITHIN_S)
})
