import { deptTypeText, userLevelText } from '@chauffeur/contract/access/people-model'
import { tr } from '#platform/text/text.ts'

const levels: Record<number, string> = userLevelText
const kinds: Record<number, string> = deptTypeText
export const levelWords = (level: number): string => tr(levels[level] ?? String(level))
export const kindWords = (deptType: number): string => tr(kinds[deptType] ?? String(deptType))
