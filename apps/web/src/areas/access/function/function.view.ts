import type { AnswerOf, InputOf } from '@chauffeur/contract/kernel/call'
import type { functionCalls } from '@chauffeur/contract/authority-function'
import { changedPart } from '#kit/edit/conflict.view.ts'
import type { FunctionRow } from './function-tree.view.ts'

export type SystemRow = AnswerOf<typeof functionCalls.systemList>['rows'][number]

export interface FunctionValues {
  code: string
  name: string
  nameEn: string
  kind: FunctionRow['kind']
  /** Empty: directly under its area. */
  parentCode: string
  systemId: string
  sort: number
}
export const functionValues = (row: FunctionRow): FunctionValues => ({
  code: row.code,
  name: row.name,
  nameEn: row.nameEn,
  kind: row.kind,
  parentCode: row.parentCode ?? '',
  systemId: row.systemId,
  sort: row.sort,
})

/** Only what was changed; an emptied name goes back to the program's own, an emptied parent to the area. */
export function functionUpdate(row: FunctionRow, values: FunctionValues): InputOf<typeof functionCalls.functionUpdate> {
  const { code: _, ...changed } = changedPart(functionValues(row), values)
  return { code: row.code, version: row.version, ...changed }
}

export interface SystemValues {
  platformId: number
  name: string
  nameEn: string
  baseUrl: string
  sort: number
}
export const systemValues = ({ platformId, name, nameEn, baseUrl, sort }: SystemRow): SystemValues => ({
  platformId,
  name,
  nameEn,
  baseUrl,
  sort,
})
export function systemUpdate(row: SystemRow, values: SystemValues): InputOf<typeof functionCalls.systemUpdate> {
  const { platformId: _, ...changed } = changedPart(systemValues(row), values)
  return { systemId: row.systemId, version: row.version, ...changed }
}
