import * as z from 'zod'

/** In which language somebody is told something. Chinese is what is said to whom nobody asked. */
export const messageLanguage = z.enum(['zh', 'en'])
export type MessageLanguage = z.infer<typeof messageLanguage>
export const messageLanguageText: Record<MessageLanguage, string> = { zh: '中文', en: '英文' }
