import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import {
  readerOf,
  type Read,
  type StatementFacts,
  type StatementFault,
  type StatementLine,
  type StatementOf,
  type StatementProblem,
  type StatementReader,
  StatementRefused,
  tickedCells,
} from './statement.rules.ts'

/** Longer than any line of a statement: what has none within so much is no statement. */
const LONGEST_LINE = 65_536
const NEWLINE = 10
const BLOCK = 65_536
/** So many faults are named: whoever mends these brings the file again. */
const NAMED = 50
/** What is wrong with one line, and says nothing of the next. */
const OF_A_LINE: readonly StatementProblem[] = ['statement.garbledLine', 'statement.otherDay', 'statement.foreignMerchant']
/** What is made of a small block is rubbish before the next comes; of a large one it would outlive several collections. */
async function* smallPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) for (let from = 0; from < chunk.length; from += BLOCK) yield chunk.subarray(from, from + BLOCK)
}

/**
 * Reads a statement as its bytes come in, in the memory of one block of it. Lines come in blocks; the facts come at the end, once the whole of it was
 * found whole: digest, counts and sums. Whoever takes the lines keeps none of them where it throws `StatementRefused`.
 */
export async function* readStatement(
  body: AsyncIterable<Uint8Array>,
  of: StatementOf & { sha1?: string | undefined },
): AsyncGenerator<StatementLine[], StatementFacts> {
  const hash = createHash('sha1')
  const facts = { rows: 0, lines: 0, linesFen: 0, otherRows: 0, otherFen: 0 }
  let reader: StatementReader | undefined
  let decoder: TextDecoder | undefined
  let cellsOf = tickedCells
  let lineNo = 0
  let rest = Buffer.alloc(0)
  const faults: StatementFault[] = []

  /** With every fault that was found before, the first of which says what is wrong. */
  function refusedFor(last: StatementRefused | null): StatementRefused {
    const all = last ? [...faults, { line: last.detail.line ?? lineNo, problem: last.problem }] : faults
    const [first, second] = all
    return second === undefined && last ? last : new StatementRefused(first!.problem, { line: first!.line, faults: all })
  }
  /** A line that cannot be taken keeps nobody from reading on; what says something of the whole of it does. */
  function noteFault(error: unknown): null {
    if (!(error instanceof StatementRefused)) throw error
    // With lines that were left out nothing adds up.
    if (faults.length > 0 && (error.problem === 'statement.wrongCount' || error.problem === 'statement.wrongSum')) return null
    if (!OF_A_LINE.includes(error.problem) || faults.length === NAMED - 1) throw refusedFor(error)
    faults.push({ line: error.detail.line ?? lineNo, problem: error.problem })
    return null
  }

  function takeLine(text: string): StatementLine | null {
    lineNo++
    const line = text.endsWith('\r') ? text.slice(0, -1) : text
    if (line === '') return null
    if (!reader) {
      const head = tickedCells(line.replace(/^\ufeff/, ''))
      reader = readerOf(head, of)
      if (reader.format === 'CSV') cellsOf = csvCells(() => lineNo)
      return null
    }
    let read: Read | null
    try {
      read = reader.take(cellsOf(line), lineNo)
    } catch (error) {
      return noteFault(error)
    }
    if (!read) return null
    facts.rows++
    if ('line' in read) {
      facts.lines++
      facts.linesFen += read.line.amountFen
      return read.line
    }
    facts.otherRows++
    facts.otherFen += read.otherFen
    return null
  }
  function readable(bytes: Buffer): string {
    try {
      return textOf(bytes, (decoder ??= decoderOf(bytes)), lineNo)
    } catch (error) {
      throw error instanceof StatementRefused ? refusedFor(error) : error
    }
  }
  function takeBlock(bytes: Buffer): StatementLine[] {
    const taken: StatementLine[] = []
    for (const text of readable(bytes).split('\n')) {
      const line = takeLine(text)
      if (line) taken.push(line)
    }
    return faults.length ? [] : taken
  }

  for await (const chunk of smallPieces(body)) {
    hash.update(chunk)
    const bytes = rest.length ? Buffer.concat([rest, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const end = bytes.lastIndexOf(NEWLINE)
    // A copy: what is left over must not keep the whole chunk alive.
    rest = Buffer.from(bytes.subarray(end + 1))
    if (rest.length > LONGEST_LINE)
      throw new StatementRefused(lineNo === 0 ? 'statement.unknownFormat' : 'statement.garbledLine', { line: lineNo + 1 })
    if (end < 0) continue
    const lines = takeBlock(bytes.subarray(0, end))
    if (lines.length) yield lines
  }
  // A wrong digest says more than that lines are missing, and is said first.
  const sha1 = hash.digest('hex')
  if (of.sha1 !== undefined && of.sha1.toLowerCase() !== sha1)
    throw new StatementRefused('statement.wrongDigest', { stated: of.sha1, counted: sha1 })
  if (rest.length) {
    const before = faults.length
    const lines = takeBlock(rest)
    // A line without its end that cannot be read is the half of one.
    const [half] = faults.slice(before)
    if (half?.problem === 'statement.garbledLine') half.problem = 'statement.cutOff'
    if (lines.length) yield lines
  }
  if (!reader) throw new StatementRefused('statement.unknownFormat', { line: 1 })
  if (faults.length) throw refusedFor(null)
  reader.end(lineNo)
  return { format: reader.format, sha1, ...facts }
}

/** UTF-8, or what programs write in China; the head of a statement is Chinese, so that it tells. */
function decoderOf(bytes: Buffer): TextDecoder {
  const end = bytes.indexOf(NEWLINE)
  const head = end < 0 ? bytes : bytes.subarray(0, end)
  try {
    const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    utf8.decode(head)
    return utf8
  } catch {
    return new TextDecoder('gb18030', { fatal: true })
  }
}

function textOf(bytes: Buffer, decoder: TextDecoder, linesBefore: number): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new StatementRefused('statement.garbledLine', { line: linesBefore + badLine(bytes, decoder) })
  }
}
/** Which line of the block is none of its encoding, from 1. */
function badLine(bytes: Buffer, decoder: TextDecoder): number {
  for (let from = 0, line = 1; from <= bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, from)
    const to = newline < 0 ? bytes.length : newline
    try {
      decoder.decode(bytes.subarray(from, to))
    } catch {
      return line
    }
    from = to + 1
  }
  return 1
}

/** Cells in quotes as sheets write them. */
const csvCells =
  (lineNo: () => number) =>
  (line: string): string[] => {
    if (!line.includes('"')) return line.split(',').map((cell) => cell.trim())
    try {
      return (parse(line, { relax_column_count: true })[0] as string[]).map((cell) => cell.trim())
    } catch {
      throw new StatementRefused('statement.garbledLine', { line: lineNo() })
    }
  }
