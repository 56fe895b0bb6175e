import type { Readable } from 'node:stream'
import type { Call } from '@chauffeur/contract/kernel/call'
import { type Platform, Refused } from '#platform/http/implement'
import { type Cell, cellOf, type Reader, titleOf } from '#platform/list/cells'
import type { Column } from '#platform/list/columns'
import { csvOf } from '#platform/list/csv'
import { exportedLists } from '#platform/list/exported'
import type { ListRequest } from '#platform/list/list'
import { workbookOf } from '#platform/list/workbook'
import { isNameOfAThing, maskAnswer } from '#platform/identity/mask'
import { inProcessPositions } from '#platform/live/positions'
import type { OperatorSession } from '#platform/identity/session'
import { openSnapshot, type Snapshot } from '#platform/database/snapshot'
import type { ExportTask } from './export-task.ts'

const BATCH = 1_000

/** Rows are found with all that the asker may see, and shown without telephones unless they are asked for. */
function withoutPhones(operator: OperatorSession): OperatorSession {
  const authorities = new Set(operator.authorities)
  authorities.delete('phone.reveal')
  return { ...operator, authorities, scope: { ...operator.scope, phones: 'MASKED' } }
}

/** Of the platform, what a list reads with: everything as it was at the moment of the snapshot. */
function platformOf(snapshot: Snapshot, { fixes, settings }: Pick<ExportTask, 'fixes' | 'settings'>): Platform {
  const positions = inProcessPositions()
  positions.put(fixes)
  return { db: { reader: snapshot.reader }, settings, positions } as unknown as Platform
}

export interface ExportFile {
  /** Rows of the list at that moment. */
  total: number
  body: Readable
  /** Rows written so far. */
  written(): number
  close(): Promise<void>
}

/** The file of an export, made as it is read: in constant memory, of one consistent snapshot. */
export async function openExportFile(task: Omit<ExportTask, 'module'>): Promise<ExportFile> {
  const { call, list, file, ownClock } = exportedLists.get(task.list)!
  const columns = task.columns.map((key) => ({ key, column: file.columns[key]!, shown: shownAs(key, file.columns[key]!, task, call) }))
  const reader: Reader = { english: task.english, utcOffsetMinutes: task.utcOffsetMinutes }
  const snapshot = await openSnapshot(task.url)
  try {
    const { operator } = task
    const asked = {
      input: call.input.parse(task.filters),
      db: snapshot.reader(operator.scope),
      scope: operator.scope,
      operator,
      platform: platformOf(snapshot, task),
      request: { english: task.english },
      fail: (failure: string): never => {
        throw new Refused(failure)
      },
    } as unknown as ListRequest<Call>
    const viewer = task.wholePhones ? operator : withoutPhones(operator)
    const shownTo = { ...asked, operator: viewer, scope: viewer.scope } as ListRequest<Call>
    const every = await list.every(asked)
    const total =
      'few' in every ? every.few.length : Number((await snapshot.reader(every.scope).executeQuery<{ n: string }>(every.count)).rows[0]!.n)
    const batches = 'few' in every ? cut(every.few) : snapshot.rows(every.scope, every.rows, BATCH)
    let written = 0
    async function* cells(): AsyncGenerator<Cell[][]> {
      for await (const batch of batches) {
        const shown = (await list.views(batch, shownTo)) as unknown as Record<string, unknown>[]
        yield shown.map((row) => columns.map(({ key, column, shown }) => cellOf(column, shown(row[key]), row, reader)))
        written += shown.length
      }
    }
    const titles = columns.map(({ column }) => titleOf(column, reader, ownClock))
    return { total, body: (task.format === 'XLSX' ? workbookOf : csvOf)(titles, cells()), written: () => written, close: snapshot.close }
  } catch (error) {
    await snapshot.close()
    throw error
  }
}

/** Of a field, what may stand in the file: an answer is masked alike, and what is a moment or the word for a code holds no telephone. */
function shownAs(
  key: string,
  { kind, words }: Column<unknown>,
  { wholePhones }: Pick<ExportTask, 'wholePhones'>,
  call: Call,
): (value: unknown) => unknown {
  if (wholePhones || kind !== 'text' || words) return (value) => value
  const bare = isNameOfAThing(key, call.wholePhones)
  return (value) => (bare && typeof value === 'string' ? value : maskAnswer(value, call.wholePhones))
}

async function* cut<T>(rows: readonly T[]): AsyncGenerator<T[]> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH)
}
