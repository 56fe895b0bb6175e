import type { ExportFormat } from '@chauffeur/contract/operations/export'
import type { Fix } from '#platform/live/positions'
import type { OperatorSession } from '#platform/identity/session'
import type { Settings } from '#platform/process/settings'

/** What the thread that writes a file is given. */
export interface ExportTask {
  /** Of the database, for the role that the list is read by. */
  url: string
  operator: OperatorSession
  /** Path of the list's call, and where the list is declared. */
  list: string
  module: string
  filters: unknown
  columns: readonly string[]
  format: ExportFormat
  english: boolean
  utcOffsetMinutes: number
  wholePhones: boolean
  /** Where the tenant's drivers are, for lists that show it. */
  fixes: readonly Fix[]
  settings: Settings
}

/** What it says. */
export type ExportNews =
  | { chunk: Uint8Array }
  | { written: number; total: number }
  /** All is written. */
  | { rows: number }
  /** It ends; `refusal` is the name of one. */
  | { refusal: string }
  /** `gone`: the database went away. */
  | { fault: string; gone?: boolean }
/** What it is told: one more chunk may come. */
export type ExportCredit = 'more'
