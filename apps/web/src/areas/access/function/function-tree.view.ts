import type { functionArea, functionRow, FunctionNode } from '@chauffeur/contract/access/function'
import type { Branch } from '#kit/tree/tree-move.view.ts'
import type * as z from 'zod'

export type FunctionRow = z.output<typeof functionRow>
export interface FunctionSystem {
  systemId: string
  name: string
  nameEn: string
  areas: z.output<typeof functionArea>[]
}

/** A system, an area, or a function, whose id is its code. */
export interface FunctionBranch extends Branch {
  id: string
  name: string
  nameEn: string
  /** Null for what only holds functions. */
  fn: FunctionRow | null
  children: FunctionBranch[]
}

/** By system and area; the system's level is left out where there is but one. */
export function functionBranches(systems: readonly FunctionSystem[]): FunctionBranch[] {
  const ofNode = ({ children, ...fn }: FunctionNode): FunctionBranch => ({
    id: fn.code,
    name: fn.name,
    nameEn: fn.nameEn,
    fn,
    children: children.map(ofNode),
  })
  const ofSystem = ({ systemId, name, nameEn, areas }: FunctionSystem): FunctionBranch => ({
    id: `system ${systemId}`,
    name,
    nameEn,
    fn: null,
    children: areas.map((area) => ({
      id: `area ${systemId} ${area.area}`,
      name: area.name,
      nameEn: area.nameEn,
      fn: null,
      children: area.functions.map(ofNode),
    })),
  })
  const all = systems.map(ofSystem)
  const first = all[0]
  return first && all.length === 1 ? first.children : all
}

export type TickState = 'all' | 'some' | 'none'

/** Whether a role holds all, some or none of what each branch stands for: the function itself and all below it. */
export function ticksOf(tree: readonly FunctionBranch[], held: ReadonlySet<string>): Map<string, TickState> {
  const ticks = new Map<string, TickState>()
  const count = (branch: FunctionBranch): { held: number; of: number } => {
    const sum = branch.fn ? { held: held.has(branch.fn.code) ? 1 : 0, of: 1 } : { held: 0, of: 0 }
    for (const child of branch.children) {
      const below = count(child)
      sum.held += below.held
      sum.of += below.of
    }
    ticks.set(branch.id, sum.held === 0 ? 'none' : sum.held === sum.of ? 'all' : 'some')
    return sum
  }
  tree.forEach(count)
  return ticks
}

type BranchFilter = (branch: FunctionBranch) => boolean
const everything: BranchFilter = () => true

/** The codes of a branch that may be given or taken, of those a search found. */
export function openCodes(branch: FunctionBranch, found: BranchFilter = everything): string[] {
  const own = branch.fn?.grantable && found(branch) ? [branch.fn.code] : []
  return [...own, ...branch.children.flatMap((child) => openCodes(child, found))]
}

/**
 * Gives all of a branch that may be given, or takes it where all of that is held already. While a search is on only what
 * was found changes: neither what is out of sight nor a branch that is shown just because it leads there.
 */
export function toggled(held: ReadonlySet<string>, shown: FunctionBranch, found: BranchFilter = everything): Set<string> {
  const codes = openCodes(shown, found)
  const next = new Set(held)
  const takes = codes.every((code) => held.has(code))
  for (const code of codes) {
    if (takes) next.delete(code)
    else next.add(code)
  }
  return next
}

/** Everything a search looks in. */
export const searchText = ({ name, nameEn, fn }: FunctionBranch): string => `${name} ${nameEn} ${fn?.code ?? ''}`

/** Rows of a comparison: who of the two has each function. */
export interface RoleComparison {
  fn: FunctionRow
  one: boolean
  other: boolean
}
export function comparedRows(
  answer: { both: FunctionRow[]; onlyRole: FunctionRow[]; onlyOther: FunctionRow[] },
  differencesOnly: boolean,
): RoleComparison[] {
  const rows = [
    ...answer.onlyRole.map((fn) => ({ fn, one: true, other: false })),
    ...answer.onlyOther.map((fn) => ({ fn, one: false, other: true })),
    ...(differencesOnly ? [] : answer.both.map((fn) => ({ fn, one: true, other: true }))),
  ]
  return rows.sort((a, b) => a.fn.area.localeCompare(b.fn.area) || a.fn.sort - b.fn.sort || a.fn.code.localeCompare(b.fn.code))
}
