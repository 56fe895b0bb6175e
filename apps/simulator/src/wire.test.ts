import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { sessionCalls } from '@chauffeur/contract/access/session'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'
import { backoffMs } from './backoff.ts'
import { createScheduler, Stopped } from './scheduler.ts'
import { requestOf } from './wire.ts'

test('calls go out as the contract says: path filled in, query, form or JSON', () => {
  expect(requestOf(dispatchCalls.accept, { id: '77' })).toEqual({
    path: '/driver/v1/offers/77/accept',
    body: '{}',
    type: 'application/json',
  })
  expect(requestOf(dispatchCalls.offers, { waitS: 25 })).toEqual({ path: '/driver/v1/offers?waitS=25' })
  expect(requestOf(callCentreCalls.customerInfo, { phone: '18800000001' }).path).toBe(
    '/djweb/callCenter/customer_info?platformId=3&phone=18800000001',
  )
  expect(requestOf(callCentreCalls.place, { remark: '到了 & 打电话', carPlate: undefined }).path).toMatch(
    /place_order\?platformId=3&remark=%E5%88%B0%E4%BA%86\+%26\+/,
  )
  expect(requestOf(sessionCalls.signIn, { username: 'op', password: 'p&=' })).toMatchObject({
    body: 'platformId=3&username=op&password=p%26%3D',
  })
})

test('after an outage drivers come back spread out, none later than a quarter of a minute', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, chance) => {
      expect(backoffMs(attempt, chance)).toBeGreaterThanOrEqual(125)
      expect(backoffMs(attempt, chance)).toBeLessThanOrEqual(15_000)
    }),
  )
  expect(backoffMs(20, 1) - backoffMs(20, 0)).toBeGreaterThan(5000)
})

test('many actors wait in the right order and all are let go at the stop', async () => {
  const scheduler = createScheduler()
  const woken: number[] = []
  await Promise.all([90, 30, 60].map((ms) => scheduler.sleep(ms).then(() => woken.push(ms))))
  expect(woken).toEqual([30, 60, 90])
  const waiting = Array.from({ length: 1000 }, () => scheduler.sleep(60_000))
  scheduler.stop()
  const ends = await Promise.allSettled(waiting)
  expect(ends.every((end) => end.status === 'rejected' && end.reason instanceof Stopped)).toBe(true)
  await expect(scheduler.sleep(1)).rejects.toBeInstanceOf(Stopped)
})

test('the command line is refused with a sentence when it makes no sense', () => {
  const read = (...args: string[]) => readArguments(['--operator', 'op:a:b', ...args], {})
  expect(read('--drivers', '5000')).toMatchObject({
    drivers: 5000,
    speed: 8,
    operators: [{ username: 'op', password: 'a:b' }],
  })
  expect(() => read('--drivers', '-1')).toThrow('--drivers')
  expect(() => read('--drivers', 'many')).toThrow('--drivers')
  expect(() => read('--url', 'ftp://x')).toThrow('--url')
  expect(() => readArguments([], {})).toThrow('--operator')
  expect(readArguments([], { SIMULATOR_OPERATORS: 'a:1,b:2' })).toMatchObject({ operators: [{}, {}] })
})
