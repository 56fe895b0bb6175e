import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cell, looksLikeFormula } from '../list/cells.ts'
import { csvOf } from '../list/csv.ts'
import { workbookOf } from '../list/workbook.ts'
import { readTable } from './read-table.ts'

const HEAD = ['电话', '备注', '金额（元）']
async function* once(rows: readonly Cell[][]) {
  yield [...rows]
}
const ways = {
  csv: (rows: readonly Cell[][]) => buffer(csvOf(HEAD, once(rows))),
  workbook: (rows: readonly Cell[][]) => buffer(workbookOf(HEAD, once(rows))),
}
/** What is read of a file that we wrote ourselves, without its head. */
async function broughtBack(way: keyof typeof ways, rows: readonly Cell[][]) {
  const read = await readTable(await ways[way](rows))
  if ('problem' in read) return read.problem
  expect(read.rows[0]).toEqual(HEAD)
  return read.rows.slice(1)
}

// What was refused of a list is taken away as a file, mended and brought again: nothing but what was mended may be another.
describe.each(['csv', 'workbook'] as const)('our own %s, brought again', (way) => {
  test.each([
    ['a Chinese comma', '已联系，未接'],
    ['a comma', '已联系,未接'],
    ['a semicolon', '甲;乙'],
    ['quotes', '说“不”，又说 "no"'],
    ['two lines', '一\n二'],
    ['what a sheet would calculate', '=HYPERLINK("x")'],
    ['the same in full width', '＝1+1'],
    ['a minus in full width', '－乙'],
    ['an at sign', '@王'],
    ['a plus', '+8613800001111'],
    ['a spelling of the trade', 'A<b>&c'],
    ['a sign beyond the basic plane', '𠮷野家👍'],
  ])('%s stays in its cell', async (_, remark) => {
    expect(await broughtBack(way, [['13800001111', remark, { number: 12.5, places: 2 }]])).toEqual([
      ['13800001111', remark, way === 'csv' ? '12.50' : '12.5'],
    ])
  })

  test('a cell without anything stays empty, and those behind it where they are', async () => {
    const rows: Cell[][] = [
      ['13800001111', null, '甲'],
      [null, '乙', null],
    ]
    expect(await broughtBack(way, rows)).toEqual([
      ['13800001111', '', '甲'],
      ['', '乙', ''],
    ])
  })

  test('a number of an account keeps all of its digits', async () => {
    expect(await broughtBack(way, [['13800001111', '6222020200112233445', null]])).toEqual([['13800001111', '6222020200112233445', '']])
  })

  test('a moment is read to its minute, on the first of a month and before midnight too', async () => {
    const minutes = Array.from({ length: 1_439 }, (_, n) => Date.UTC(2026, 11, 31, 0, n + 1))
    const moments = [...minutes, Date.UTC(2028, 1, 29, 15, 2), Date.UTC(2027, 0, 1, 0, 1)]
    const rows = await broughtBack(
      way,
      moments.map((clock) => ['13800001111', { clock }, null]),
    )
    expect((rows as string[][]).map(([, at]) => at!.slice(0, 16))).toEqual(
      moments.map((at) => new Date(at).toISOString().slice(0, 16).replace('T', ' ')),
    )
  })
})

test('whatever stands in the cells of our own CSV, it is read as it was', async () => {
  const signs = fc.constantFrom(...'=+-@＝＋－＠,，;；"\'\n\r\t |_甲乙1a.'.split(''))
  const text = fc
    .string({ unit: signs, maxLength: 12 })
    .map((made) => made.trim())
    // A sign that we set, and one that somebody typed before such a text, cannot be told apart.
    .filter((made) => !(made.startsWith("'") && looksLikeFormula(made.slice(1))))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), async (rows) => {
      const written = rows.map(([first, second]): Cell[] => ['13800001111', first, second])
      expect(await broughtBack('csv', written)).toEqual(written)
    }),
    { numRuns: 300 },
  )
})

describe('what somebody types or pastes', () => {
  const typed = async (text: string) => {
    const read = await readTable(new TextEncoder().encode(text))
    return 'rows' in read ? read.rows : read.problem
  }
  test('with Chinese commas has its cells between them, and between plain ones in the lines that have such', async () => {
    expect(await typed('13800001111，王工\n13800002222,李工')).toEqual([
      ['13800001111', '王工'],
      ['13800002222', '李工'],
    ])
  })
  test('of a sheet, parted by tabs, keeps commas and semicolons in its cells', async () => {
    expect(await typed('13800001111\t王,工;\n13800002222\t李，工')).toEqual([
      ['13800001111', '王,工;'],
      ['13800002222', '李，工'],
    ])
  })
  test('in GB 18030, as Excel saves it in China, keeps a Chinese comma in its cell', async () => {
    // 电话,备注⏎13800001111,在，甲
    const head = [0xb5, 0xe7, 0xbb, 0xb0, 0x2c, 0xb1, 0xb8, 0xd7, 0xa2, 0x0a]
    const row = [...new TextEncoder().encode('13800001111,'), 0xd4, 0xda, 0xa3, 0xac, 0xbc, 0xd7]
    expect(await readTable(Uint8Array.from([...head, ...row]))).toEqual({
      rows: [
        ['电话', '备注'],
        ['13800001111', '在，甲'],
      ],
    })
  })
})
