import type { AnswerOf, InputOf } from '@chauffeur/contract/kernel/call'
import type { departmentCalls } from '@chauffeur/contract/people-department'
import { changedPart } from '#kit/edit/conflict.view.ts'
import type { Branch } from '#kit/tree/tree-move.view.ts'

export type DeptRow = AnswerOf<typeof departmentCalls.deptList>['rows'][number]
export type Dept = DeptRow & { id: string }
export type DeptBranch = Dept & Branch

/** Levels of departments the server allows. */
export const MAX_DEPTH = 8

export interface DeptValues {
  name: string
  deptType: number
  cityIds: string[]
}
export const valuesOf = ({ name, deptType, cityIds }: DeptRow): DeptValues => ({ name, deptType, cityIds })

export const updateOf = (row: DeptRow, values: DeptValues): InputOf<typeof departmentCalls.deptUpdate> => ({
  deptId: row.deptId,
  version: row.version,
  ...changedPart(valuesOf(row), values),
})

/** Below headquarters anything, below an organisation organisations, below a partner partners. */
export const typesBelow = (parentType: number): number[] => (parentType === 1 ? [1, 2, 3] : [parentType])
