import type { LogRow } from '@chauffeur/contract/activity-log'
import { t } from '#platform/text.ts'
import { fieldWords } from '#ui/difference/field-words.ts'

export const actorText: Record<LogRow['actorType'], string> = { OPERATOR: '员工', DRIVER: '司机', ANONYMOUS: '未登录' }

export interface Change {
  path: string
  before: unknown
  after: unknown
}

const shownFields = 3

/** The changed fields of an entry in one line: the first few by name, the rest as a count. */
export function changedFieldsText(changes: readonly Change[]): string {
  const names = changes.slice(0, shownFields).map(({ path }) => path.split('.').map(fieldWords).join(' › '))
  if (changes.length <= shownFields) return names.join(t('、'))
  return t('{names} 等 {n} 项', { names: names.join(t('、')), n: changes.length })
}

export interface Bar {
  day: string
  done: number
  refused: number
  /** Of the highest day, 0 to 1. */
  doneShare: number
  refusedShare: number
}

/** The last so many days up to `today` as bars beside each other, the highest of them full; days without entries are there, empty. */
export function dayBars(days: readonly { day: string; done: number; refused: number }[], today: string, count = 31): Bar[] {
  const known = new Map(days.map((one) => [one.day, one]))
  const last = [today, ...known.keys()].toSorted().at(-1) ?? today
  const most = Math.max(1, ...days.map(({ done, refused }) => done + refused))
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.parse(`${last}T00:00:00Z`) - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10)
    const { done, refused } = known.get(day) ?? { done: 0, refused: 0 }
    return { day, done, refused, doneShare: done / most, refusedShare: refused / most }
  })
}
