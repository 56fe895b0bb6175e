import { expect, test } from 'vitest'
import { channelHindrance, commissionFen, monthsTogether } from './channel.rules.ts'

test('a channel brings orders while it is on, in its cities and of its services; without any named in and of all', () => {
  const trip = { cityId: '1', serviceType: 'TRIP' }
  const on = { state: 1, city_ids: [] as string[], service_types: [] as string[] }
  expect(channelHindrance(on, trip)).toBeNull()
  expect(channelHindrance({ ...on, city_ids: ['1', '2'], service_types: ['TRIP'] }, trip)).toBeNull()
  expect(channelHindrance({ ...on, city_ids: ['2'] }, trip)).toBe('channel.otherCity')
  expect(channelHindrance({ ...on, service_types: ['DAILY'] }, trip)).toBe('channel.otherService')
  expect(channelHindrance({ ...on, state: 0, city_ids: ['1'] }, trip)).toBe('channel.stopped')
  expect(channelHindrance(undefined, trip)).toBe('channel.notFound')
})

test('a commission is of what was billed, to the fen', () => {
  expect([commissionFen(100_00, 500), commissionFen(39_01, 250), commissionFen(0, 10_000), commissionFen(33, 0)]).toEqual([5_00, 98, 0, 0])
})

test('a month has the commission of when its orders were placed', () => {
  const part = { orders: 1, billed: 1, cancelled: 0, totalFen: 10_000, paidFen: 10_000 }
  const parts = [
    { ...part, month: '2026-11', passed: 3 },
    { ...part, month: '2026-10', passed: 0 },
    { ...part, month: '2026-10', passed: 1 },
    { ...part, month: '2026-10', passed: 2 },
  ]
  expect(monthsTogether(parts, [500, 800, 600])).toMatchObject([
    { month: '2026-11', orders: 1, commissionFen: 600, commissionBps: [600] },
    { month: '2026-10', orders: 3, totalFen: 30_000, commissionFen: 500 + 500 + 800, commissionBps: [500, 800] },
  ])
})
