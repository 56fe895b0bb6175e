import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { english } from '@chauffeur/contract/words'
import { hhmmOf, localMinute } from '#platform/values/local-clock'

/** What a page or telephone says that it reads. */
export const languageOf = ({ english: reads }: { english: boolean }): MessageLanguage => (reads ? 'en' : 'zh')

/** A word of the program as a reader of the language says it; what people called something stays as they called it. */
export const wordIn = (language: MessageLanguage, word: string): string => (language === 'en' ? (english[word] ?? word) : word)

/** An instant as a message says it: 11月24日 21:30; Nov 24, 21:30. */
export function cityClock(at: Date, utcOffsetMinutes: number, language: MessageLanguage): string {
  const local = new Date(at.getTime() + utcOffsetMinutes * 60_000)
  const clock = hhmmOf(localMinute(at.getTime(), utcOffsetMinutes))
  const [month, day] = [local.getUTCMonth(), local.getUTCDate()]
  return language === 'en' ? `${MONTHS[month]} ${day}, ${clock}` : `${month + 1}月${day}日 ${clock}`
}
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
