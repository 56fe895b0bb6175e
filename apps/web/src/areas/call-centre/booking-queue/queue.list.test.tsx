import type { QueueRow } from '@chauffeur/contract/call-centre/booking-queue'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setSession } from '#platform/session/session.ts'
import { queueActions } from './queue-actions.ts'
import { Handler } from './queue.list.tsx'

afterEach(cleanup)

const ME = '7'
const row = (more: Partial<QueueRow>): QueueRow => ({
  bookingId: '1',
  bookingNo: 'B1',
  queueStatus: 'WAITING',
  source: 'CALL_CENTRE',
  cityId: '330100',
  cityName: '杭州市',
  channelId: null,
  channelName: '',
  customerName: '',
  customerPhone: '13800000000',
  pickupAddress: '武林广场',
  dropoffAddress: '',
  remark: '',
  driverCount: 1,
  bookTime: null,
  createdAt: '2026-11-22T00:00:00.000Z',
  agentName: '林晓雨',
  claimedBy: null,
  mine: false,
  orderId: '1',
  serviceStatus: 180,
  prepayUntil: null,
  statusSince: '2026-11-22T00:00:00.000Z',
  inStatusS: 1,
  timer: null,
  attention: [],
  orders: [],
  canClaim: true,
  version: 1,
  ...more,
})
const handler = (of: QueueRow) => render(<Handler row={of} />).container.textContent
const offered = (of: QueueRow) =>
  queueActions()
    .filter(({ can, shown }) => can?.(of) && (shown?.(of) ?? true))
    .map(({ label }) => label)
beforeEach(() => setSession({ userId: ME }))
const claimedBy = (userId: string) => ({ userId, name: '林晓雨', at: '2026-11-22T00:00:00.000Z' })

test('a booking I look after says so, and is given back rather than claimed', () => {
  const claimed = row({ mine: true, canClaim: false, claimedBy: claimedBy(ME) })
  expect(handler(claimed)).toBe('我')
  expect(offered(claimed)).toEqual(['放回'])
})

test('one I placed is mine without a claim: nothing to claim, nothing to give back', () => {
  const placed = row({ mine: true })
  expect(handler(placed)).toBe('我')
  expect(offered(placed)).toEqual([])
})

test('another operator’s says whose it is; one whose claim has run out can be claimed', () => {
  const taken = row({ canClaim: false, claimedBy: claimedBy('8') })
  expect(handler(taken)).toBe('林晓雨')
  expect(offered(taken)).toEqual([])
  expect(offered(row({ claimedBy: claimedBy('8') }))).toEqual(['领取'])
})
