import { expect, test } from 'vitest'
import { attentionOf, breached, byUrgency, type Standing, timerOf } from './standing.rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (s: number) => new Date(now.getTime() - s * 1000)
const order = (of: Partial<Standing>): Standing => ({
  status: 102,
  since: ago(10),
  pickupKnown: true,
  bookTime: null,
  dispatchAt: null,
  searchEndsAt: null,
  round: 0,
  radiusM: 0,
  candidates: 0,
  filteredOut: {},
  acceptedAt: null,
  promisedAt: null,
  offerAwayM: null,
  arrivedAt: null,
  departAt: null,
  endedAt: null,
  estimateDurationS: null,
  fixAgeS: 5,
  awayM: null,
  autoFileAfterS: 1_800,
  ...of,
})
const due = (of: Partial<Standing>) => {
  const timer = timerOf(order(of))
  return timer && [timer.kind, (timer.dueAt.getTime() - now.getTime()) / 1000]
}
const attention = (of: Partial<Standing>) => attentionOf(order(of), now).map(({ kind, detail }) => `${kind} ${detail.zh}`)

test('each status has the timer that runs in it', () => {
  expect(due({ status: 101, bookTime: ago(-3_600) })).toEqual(['searchOpens', 1_800])
  expect(due({ status: 180, searchEndsAt: ago(-45) })).toEqual(['searchEnds', 45])
  expect(due({ status: 301, promisedAt: ago(-60) })).toEqual(['driverLate', 360])
  expect(due({ status: 301, acceptedAt: ago(0) })).toEqual(['driverLate', 1_200])
  expect(due({ status: 302, arrivedAt: ago(60), bookTime: ago(-120) })).toEqual(['freeWaitEnds', 720])
  expect(due({ status: 303, departAt: ago(600), estimateDurationS: 600 })).toEqual(['tripLong', 300])
  expect(due({ status: 303, departAt: ago(0), estimateDurationS: 0 })).toEqual(['tripLong', 5_400])
  expect(due({ status: 304, endedAt: ago(0) })).toEqual(['autoFile', 1_800])
  expect(due({ status: 506 })).toEqual(['failed', -10])
  expect(due({ status: 501 })).toBeNull()
})

test('a search that is to open later is due and never late', () => {
  expect(breached({ kind: 'searchOpens', dueAt: ago(5) }, now)).toBe(false)
  expect(breached({ kind: 'searchEnds', dueAt: ago(0) }, now)).toBe(true)
})

test('says what is wrong with the figures an operator asks for', () => {
  expect(attention({ dispatchAt: ago(75), round: 5, radiusM: 5_000, candidates: 2 })).toEqual([
    'SEARCH_LONG 已派单 1 分 15 秒，第 5 轮（半径 5.0 km）',
  ])
  expect(attention({ dispatchAt: ago(40), round: 2, radiusM: 2_000, filteredOut: { busy: 3, offline: 8 } })).toEqual([
    'NO_CANDIDATES 2.0 km 内没有可派司机，未上线 8 人',
  ])
  expect(attention({ status: 506, round: 8, radiusM: 5_000 })).toEqual(['DISPATCH_FAILED 搜到第 8 轮（半径 5.0 km）仍无人接单'])
  expect(attention({ status: 301, fixAgeS: 190 })).toEqual(['DRIVER_SILENT 司机已 3 分 10 秒没有上报位置'])
  expect(attention({ status: 301, promisedAt: ago(400), acceptedAt: ago(900), offerAwayM: 3_000, awayM: 1_200 })).toEqual([
    'ARRIVAL_LATE 比预计晚 6 分 40 秒，距上车点 1.2 km',
  ])
  expect(attention({ status: 301, promisedAt: ago(-60), acceptedAt: ago(150), offerAwayM: 1_800, awayM: 1_790 })).toEqual([
    'DRIVER_NOT_MOVING 接单 2 分 30 秒仍在原处，距上车点 1.8 km',
  ])
  expect(attention({ status: 302, arrivedAt: ago(660) })).toEqual(['WAIT_LONG 司机已等候 11 分 0 秒，超出免费等候'])
  expect(attention({ status: 304, endedAt: ago(720) })).toEqual(['BILL_LATE 行程已结束 12 分 0 秒，尚未报单'])
})

test('says it in English words and not in codes', () => {
  const [found] = attentionOf(order({ dispatchAt: ago(40), round: 2, radiusM: 2_000, filteredOut: { listenRange: 3, busy: 1 } }), now)
  expect(found?.detail.en).toBe('No driver to ask within 2.0 km; 3 outside their listening range')
})

test('an order whose pick-up is only words waits for somebody from its first moment', () => {
  expect(due({ status: 180, pickupKnown: false, searchEndsAt: ago(-1_800) })).toEqual(['pointMissing', -10])
  expect(attention({ dispatchAt: ago(75), pickupKnown: false })).toEqual([
    'NO_PICKUP_POINT 只有文字地址，系统不会派单：请在地图上标出上车点，或人工指派司机',
  ])
  expect(attention({ status: 301, pickupKnown: false })).toEqual([])
})

test('a trip that goes as it should needs nobody', () => {
  expect(attention({ dispatchAt: ago(20), round: 2, radiusM: 2_000 })).toEqual([])
  expect(attention({ status: 301, promisedAt: ago(-60), acceptedAt: ago(150), offerAwayM: 1_800, awayM: 900 })).toEqual([])
  expect(attention({ status: 303, departAt: ago(60) })).toEqual([])
  expect(attention({ status: 101, bookTime: ago(-7_200), fixAgeS: null })).toEqual([])
})

test('failed searches come first, then what is due next, then what has no timer by age', () => {
  const rows = [
    { id: 1, failed: false, dueMs: null, sinceMs: 5 },
    { id: 2, failed: false, dueMs: 900, sinceMs: 5 },
    { id: 3, failed: true, dueMs: 950, sinceMs: 5 },
    { id: 4, failed: false, dueMs: 100, sinceMs: 5 },
    { id: 5, failed: false, dueMs: null, sinceMs: 4 },
  ]
  expect(rows.toSorted(byUrgency).map(({ id }) => id)).toEqual([3, 4, 2, 5, 1])
})

test('a bill is filed by itself when the setting says so', () => {
  expect(due({ status: 304, endedAt: ago(0), autoFileAfterS: 600 })).toEqual(['autoFile', 600])
})
