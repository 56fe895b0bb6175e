import { functionCalls } from '@chauffeur/contract/authority-function'
import { useMemo } from 'react'
import { useCall } from '#platform/call.ts'
import { everyBranch } from '#shared/tree/tree-filter.view.ts'
import { functionBranches } from './function-tree.view.ts'
import { nameOf } from './words.ts'

/** Every function there is, as a tree, and the names by code. */
export function useFunctions(enabled = true) {
  const query = useCall(functionCalls.functionTreeV2, {}, { enabled })
  const systems = query.data?.systems
  return useMemo(() => {
    const tree = systems ? functionBranches(systems) : []
    const byCode = new Map([...everyBranch(tree)].flatMap(({ fn }) => (fn ? [[fn.code, fn] as const] : [])))
    const name = (code: string) => {
      const fn = byCode.get(code)
      return fn ? nameOf(fn) : code
    }
    return { query, tree, byCode, name }
    // The query changes with every render of its state; what is built from it only with its data.
  }, [systems, query])
}
