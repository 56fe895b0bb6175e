import type { FunctionNode, functionRow } from '@chauffeur/contract/access/function'
import { authorityAreas, platformOnly } from '@chauffeur/contract/authorities'
import type * as z from 'zod'
import type { FunctionDb } from './function.queries.ts'

export type FunctionRow = z.output<typeof functionRow>
interface Caller {
  authorities: ReadonlySet<string>
  platformAdmin: boolean
}

export function functionView(row: FunctionDb, caller: Caller): FunctionRow {
  const area = authorityAreas[row.area] ?? { zh: row.area, en: row.area }
  const edits = caller.platformAdmin && caller.authorities.has('function.edit')
  return {
    code: row.code,
    name: row.name,
    nameEn: row.name_en,
    area: row.area,
    areaName: area.zh,
    areaNameEn: area.en,
    kind: row.kind,
    parentCode: row.parent_code,
    systemId: row.system_id,
    sort: row.sort,
    source: row.source,
    platformOnly: platformOnly.has(row.code),
    grantable: caller.authorities.has(row.code),
    version: row.version,
    allowedActions: edits ? ['edit', ...(row.source === 'ADDED' ? ['delete'] : [])] : [],
  }
}

interface AreaTree {
  area: string
  name: string
  nameEn: string
  functions: FunctionNode[]
}
/** By area, in the rows' order. A function whose parent is not among the rows stands in its area itself. */
export function byArea(rows: readonly FunctionRow[]): AreaTree[] {
  const nodes = new Map(rows.map((row): [string, FunctionNode] => [row.code, { ...row, children: [] }]))
  const areas = new Map<string, AreaTree>()
  for (const node of nodes.values()) {
    const parent = node.parentCode === null ? undefined : nodes.get(node.parentCode)
    if (parent) {
      parent.children.push(node)
      continue
    }
    const known = areas.get(node.area)
    if (known) known.functions.push(node)
    else areas.set(node.area, { area: node.area, name: node.areaName, nameEn: node.areaNameEn, functions: [node] })
  }
  return [...areas.values()]
}
