import type { Branch } from '#kit/tree/tree-move.view.ts'
import { everyBranch } from '#kit/tree/tree-filter.view.ts'
import type { TickState } from '../function/function-tree.view.ts'

/** What a tick of a menu entry goes by. */
export interface MenuEntry extends Branch {
  url: string
  functionCodes: readonly string[]
  children: readonly MenuEntry[]
}

/** The entries of a branch that open something. */
const opening = (branch: MenuEntry): MenuEntry[] => [...everyBranch([branch])].filter(({ url }) => url !== '')
const shows = (entry: MenuEntry, held: ReadonlySet<string>) => entry.functionCodes.every((code) => held.has(code))

/** Whether somebody who holds these functions finds all, some or none of the entries of each branch. Groups alone open nothing. */
export function menuTicks(tree: readonly MenuEntry[], held: ReadonlySet<string>): Map<string, TickState> {
  return new Map(
    [...everyBranch(tree)].map((branch) => {
      const entries = opening(branch)
      const seen = entries.filter((entry) => shows(entry, held)).length
      return [branch.id, seen === 0 ? 'none' : seen === entries.length ? 'all' : 'some'] as const
    }),
  )
}

/** The entries of a branch that a tick can show or hide: not those that everybody sees, nor those that need what cannot be given. */
export function entriesToTick(branch: MenuEntry, grantable: (code: string) => boolean): MenuEntry[] {
  return opening(branch).filter(({ functionCodes }) => functionCodes.length > 0 && functionCodes.every(grantable))
}

/** Gives what the entries of a branch need, or takes it where all of them are seen already. */
export function menuToggled(held: ReadonlySet<string>, branch: MenuEntry, grantable: (code: string) => boolean): Set<string> {
  const entries = entriesToTick(branch, grantable)
  const takes = entries.every((entry) => shows(entry, held))
  const next = new Set(held)
  for (const code of entries.flatMap(({ functionCodes }) => functionCodes)) {
    if (takes) next.delete(code)
    else next.add(code)
  }
  return next
}
