import type { Call } from '@chauffeur/contract/kernel/call'
import * as z from 'zod'
import type { Column, Columns } from './columns.ts'
import type { List } from './list.ts'

/** How a list stands in a file: what it is called, and what its columns hold. */
export interface FileOf<W> {
  /** Where the list is declared: the thread that writes its file needs nothing else of the program. */
  module: string
  zh: string
  en: string
  columns: Columns<W>
  /** Shows where drivers are: the fixes of this process go along. */
  livePositions?: true
}
export interface ExportedList {
  call: Call
  list: Omit<List<Call>, 'sums' | 'keysBehind'>
  file: Omit<FileOf<unknown>, 'columns'> & { columns: Readonly<Record<string, Column<unknown>>> }
  /** Its rows name the clock that their times are read by. */
  ownClock: boolean
}

const exported = new Map<string, ExportedList>()

/** Lists that can be exported, by the path of their call; a list with columns puts itself here when it is declared. */
export const exportedLists: ReadonlyMap<string, ExportedList> = exported
export function exportable<C extends Call, W>(call: C, list: Omit<List<C>, 'sums' | 'keysBehind'>, file: FileOf<W>): void {
  exported.set(call.path, {
    call,
    list,
    file: file as unknown as ExportedList['file'],
    ownClock: hasOwnClock(call),
  })
}

function hasOwnClock({ output }: Call): boolean {
  const rows = output instanceof z.ZodObject ? (output.shape as Record<string, unknown>).rows : undefined
  return rows instanceof z.ZodArray && rows.element instanceof z.ZodObject && 'utcOffsetMinutes' in rows.element.shape
}
