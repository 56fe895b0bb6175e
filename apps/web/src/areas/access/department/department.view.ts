import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { departmentCalls } from '@chauffeur/contract/access/department'
import type { Branch } from '#kit/tree/tree-move.view.ts'
import { t } from '#platform/text/text.ts'

export type DeptRow = AnswerOf<typeof departmentCalls.deptList>['rows'][number]
export type Dept = DeptRow & { id: string }
export type DeptBranch = Dept & Branch

export const peopleText = (n: number): string => (n === 1 ? t('1 人') : t('{n} 人', { n }))

/** Levels of departments the server allows. */
export const MAX_DEPTH = 8

/** Below headquarters anything, below an organisation organisations, below a partner partners. */
export const typesBelow = (parentType: number): number[] => (parentType === 1 ? [1, 2, 3] : [parentType])
