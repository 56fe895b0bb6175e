import type { VersionFacts } from '@chauffeur/contract/kernel/version'
import type { Tone } from '#ui/show/tag.tsx'

/** Where a version stands, of settings whose versions begin at a moment of their own. By itself the newest is in force. */
export interface Standing {
  words: string
  tone: Tone
  inForce: boolean
  /** From when on it holds. */
  from: string
}

/** One thing that a version of a setting says, in the operator's words; empty where it says nothing of it. */
export interface Fact {
  label: string
  words: string
  /** A return to an earlier version leaves it as it is now. */
  stays?: boolean
}
export interface FactChange {
  label: string
  was: string
  is: string
}

/** What differs between two versions, field by field; of the first version everything it says. */
export function factChanges(before: readonly Fact[] | null, after: readonly Fact[]): FactChange[] {
  const was = new Map(before?.map(({ label, words }) => [label, words]))
  const now = new Set(after.map(({ label }) => label))
  return [
    ...after.map(({ label, words }) => ({ label, was: was.get(label) ?? '', is: words })),
    // What only the other version spoke of.
    ...(before ?? []).filter(({ label }) => !now.has(label)).map(({ label, words }) => ({ label, was: words, is: '' })),
  ].filter((one) => one.was !== one.is)
}

/** A version as it is sent to be saved again: what it leaves open is not sent, and who made it when and why is not its own. */
export function savedAgain<V extends VersionFacts>(version: V): { [K in keyof V]: Exclude<V[K], null> } {
  const { changedBy: _by, changedAt: _at, reason: _reason, ...values } = version
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as never
}
