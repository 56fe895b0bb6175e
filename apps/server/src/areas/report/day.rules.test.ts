import { expect, test } from 'vitest'
import { attentionDetail, attentionOf, hoursBetween, operatingDayStart, successBp } from './day.rules.ts'

test('an order at two in the morning belongs to the evening before', () => {
  expect(operatingDayStart(new Date('2026-11-20T18:00:00Z')).toISOString()).toBe('2026-11-19T22:00:00.000Z')
})
test('the day begins at six sharp', () => {
  expect(operatingDayStart(new Date('2026-11-20T22:00:00Z')).toISOString()).toBe('2026-11-20T22:00:00.000Z')
  expect(operatingDayStart(new Date('2026-11-20T21:59:59.999Z')).toISOString()).toBe('2026-11-19T22:00:00.000Z')
})
test('hours without orders are listed too', () => {
  expect(hoursBetween(new Date('2026-11-20T22:00:00Z'), new Date('2026-11-21T01:30:00Z'))).toHaveLength(4)
})
test('success is unknown until a search has ended', () => {
  expect(successBp(0, 0)).toBeNull()
  expect(successBp(3, 1)).toBe(7500)
})
test('a driver who fell silent on an order needs attention, a punctual one does not', () => {
  expect(attentionOf({ serviceStatus: 301, payStatus: 0, inStatusS: 60, fixAgeS: 300 })).toBe('DRIVER_SILENT_ON_ORDER')
  expect(attentionOf({ serviceStatus: 301, payStatus: 0, inStatusS: 60, fixAgeS: 4 })).toBeNull()
  expect(attentionOf({ serviceStatus: 301, payStatus: 0, inStatusS: 1300, fixAgeS: 4 })).toBe('ARRIVAL_LATE')
  expect(attentionOf({ serviceStatus: 501, payStatus: 10, inStatusS: 4000, fixAgeS: null })).toBe('UNPAID_LONG')
})
test('what needs attention says since when', () => {
  expect(attentionDetail('SEARCH_LONG', { inStatusS: 95, fixAgeS: null }).zh).toBe('已派单 1 分钟')
  expect(attentionDetail('DRIVER_SILENT_ON_ORDER', { inStatusS: 95, fixAgeS: 190 }).zh).toBe('司机已 3 分钟没有上报位置')
  expect(attentionDetail('DRIVER_SILENT_ON_ORDER', { inStatusS: 95, fixAgeS: null }).zh).toBe('没有司机的位置')
  expect(attentionDetail('UNPAID_LONG', { inStatusS: 4_000, fixAgeS: null }).en).toBe('Billed 1 h 6 min ago and not paid')
})
