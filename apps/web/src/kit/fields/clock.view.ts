/** What is typed for a time of day as the wire says it: `21:30`, `2130`, `9` and `21：30` are `21:30:00` and `09:00:00`; anything else as typed. */
export function secondsClockOf(typed: string): string {
  const text = typed.trim().replaceAll('：', ':')
  const parts = /^\d{3,6}$/.test(text) ? (text.padStart(text.length + (text.length % 2), '0').match(/../g) ?? []) : text.split(':')
  if (parts.length > 3 || parts.some((part) => !/^\d{1,2}$/.test(part))) return typed
  const [hours = '', minutes = '0', seconds = '0'] = parts
  return [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':')
}

/** As it is shown: without seconds where there are none. */
export const clockTextOf = (clock?: string | null): string => (clock ?? '').replace(/^(\d\d:\d\d):00$/, '$1')

export const isClock = (clock: string): boolean => /^(([01]\d|2[0-3]):[0-5]\d:[0-5]\d|24:00:00)$/.test(clock)
