import { type Database, isTimedOut, type TenantDb } from '#platform/database/db'
import type { Scope } from '#platform/database/scope'

/** A list that only grows: without an index for what is asked of it, all of it would be read. */
export interface Growing<Input> {
  /** Its period, as the call's filters name it. */
  period: { from: keyof Input & string; to: keyof Input & string }
  /** Whether an index serves what is asked, whatever the period. */
  served: (input: Input) => boolean
}

/** A period so long is short enough for whatever is asked besides. */
const SHORT_MS = 7 * 86_400_000

/** There is too much to look through. */
export class TooWide extends Error {
  override name = 'TooWide'
  /** The filter that would help. */
  readonly field: string

  constructor(field: string) {
    super(`The list is to be narrowed by ${field}.`)
    this.field = field
  }
}

interface Reading {
  db: TenantDb
  scope: Scope
  platform: { db: Database; settings: { listAnswerMs: number } }
}
/**
 * Reads of such a list. What no index serves is tried for a moment: where there are few rows that is enough, and where there are many the asker
 * is told to choose dates, instead of waiting for what reads all of them.
 */
export async function withinReach<A extends Reading, Input, T>(
  asked: A,
  input: Input,
  { period, served }: Growing<Input>,
  read: (asked: A) => Promise<T>,
): Promise<T> {
  const { [period.from]: from, [period.to]: to } = input as Record<string, string | undefined>
  const isShort = from !== undefined && (to === undefined ? Date.now() : Date.parse(to)) - Date.parse(from) <= SHORT_MS
  if (isShort || served(input)) return read(asked)
  try {
    return await read({ ...asked, db: asked.platform.db.reader(asked.scope, '', asked.platform.settings.listAnswerMs) })
  } catch (error) {
    if (isTimedOut(error)) throw new TooWide(period.from)
    throw error
  }
}
