import { functionCalls } from '@chauffeur/contract/access/function'
import { useMemo } from 'react'
import { useCall } from '#platform/http/call.ts'
import { everyBranch } from '#kit/tree/tree-filter.view.ts'
import { functionBranches } from './function-tree.view.ts'
import { nameOf } from '../access.view.ts'

/** Every function there is, of whatever system, as a tree by area; and the names by code. */
export function useFunctions(enabled = true) {
  const query = useCall(functionCalls.functionTree, {}, { enabled })
  const areas = query.data?.areas
  const built = useMemo(() => {
    const tree = areas ? functionBranches([{ systemId: '', name: '', nameEn: '', areas }]) : []
    const byCode = new Map([...everyBranch(tree)].flatMap(({ fn }) => (fn ? [[fn.code, fn] as const] : [])))
    const name = (code: string) => {
      const fn = byCode.get(code)
      return fn ? nameOf(fn) : code
    }
    return { tree, byCode, name }
  }, [areas])
  return { query, ...built }
}
