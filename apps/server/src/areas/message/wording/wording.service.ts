import { filled, signOf, type MessageEvent, type MessageValues } from '@chauffeur/contract/message/event'
import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import type { PlatformDb, TenantDb } from '#platform/database/db'
import type { Said } from '#platform/provider/sms'
import { type Place, type TextInForce, textsFor } from './wording.queries.ts'

/** What stands for the variables; a function where it reads differently by language. */
export type ValuesIn = MessageValues | ((language: MessageLanguage) => MessageValues)
/** What is said of an event; null where it was switched off there. */
export type Say = (event: MessageEvent, values: ValuesIn) => Said | null

/**
 * The Chinese text that is nearest says whether anything is said at all: off there is off for every language. In which words: the nearest text
 * of the reader's language. Where that can go out by no provider, because none has it registered, the Chinese one: rather that than nothing.
 */
function chosen(texts: readonly TextInForce[], event: MessageEvent, language: MessageLanguage): TextInForce | null {
  const [chinese, own] = (['zh', language] as const).map((one) => texts.find((text) => text.event === event && text.language === one))
  if (chinese?.effect !== 'SEND') return null
  if (!own || (own.effect === 'SEND' && !own.carried)) return chinese
  return own.effect === 'SEND' ? own : null
}

/** What is said at a place to readers of a language, of several events. */
export async function wordsAt(
  db: TenantDb | PlatformDb,
  place: Place,
  events: readonly MessageEvent[],
  language: MessageLanguage,
): Promise<Say> {
  const texts = await textsFor(db, place, events, [...new Set(['zh', language] as const)])
  return (event, values) => {
    const text = chosen(texts, event, language)
    if (text === null) return null
    const filling = typeof values === 'function' ? values(text.language) : values
    return {
      body: filled(signOf(event, text.sign), text.body, filling),
      template: { ref: `text:${text.textId}`, values: filling as Said['template']['values'] },
    }
  }
}

/** What somebody cannot go on without: there is always a text of it. */
export async function wordsNeeded(
  db: TenantDb | PlatformDb,
  place: Place,
  event: MessageEvent,
  values: ValuesIn,
  language: MessageLanguage,
): Promise<Said> {
  const said = (await wordsAt(db, place, [event], language))(event, values)
  if (said === null) throw new Error(`There is no text of ${event}.`)
  return said
}
