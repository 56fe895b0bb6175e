import type { TimelineEntry } from '@chauffeur/contract/order/model'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { OrderDriver } from './order-people.tsx'
import { OrderTimeline } from '#shared/order/order-timeline.tsx'
import type { OrderDetail } from '../order.view.ts'

afterEach(cleanup)

const driver: OrderDetail['driver'] = {
  driverId: '5',
  driverNo: 'G1005',
  name: '邹泽宇',
  phone: '13900000005',
  level: 3,
  workStatus: 'ONLINE_IDLE',
  lat: null,
  lng: null,
  datum: 'WGS84',
  ageS: null,
  freshness: null,
  etaS: null,
  etaMeasured: null,
}
const orderIn = (serviceStatus: OrderDetail['serviceStatus']) =>
  ({ orderId: '1', serviceStatus, driver, acceptedAt: '2026-11-22T00:00:00.000Z' }) as OrderDetail

test('what a driver does now stands on an order under way, not on one that is over', () => {
  const shown = (status: OrderDetail['serviceStatus']) => render(<OrderDriver order={orderIn(status)} />).container.textContent
  expect(shown(301)).toMatch(/空闲.*位置.*预计到达/)
  const over = shown(501)
  expect(over).toContain('邹泽宇')
  expect(over).not.toMatch(/空闲|位置|预计到达/)
})

test('the newest of what happened stands on top, in whatever order it arrived', () => {
  const entry = (seq: number, toStatus: TimelineEntry['toStatus'], at: string): TimelineEntry => ({
    seq,
    event: 'any',
    fromStatus: null,
    toStatus,
    actorType: 'TIMER',
    actorName: '',
    at,
    reason: '',
    point: null,
  })
  const timeline = [entry(2, 301, '2026-11-22T00:01:00.000Z'), entry(1, 102, '2026-11-22T00:00:00.000Z')]
  const { container } = render(<OrderTimeline order={{ serviceStatus: 501, timeline }} />)
  expect([...container.querySelectorAll('strong')].map((step) => step.textContent)).toEqual(['司机已接单', '开始派单'])
})
