import { joined, t, tr } from '#platform/text/text.ts'

/** Days of a week mask, bit 0 being Monday. */
export const weekdayText = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']
export const daysOf = (mask: number): number[] => [0, 1, 2, 3, 4, 5, 6].filter((day) => Math.floor(mask / 2 ** day) % 2 === 1)
/** The days of a mask in words. */
export const daysWords = (mask: number): string =>
  mask === 127 ? t('每天') : joined(daysOf(mask).map((day) => tr(weekdayText[day] ?? '')))
export const maskOf = (days: readonly number[]): number => days.reduce((sum, day) => sum + 2 ** day, 0)
