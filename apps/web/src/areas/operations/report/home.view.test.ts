import { expect, test } from 'vitest'
import { valueText } from '#ui/chart/figures.view.ts'
import { byHourFigures, changeTenths, changeText, cityHourText, driverShares, roundMoneyText } from './home.view.ts'

test.each([
  [110, 100, '+10%'],
  [97, 100, '-3%'],
  [1005, 1000, '+0.5%'],
  [100, 100, '±0%'],
  [500, 100, '+400%'],
  [0, 100, '-100%'],
])('%i against %i yesterday reads %s', (today, yesterday, text) => {
  expect(changeText(changeTenths(today, yesterday) ?? Number.NaN)).toBe(text)
})

test('against nothing there is no percentage', () => {
  expect(changeTenths(5, 0)).toBeNull()
})

test('what was paid, on the home page, is whole yuan', () => {
  expect(roundMoneyText(1_234_567)).toBe('¥12,346')
})

test('every driver state has its line, those who can work first', () => {
  const shares = driverShares({ OFFLINE: 300, ONLINE_IDLE: 40 })
  expect(shares).toHaveLength(8)
  expect(shares[0]).toMatchObject({ status: 'ONLINE_IDLE', words: '空闲', count: 40 })
  expect(shares.at(-1)).toMatchObject({ status: 'OFFLINE', count: 300 })
})

test('hours are those of the cities’ clocks, across midnight too', () => {
  const dayFrom = '2026-11-20T22:00:00.000Z'
  expect(
    ['2026-11-20T22:00:00.000Z', '2026-11-21T15:00:00.000Z', '2026-11-21T18:00:00.000Z'].map((hour) => cityHourText(dayFrom, hour)),
  ).toEqual(['06:00', '23:00', '02:00'])
})

test('the chart shows what was paid in yuan beside the counts', () => {
  const { keys, series } = byHourFigures({
    dayFrom: '2026-11-20T22:00:00.000Z',
    byHour: [{ hour: '2026-11-20T22:00:00.000Z', placed: 5, finished: 3, failed: 1, paidFen: 12_345 }],
  })
  expect(keys).toEqual(['06:00'])
  expect(series.map((one) => valueText(one, one.values[0]))).toEqual(['5', '3', '¥123', '1'])
})
