import { useState } from 'react'
import { useTabState } from '#platform/tab/tab.ts'
import { useKeptDraft } from '#platform/tab/unsaved.ts'
import { mergeFields } from './conflict.view.ts'

/** What is typed, with what it was typed upon. */
interface Draft<V> {
  base: Partial<V>
  values: Partial<V>
}
export interface FormDraft<V> {
  /** What was typed before and not saved, upon what is there now; null where there is nothing. */
  restored: Partial<V> | null
  /** What it was typed upon, where somebody else has since changed the same field: both are shown before anything is saved. */
  outrun: Partial<V> | null
  keep: (values: Partial<V> | null) => void
  drop: () => void
}

/** Keeps what is typed in a form with its tab until it is saved or thrown away. Nothing is kept without a name. */
export function useFormDraft<V extends object>(name: string | undefined, opened: Partial<V>): FormDraft<V> {
  const [draft, setDraft] = useTabState<Draft<V> | null>(`draft:${name ?? ''}`, null)
  const [kept] = useState(() => {
    if (name === undefined || draft === null) return { restored: null, outrun: null }
    const { merged, differences } = mergeFields(draft.base, { ...draft.base, ...draft.values }, opened)
    return { restored: merged, outrun: differences.some(({ by }) => by === 'both') ? draft.base : null }
  })
  useKeptDraft(`draft:${name ?? ''}`, name !== undefined && draft !== null)
  const keep = (values: Partial<V> | null) => {
    if (name !== undefined) setDraft(values === null ? null : { base: opened, values })
  }
  return { ...kept, keep, drop: () => keep(null) }
}
