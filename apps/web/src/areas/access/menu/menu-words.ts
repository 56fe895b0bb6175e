import { deptTypeText } from '@chauffeur/contract/access/people-model'
import { t, tr } from '#platform/text/text.ts'
import type { MenuKind } from './menu.view.ts'

const kinds: Record<number, string> = deptTypeText
export const deptTypeWords = (type: number): string => tr(kinds[type] ?? String(type))

export function kindWords(kind: MenuKind): string {
  if (kind === 'group') return t('分组（不打开页面）')
  return kind === 'frame' ? t('内嵌网页') : t('系统页面')
}
