import { PassThrough, Readable } from 'node:stream'
import yazl from 'yazl'
import { type Cell, looksLikeFormula } from './cells.ts'

/** A sheet holds so many rows, its titles among them. */
const SHEET_ROWS = 1_048_576
/** A cell holds so many characters. */
const CELL_LENGTH = 32_767
const LEVEL = 4

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** Of `cellXfs` below. */
const STYLE = { title: 1, money: 2, clock: 3, literal: 4 }
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** What most texts have none of: signs of XML, and those it cannot hold. */
const SPECIAL = /[&<>_\u0000-\u001f\ud800-\udfff\ufffe\uffff]/
/** Without what XML cannot hold, and with what a workbook reads as an escape (`_x0041_`) said as it stands. */
const escaped = (whole: string): string => {
  const text = whole.length > CELL_LENGTH ? whole.slice(0, CELL_LENGTH) : whole
  return SPECIAL.test(text) ? rewritten(text) : text
}
const rewritten = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'))
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
/** Spaces at an end, and lines, are dropped unless it is said that they count. */
const SPACED = /^\s|\s$|[\n\r\t]/
const textCell = (at: string, text: string, style?: number) =>
  `<c r="${at}" t="inlineStr"${style ? ` s="${style}"` : ''}><is><t${SPACED.test(text) ? ' xml:space="preserve"' : ''}>${escaped(text)}</t></is></c>`

/** Days since the 30th of December 1899, as a workbook counts them. */
const dayOf = (clock: number) => clock / 86_400_000 + 25_569

function cellXml(at: string, cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return textCell(at, cell, looksLikeFormula(cell) ? STYLE.literal : undefined)
  if ('clock' in cell) return `<c r="${at}" s="${STYLE.clock}"><v>${dayOf(cell.clock)}</v></c>`
  return `<c r="${at}"${cell.places ? ` s="${STYLE.money}"` : ''}><v>${cell.number}</v></c>`
}

/**
 * A workbook of rows that come in batches, written as they come: no more than a batch is in memory. Texts stand in their cells, never as a
 * formula; what does not fit on a sheet goes on to the next one.
 */
export function workbookOf(titles: readonly string[], batches: AsyncIterator<readonly Cell[][]>, sheetRows = SHEET_ROWS): Readable {
  const zip = new yazl.ZipFile()
  const out = new PassThrough()
  const fail = (error: unknown) => void out.destroy(error as Error)
  zip.on('error', fail)
  zip.outputStream.on('error', fail).pipe(out)

  const columns = titles.map((_, column) => letters(column))
  let left: readonly Cell[][] = []
  let over = false
  const more = async () => {
    while (!over && left.length === 0) {
      const { value, done } = await batches.next()
      over = done === true
      left = done ? [] : value
    }
  }
  async function* sheet(): AsyncGenerator<string> {
    yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="${titles.length}" width="18" customWidth="1"/></cols><sheetData>`
    yield `<row r="1">${titles.map((title, column) => textCell(`${columns[column]}1`, title, STYLE.title)).join('')}</row>`
    let row = 1
    for (await more(); left.length > 0 && row < sheetRows; await more()) {
      const fits = left.slice(0, sheetRows - row)
      left = left.slice(fits.length)
      yield fits.map((cells) => `<row r="${++row}">${cells.map((cell, n) => cellXml(`${columns[n]}${row}`, cell)).join('')}</row>`).join('')
    }
    yield '</sheetData></worksheet>'
  }

  const write = async () => {
    let sheets = 0
    do {
      const stream = Readable.from(sheet(), { objectMode: false })
      const written = new Promise<void>((resolve, reject) => stream.on('end', resolve).on('error', reject))
      zip.addReadStream(stream, `xl/worksheets/sheet${++sheets}.xml`, { compress: true, compressionLevel: LEVEL })
      await written
      await more()
    } while (left.length > 0)
    for (const [name, text] of partsOf(sheets)) zip.addBuffer(Buffer.from(text), name)
    zip.end()
  }
  write().catch(fail)
  return out
}

function partsOf(sheets: number): [name: string, text: string][] {
  const each = (of: (n: number) => string) => Array.from({ length: sheets }, (_, n) => of(n + 1)).join('')
  const type = (name: string, of: string) =>
    `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${of}+xml"/>`
  const relations = (inner: string) => `${XML}<Relationships xmlns="${PACKAGE}/relationships">${inner}</Relationships>`
  const relation = (id: string, of: string, target: string) => `<Relationship Id="${id}" Type="${OFFICE}/${of}" Target="${target}"/>`
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('/xl/workbook.xml', 'sheet.main')}${each((n) => type(`/xl/worksheets/sheet${n}.xml`, 'worksheet'))}${type('/xl/styles.xml', 'styles')}</Types>`,
    ],
    ['_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((n) => `<sheet name="${n}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(each((n) => relation(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`)) + relation('rId0', 'styles', 'styles.xml')),
    ],
    ['xl/styles.xml', STYLES],
  ]
}
