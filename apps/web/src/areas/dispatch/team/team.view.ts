import type { DispatchTeam } from '@chauffeur/contract/dispatch/team'
import { t } from '#platform/text/text.ts'
import { daysWords } from '#ui/show/weekdays.ts'

/** Numbers as they are pasted: apart by spaces, commas or lines. */
export const numbersIn = (text = ''): string[] => [...new Set(text.split(/[\s,，、;；]+/).filter(Boolean))]

/** When a team is there. */
export function hoursWords({ weekMask, from, to }: Pick<DispatchTeam, 'weekMask' | 'from' | 'to'>): string {
  const hours = from === null || to === null ? t('全天') : from < to ? `${from}–${to}` : t('{from}–次日 {to}', { from, to })
  return weekMask === 127 && from === null ? hours : `${daysWords(weekMask)} ${hours}`
}
