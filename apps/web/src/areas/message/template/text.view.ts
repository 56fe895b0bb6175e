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

/** Where a text holds, and in which language, where that is not Chinese. */
export const placeWords = ({ cityName, channelName, language }: Pick<MessageTextRow, 'cityName' | 'channelName' | 'language'>): string =>
  [tr(cityName) || t('全部城市'), channelName, language !== 'zh' && tr(messageLanguageText[language])].filter(Boolean).join(' · ')

export const saysWords = ({ effect, body }: Pick<MessageTextRow, 'effect' | 'body'>): string =>
  effect === 'SEND' ? body : effect === 'OFF' ? t('不发送') : t('沿用上级模板')
