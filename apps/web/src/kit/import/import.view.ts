import type { importCalls } from '@chauffeur/contract/operations/import'
import type { AnswerOf, Call } from '@chauffeur/contract/kernel/call'
import type { ComponentType } from 'react'
import { t } from '#platform/text/text.ts'

export type Import = AnswerOf<typeof importCalls.info>
/** The column of the file, counted from 0, by the field that is taken from it. */
export type Mapping = Record<string, number | null>

/** A sort of list that can be brought in. */
export interface ImportKind {
  /** As the server knows it: `<area>.<what>`. */
  kind: string
  title: string
  /** A call that who may import may make: the button is shown to those. */
  may: Call
  /** What the sheet has to hold. */
  hint: string
  /** Cells as they are pasted. */
  example: string
  /** What is asked beside the sheet, yes or no: the answer is part of what the list belongs to. `Note`: what is said once it is yes. */
  ask?: { name: string; label: string; Note?: ComponentType }
  /** Answers that show what was brought in. */
  refreshes: readonly Call[]
}

/** Required fields that no column is taken for. */
export const lackingFields = (made: Pick<Import, 'fields'>, mapping: Mapping): string[] =>
  made.fields.filter(({ name, required }) => required && (mapping[name] ?? null) === null).map(({ title }) => title)

/** A column chosen for one field is not taken for another. */
export function mapped(mapping: Mapping, name: string, column: number | null): Mapping {
  const others = Object.entries(mapping).map(([field, at]) => [field, column !== null && at === column ? null : at])
  return { ...Object.fromEntries(others), [name]: column }
}

/** What the columns are called: by the head, or by their place in the sheet and what stands in their first row. */
export function columnChoices(made: Pick<Import, 'head'>, headed: boolean): { value: number; label: string }[] {
  return made.head.map((cell, value) => ({
    value,
    label: headed && cell !== '' ? cell : [t('第 {n} 列', { n: value + 1 }), cell].filter(Boolean).join(' · '),
  }))
}

/** What was pasted, as the file the server takes. */
export const pastedFile = (text: string): File => new File([text], `${t('粘贴的内容')}.csv`, { type: 'text/csv' })
