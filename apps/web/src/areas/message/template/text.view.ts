import { messageLanguageText } from '@chauffeur/contract/kernel/language'
import type { MessageTextRow, MessageTextState } from '@chauffeur/contract/message/text'
import { t, tr } from '#platform/text/text.ts'
import type { Tone } from '#ui/show/tag.tsx'

export const textTone: Record<MessageTextState, Tone> = {
  WAITING: 'run',
  IN_FORCE: 'done',
  REJECTED: 'off',
  WITHDRAWN: 'off',
  REPLACED: 'idle',
}

/** Where a text holds. */
export const placeWords = ({ cityName, channelName }: Pick<MessageTextRow, 'cityName' | 'channelName'>): string =>
  [tr(cityName) || t('全部城市'), channelName].filter(Boolean).join(' · ')
/** The same, with the language where that is not Chinese: for what has no room of its own for it. */
export const placeInLanguage = (row: Pick<MessageTextRow, 'cityName' | 'channelName' | 'language'>): string =>
  row.language === 'zh' ? placeWords(row) : `${placeWords(row)} · ${tr(messageLanguageText[row.language])}`

export const saysWords = ({ effect, body }: Pick<MessageTextRow, 'effect' | 'body'>): string =>
  effect === 'SEND' ? body : effect === 'OFF' ? t('不发送') : t('沿用上级模板')
