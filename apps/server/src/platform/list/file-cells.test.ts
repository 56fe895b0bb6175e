import { describe, expect, test } from 'vitest'
import { type Cell, cellOf, clockText, looksLikeFormula, titleOf } from './cells.ts'
import { type Column, fen, flag, instant, metres, number, percent, phone, seconds, text, words } from './columns.ts'
import { csvOf } from './csv.ts'

const chinese = { english: false, utcOffsetMinutes: 480 }
const english = { english: true, utcOffsetMinutes: -210 }
const column = (made: Column<never>) => made as Column<unknown>
const cell = (made: Column<never>, field: unknown, row: object = {}, reader = chinese) => cellOf(column(made), field, row, reader)

describe('a cell of a file', () => {
  test('holds money in yuan and rates in per cent, two places behind the point', () => {
    expect(cell(fen('应付', 'Due'), 12_345)).toEqual({ number: 123.45, places: 2 })
    expect(cell(fen('应付', 'Due'), -5)).toEqual({ number: -0.05, places: 2 })
    expect(cell(fen('应付', 'Due'), 0)).toEqual({ number: 0, places: 2 })
    expect(cell(percent('抽成', 'Share'), 1_250)).toEqual({ number: 12.5, places: 2 })
  })

  test('holds counts, metres and seconds as whole numbers, also where they came as text', () => {
    for (const made of [number('数', 'n'), metres('里程', 'Distance'), seconds('时长', 'Time')])
      expect(cell(made, '1500')).toEqual({ number: 1_500, places: 0 })
  })

  test('is empty where nothing is known, and not where the answer is none', () => {
    for (const nothing of [null, undefined, '']) expect(cell(number('数', 'n'), nothing)).toBeNull()
    expect(cell(number('数', 'n'), 0)).toEqual({ number: 0, places: 0 })
    expect(cell(flag('是否', 'Whether'), false)).toBe('否')
  })

  test('holds a moment by the clock of its row’s city, or else of who reads', () => {
    const at = '2026-11-23T20:30:00Z'
    const shown = (row: object, reader = chinese) => clockText((cell(instant('时间', 'Time'), at, row, reader) as { clock: number }).clock)
    expect(shown({})).toBe('2026-11-24 04:30:00')
    expect(shown({ utcOffsetMinutes: 0 })).toBe('2026-11-23 20:30:00')
    expect(shown({}, english)).toBe('2026-11-23 17:00:00')
  })

  test('says a code in words of the reader’s language, and a code without words as it is', () => {
    const state = words('状态', 'State', { 1: '是' })
    expect(cell(state as never, 1)).toBe('是')
    expect(cell(state as never, 1, {}, english)).toBe('yes')
    expect(cell(state as never, 9)).toBe('9')
  })

  test('says other words than its code where another field of the row is set', () => {
    const state = words('状态', 'State', { 1: '否' }, { field: 'until', words: '是' })
    expect(cell(state as never, 1, { until: '2026-11-23T20:30:00Z' })).toBe('是')
    expect(cell(state as never, 1, { until: '2026-11-23T20:30:00Z' }, english)).toBe('yes')
    expect(cell(state as never, 1, { until: null })).toBe('否')
  })

  test('may hold another value than that of its field', () => {
    expect(cell(text('名', 'Name', (names: string[]) => names.join('、')) as never, ['甲', '乙'])).toBe('甲、乙')
    expect(cell(text('名', 'Name', () => null) as never, ['甲'])).toBeNull()
  })
})

test('a title says the unit of its numbers, and the clock where that is the reader’s', () => {
  expect(titleOf(column(fen('应付', 'Due')), chinese, false)).toBe('应付（元）')
  expect(titleOf(column(metres('里程', 'Distance')), english, false)).toBe('Distance (m)')
  expect(titleOf(column(instant('时间', 'Time')), chinese, false)).toBe('时间 UTC+08:00')
  expect(titleOf(column(instant('时间', 'Time')), english, false)).toBe('Time UTC-03:30')
  expect(titleOf(column(instant('时间', 'Time')), chinese, true)).toBe('时间')
  expect(titleOf(column(phone('电话', 'Telephone') as never), english, false)).toBe('Telephone')
})

test('what a program would take for a formula is known by its first sign, in either width', () => {
  for (const begins of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠x'])
    expect(looksLikeFormula(begins)).toBe(true)
  for (const plain of ['1-1', 'a=b', ' =1', '']) expect(looksLikeFormula(plain)).toBe(false)
})

describe('comma-separated text', () => {
  async function* batches(...some: Cell[][][]) {
    for (const batch of some) yield await Promise.resolve(batch)
  }
  const textOf = async (titles: string[] | null, ...some: Cell[][][]) => {
    let whole = ''
    for await (const piece of csvOf(titles, batches(...some))) whole += String(piece)
    return whole
  }

  test('begins with its mark, then titles, then the rows of every batch', async () => {
    expect(await textOf(['甲', '乙'], [['1', null]], [['2', { number: 0.1, places: 2 }]])).toBe('\ufeff甲,乙\r\n1,\r\n2,0.10\r\n')
    expect(await textOf(null, [['1']])).toBe('\ufeff1\r\n')
    expect(await textOf(['甲'])).toBe('\ufeff甲\r\n')
  })

  test('keeps commas, quotes and breaks within their cell', async () => {
    expect(await textOf(null, [['a,b', 'say "no"', 'two\nlines', 'plain']])).toBe('\ufeff"a,b","say ""no""","two\nlines",plain\r\n')
  })

  test('makes a text of what would be a formula, also in a title, and leaves numbers below zero numbers', async () => {
    expect(await textOf(['=甲'], [['=HYPERLINK("x")', { number: -1.5, places: 2 }, '-']])).toBe(
      '\ufeff\'=甲\r\n"\'=HYPERLINK(""x"")",-1.50,\'-\r\n',
    )
  })

  test('writes a moment as a clock shows it', async () => {
    expect(await textOf(null, [[{ clock: Date.UTC(2026, 10, 23, 4, 5, 6, 789) }]])).toBe('\ufeff2026-11-23 04:05:06\r\n')
  })
})
