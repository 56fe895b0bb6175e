import { normalPhone } from '@chauffeur/contract/kernel/telephone-number'
import { type RawBuilder, sql } from 'kysely'
import { PHONES_IN_TEXT } from '../identity/mask.ts'
import type { Scope } from '../database/scope.ts'
import { holding, literally } from '../database/sql-text.ts'

type Viewer = Pick<Scope, 'phones'>

/**
 * The telephones that what was typed finds. To somebody who sees them masked, only the four last digits of a mobile do, which they are shown:
 * whatever else found a number, or did not, would tell one digit more of it. A whole number is found however it was copied: with spaces, dashes
 * or the country's code.
 */
export function phoneFound(column: string, typed: string, { phones }: Viewer, how: 'whole' | 'end' | 'part'): RawBuilder<boolean> {
  const phone = sql.ref(column)
  if (phones === 'MASKED')
    return /^\d{4}$/.test(typed) ? sql<boolean>`(right(${phone}, 4) = ${typed} and ${phone} ~ '^1\\d{10}$')` : sql<boolean>`false`
  const number = normalPhone(typed) ?? typed
  if (how === 'whole') return sql<boolean>`${phone} = ${number}`
  return sql<boolean>`${phone} like ${how === 'end' ? `%${literally(number)}` : holding(number)}`
}

/** Texts that hold what was typed; where telephones are masked in them, as they are shown. */
export function textFound(column: string, pattern: string, { phones }: Viewer, how: 'like' | 'ilike' = 'ilike'): RawBuilder<boolean> {
  const text = sql.ref(column)
  const like = sql.raw(how)
  const found = sql<boolean>`${text} ${like} ${pattern}`
  if (phones === 'WHOLE' || !/\d/.test(pattern)) return found
  const shown = PHONES_IN_TEXT.reduce((inner, phone) => sql`regexp_replace(${inner}, ${phone}, '\\1****\\2', 'g')`, sql`${text}`)
  return sql<boolean>`(${found} and ${shown} ${like} ${pattern})`
}
