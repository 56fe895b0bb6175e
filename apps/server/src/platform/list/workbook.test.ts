import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import type { Cell } from './cells.ts'
import { workbookOf } from './workbook.ts'

async function* inBatches(rows: number, atOnce: number, row: (n: number) => Cell[]): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < rows; from += atOnce) yield Array.from({ length: Math.min(atOnce, rows - from) }, (_, at) => row(from + at))
}

test('rows that do not fit on a sheet go on to the next one, each with the titles', async () => {
  const bytes = await buffer(
    workbookOf(
      ['n'],
      inBatches(8, 3, (n) => [{ number: n, places: 0 }]),
      4,
    ),
  )
  expect((await readWorkbook(bytes)).map(({ data }) => data)).toEqual([
    [['n'], [0], [1], [2]],
    [['n'], [3], [4], [5]],
    [['n'], [6], [7]],
  ])
})

test('texts keep their spaces, lines and signs, and what looks like an escape of a workbook', async () => {
  const texts = ['  两端 ', '一\n二', '<a & "b">', '_x0041_', '=1+1', '👍', 'plain']
  const bytes = await buffer(
    workbookOf(
      ['text'],
      inBatches(texts.length, 2, (n) => [texts[n]!]),
    ),
  )
  const [sheet] = await readWorkbook(bytes, { trim: false })
  expect(sheet!.data.slice(1).map(([text]) => String(text).replace('_x005F_', '_'))).toEqual(texts)
})

test('a sheet holds 1,048,576 rows, as programs for sheets read them, and no row is lost', async () => {
  const most = 1_048_576
  const bytes = await buffer(
    workbookOf(
      ['n'],
      inBatches(most + 10, 20_000, () => [null]),
    ),
  )
  const [first, second] = ['sheet1', 'sheet2'].map((name) => [...partOf(bytes, `xl/worksheets/${name}.xml`).matchAll(/<row r="(\d+)"/g)])
  expect([first!.length, first!.at(-1)![1]]).toEqual([most, String(most)])
  // Titles, and what is left of the rows.
  expect(second!.length).toBe(1 + (most + 10 - (most - 1)))
}, 60_000)

/** A part of a zip, found by its directory. */
function partOf(zip: Buffer, wanted: string): string {
  let at = zip.readUInt32LE(zip.length - 6)
  for (;;) {
    const [packed, nameLength, extra, comment] = [zip.readUInt32LE(at + 20), ...[28, 30, 32].map((to) => zip.readUInt16LE(at + to))]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength!)
    if (name === wanted) {
      const local = zip.readUInt32LE(at + 42)
      const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
      return inflateRawSync(zip.subarray(from, from + packed)).toString()
    }
    at += 46 + nameLength! + extra! + comment!
  }
}
