import { describe, expect, test } from 'vitest'
import { fenOf, fenOfYuan, moneyChangeText, moneyText, yuanOf, yuanOfFen } from './money.view.ts'

describe('money as the operator reads it', () => {
  test.each([
    [0, '¥0.00'],
    [5, '¥0.05'],
    [12_345, '¥123.45'],
    [123_456_789, '¥1,234,567.89'],
    [-500, '-¥5.00'],
  ])('%i fen reads %s', (fen, text) => expect(moneyText(fen)).toBe(text))

  test('a difference says in which direction', () => {
    expect(moneyChangeText(250)).toBe('+¥2.50')
    expect(moneyChangeText(-250)).toBe('-¥2.50')
    expect(moneyChangeText(0)).toBe('¥0.00')
  })
})

describe('money as the operator types it', () => {
  test.each([
    ['12', 1200],
    ['12.5', 1250],
    ['12.05', 1205],
    [' ¥1,200.00 ', 120_000],
    ['0', 0],
  ])('%s is %i fen', (text, fen) => expect(fenOfYuan(text)).toBe(fen))

  test.each(['', 'abc', '-3', '1.234', '1e5', '12.5.1', '１２'])('%s is no amount', (text) => expect(fenOfYuan(text)).toBeNull())

  test('what is shown in a field can be read back', () => {
    for (const fen of [0, 1, 10, 99, 100, 12_345]) expect(fenOfYuan(yuanOfFen(fen))).toBe(fen)
  })

  test('a number field loses no fen, and an empty one is no amount', () => {
    for (const fen of [0, 1, 29, 1_005, 12_345]) expect(fenOf(yuanOf(fen))).toBe(fen)
    expect(fenOf(19.99)).toBe(1_999)
    expect([fenOf(null), fenOf(undefined), yuanOf(null)]).toEqual([undefined, undefined, undefined])
  })
})
