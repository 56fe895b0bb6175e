import type { Authority } from '@chauffeur/contract/authorities'
import type * as z from 'zod'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import type { ImportFields } from './mapping.rules.ts'

export interface ImportInto<T> {
  into: T
  operator: OperatorSession
  platform: Platform
  /** Where the asker's console is, for links that are sent to people; empty where nobody said. */
  origin: string
}

/** A sort of list that can be brought in. */
export interface ImportKind<T = unknown, R = unknown> {
  /** `<area>.<what>`. */
  name: string
  /** What whoever brings it must hold, also while it runs. */
  authority: Authority
  title: { zh: string; en: string }
  into: z.ZodType<T>
  fields: ImportFields
  /** Whether its target is there and in sight. */
  isThere(db: TenantDb, target: T): Promise<boolean>
  /** Fields of which the list keeps the last four characters alone once their row was brought in. */
  secret?: readonly string[]
  /** By this, or by any of these, a row is the same as another of the list: the first counts. */
  keyOf(row: R): string | readonly string[]
  /** The name of the refusal for each row that cannot be brought in; nothing is written. */
  judge(db: TenantDb, of: ImportInto<T>, rows: readonly R[]): Promise<(string | null)[]>
  /** Writes rows that were judged, all or none; what each made, for undoing, or the name of the refusal where it is of no use any more. */
  write(tx: TenantTx, of: ImportInto<T>, rows: readonly R[]): Promise<({ made: string } | { problem: string })[]>
  /** Takes back what rows made and nobody has touched since; gives what it took back. */
  undo(tx: TenantTx, of: ImportInto<T>, made: readonly string[]): Promise<ReadonlySet<string>>
}

export const defineImport = <T, R>(kind: ImportKind<T, R>): ImportKind<T, R> => kind
