import { expect, test } from 'vitest'
import { changeTenths, changeText, driverShares, roundMoneyText } from './home.view.ts'

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

test('revenue on the home page is whole yuan', () => {
  expect(roundMoneyText(1_234_567)).toBe('¥12,346')
})

test('every driver state has its line, those who can work first', () => {
  const shares = driverShares({ OFFLINE: 300, ONLINE_IDLE: 40 })
  expect(shares).toHaveLength(8)
  expect(shares[0]).toMatchObject({ status: 'ONLINE_IDLE', words: '空闲', count: 40 })
  expect(shares.at(-1)).toMatchObject({ status: 'OFFLINE', count: 300 })
})
