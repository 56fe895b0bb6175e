import { type LongWrite, longWrite } from '#platform/database/long-write'
import { wholeTenant } from '#platform/database/scope'
import { ADD_RUN, COPY_LINES, END_RUN, insertDetails, MERGE_EARLIER, STAGE, STAND_ANEW, type Sums, SUMS, TELL } from './match.queries.ts'
import { readStatement } from './statement.ts'
import { chinaDay, type ReconKind, type StatementFacts, type StatementLine } from './statement.rules.ts'

/** A batch as a run needs it. */
export interface BatchToMatch {
  tenantId: string
  batchId: string
  kind: ReconKind
  channel: string
  merchantNo: string
  /** `YYYY-MM-DD`. */
  billDate: string
  /** Of the run that counts so far. */
  runNo: number
}
export interface StatementFile {
  fileId: string
  name: string
  downloadedAt: Date
  body: AsyncIterable<Uint8Array>
  /** What the channel says that the digest is. */
  sha1?: string
}
/** What keeps a run from being written: the job that did it is not the one whose turn it is any more. */
class TurnLost extends Error {
  override name = 'TurnLost'
}

/**
 * Reads a statement, matches it and stores what was found as the batch's next run, in one transaction of a connection of its own: a run is there whole
 * or not at all, whenever the process ends. Node sees one block of lines at a time; the matching is PostgreSQL's.
 */
export async function matchStatement(
  url: string,
  batch: BatchToMatch,
  file: StatementFile,
  { jobId, signal, matching }: { jobId: string; signal: AbortSignal; matching?: () => Promise<void> },
): Promise<StatementFacts & { runNo: number; sums: Sums }> {
  const { tenantId, batchId, kind, channel, billDate } = batch
  const runNo = batch.runNo + 1
  return longWrite(url, wholeTenant(tenantId), signal, async (tx) => {
    await tx.query(STAGE)
    const facts = await stage(tx, batch, file)
    signal.throwIfAborted()
    await matching?.()
    await tx.query('analyze recon_lines')
    const { from, to } = chinaDay(billDate)
    await tx.query(insertDetails(kind), [tenantId, channel, batchId, runNo, from, to, batch.runNo])
    const sums = (await tx.query<Sums>(SUMS, [tenantId, batchId, runNo])).rows[0]!
    assertWhole(facts, sums)
    await tx.query(ADD_RUN, [tenantId, batchId, runNo, file.fileId, file.name, facts.sha1, facts.format, facts.rows, file.downloadedAt])
    const { our_count, our_fen, channel_count, channel_fen, diff_count, diff_fen, open_count } = sums
    const figures = [our_count, our_fen, channel_count, channel_fen, facts.otherRows, facts.otherFen, diff_count, diff_fen, open_count]
    const written = await tx.query(END_RUN, [tenantId, batchId, runNo, ...figures, batch.runNo, jobId])
    if (written.rowCount !== 1) throw new TurnLost()
    const merged = await tx.query<{ batch_id: string }>(MERGE_EARLIER, [tenantId, batchId, runNo, billDate])
    const earlier = [...new Set(merged.rows.map((row) => row.batch_id))]
    if (earlier.length) await tx.query(STAND_ANEW, [tenantId, earlier])
    await tx.query(TELL, [tenantId, [batchId, ...earlier]])
    return { ...facts, runNo, sums }
  })
}

/** Lines go from the file to the database as they are read. */
async function stage(tx: LongWrite, batch: BatchToMatch, file: StatementFile): Promise<StatementFacts> {
  let facts: StatementFacts | undefined
  const rows = async function* () {
    const reading = readStatement(file.body, { ...batch, sha1: file.sha1 })
    for (let block = await reading.next(); ; block = await reading.next()) {
      if (block.done) {
        facts = block.value
        return
      }
      yield block.value.map(copyRow).join('')
    }
  }
  await tx.copyIn(COPY_LINES, rows())
  return facts!
}

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const copied = (value: string) => (/[\\\t\n\r]/.test(value) ? value.replaceAll(/[\\\t\n\r]/g, (sign) => ESCAPED[sign]!) : value)
const copyRow = ({ lineNo, outNo, channelNo, amountFen, at }: StatementLine) =>
  `${lineNo}\t${copied(outNo)}\t${copied(channelNo)}\t${amountFen}\t${at.toISOString()}\n`

/** Every line of the statement is in one detail, and nothing is explained that is not there: ours less theirs is the variance. */
function assertWhole({ lines, linesFen }: StatementFacts, sums: Sums): void {
  const counted = BigInt(sums.channel_fen)
  if (sums.channel_count !== lines || counted !== BigInt(linesFen))
    throw new Error(`${lines} lines of ${linesFen} fen became ${sums.channel_count} details of ${counted} fen.`)
  if (BigInt(sums.our_fen) - counted !== BigInt(sums.diff_fen))
    throw new Error(`Ours ${sums.our_fen} less theirs ${counted} is not the variance ${sums.diff_fen}.`)
}
