import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { BOUNDS, readTable } from './read-table.ts'
import { type SomeRows, tableFrom } from './table.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
/** A workbook of one sheet, as a program writes it. */
function workbook(sheet: string, more: Record<string, Uint8Array> = {}): Uint8Array {
  const xml = (body: string) => utf8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${body}`)
  return zipSync({
    '[Content_Types].xml': xml(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    ),
    '_rels/.rels': xml(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    ),
    'xl/_rels/workbook.xml.rels': xml(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
    ),
    'xl/styles.xml': xml(
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
    ),
    'xl/workbook.xml': xml(
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="名单" sheetId="1" r:id="r1"/></sheets></workbook>',
    ),
    'xl/worksheets/sheet1.xml': xml(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`,
    ),
    ...more,
  })
}
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
const rows = [
  ['电话', '姓名'],
  ['13800001111', '王工'],
]

test.each([
  ['UTF-8', utf8('电话,姓名\n13800001111,王工\n')],
  ['UTF-8 with a mark, as Excel saves it', utf8('\ufeff电话,姓名\r\n13800001111,王工\r\n')],
  // `电话,姓名` and `王工` in GBK.
  ['GBK', Uint8Array.from([0xb5, 0xe7, 0xbb, 0xb0, 0x2c, 0xd0, 0xd5, 0xc3, 0xfb, 0x0a, ...utf8('13800001111,'), 0xcd, 0xf5, 0xb9, 0xa4])],
  ['UTF-16 of a sheet saved as Unicode text', Uint8Array.from(Buffer.from('\ufeff电话\t姓名\r\n13800001111\t王工', 'utf16le'))],
  ['cells copied out of a sheet', utf8('电话\t姓名\n13800001111\t王工')],
  ['Chinese commas', utf8('电话，姓名\n13800001111，王工')],
  ['semicolons', utf8('电话;姓名\n13800001111;王工')],
  ['spaces', utf8('电话 姓名\n13800001111 王工')],
  ['quotes, and rows without a cell', utf8('"电话","姓名"\n\n,\n"13800001111","王工"\n')],
  [
    'a number in a workbook',
    workbook(
      `<row r="1">${text('A1', '电话')}${text('B1', '姓名')}</row><row r="2"><c r="A2"><v>13800001111</v></c>${text('B2', '王工')}</row>`,
    ),
  ],
])('a table is read from %s', async (_, bytes) => {
  expect(await readTable(bytes)).toEqual({ rows })
})

test('days of a workbook are days, and short rows are filled up', async () => {
  const sheet = `<row r="1">${text('A1', '日期')}${text('B1', '备注')}</row><row r="2"><c r="A2" s="1"><v>45977</v></c></row>`
  expect(await readTable(workbook(sheet))).toEqual({
    rows: [
      ['日期', '备注'],
      ['2025-11-16', ''],
    ],
  })
})

test('a cell that our own files keep from being a formula is as it was', async () => {
  expect(await readTable(utf8(`a,b\n'=1+1,'王`))).toEqual({
    rows: [
      ['a', 'b'],
      ['=1+1', `'王`],
    ],
  })
})

test.each([
  ['nothing', utf8(''), 'EMPTY'],
  ['blank lines', utf8('\n\n , ,\n'), 'EMPTY'],
  ['more rows than are taken at once', utf8('a,b\n1,2\n'.repeat(50_001)), 'TOO_MANY_ROWS'],
  ['too many columns', utf8(','.repeat(70).replaceAll(',', 'x,')), 'TOO_LARGE'],
  ['a cell as long as a book', utf8(`a,b\n${'x'.repeat(3_000)},1`), 'TOO_LARGE'],
  ['an old or locked workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'OLD_WORKBOOK'],
  ['a zip that is no workbook', zipSync({ 'a.txt': utf8('a') }), 'NOT_A_TABLE'],
  ['a zip that is cut off', workbook('<row/>').subarray(0, 900), 'NOT_A_TABLE'],
  ['something packed otherwise', gzipSync('a,b'), 'NOT_A_TABLE'],
  ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0]), 'NOT_A_TABLE'],
])('%s is refused in words', async (_, bytes, problem) => {
  expect(await readTable(bytes)).toEqual({ problem })
})

// To pack it takes seconds, and on a busy machine half a minute.
test('a small file that unpacks to hundreds of megabytes is given up on the way', { timeout: 120_000 }, async () => {
  const bomb = workbook('', { 'xl/sharedStrings.xml': new Uint8Array(BOUNDS.unpackedBytes * 3) })
  expect(bomb.length).toBeLessThan(1_048_576)
  const before = process.memoryUsage().arrayBuffers
  expect(await readTable(bomb)).toEqual({ problem: 'TOO_LARGE' })
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(BOUNDS.unpackedBytes * 2)
})

test('it is read in a thread of its own', async () => {
  const taken: string[][] = []
  const take = async ({ rows: some, from }: SomeRows) => {
    expect(from).toBe(taken.length)
    taken.push(...some)
  }
  expect(await tableFrom(utf8('电话,姓名\n13800001111,王工'), take)).toEqual({ count: 2 })
  expect(taken).toEqual(rows)
  expect(await tableFrom(utf8(''), take)).toEqual({ problem: 'EMPTY' })
  taken.length = 0
  expect(await tableFrom(utf8('13800001111\n'.repeat(2_500)), take)).toEqual({ count: 2_500 })
  expect(taken).toHaveLength(2_500)
})
