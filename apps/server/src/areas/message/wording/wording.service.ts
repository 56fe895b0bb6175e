import { filled, signOf, type MessageEvent, type MessageValues } from '@chauffeur/contract/message/event'
import type { PlatformDb, TenantDb } from '#platform/database/db'
import type { Said } from '#platform/provider/sms'
import { type Place, textsFor } from './wording.queries.ts'

/** What is said of an event; null where it was switched off there. */
export type Say = (event: MessageEvent, values: MessageValues) => Said | null

/** What is said at a place, of several events. */
export async function wordsAt(db: TenantDb | PlatformDb, place: Place, events: readonly MessageEvent[]): Promise<Say> {
  const texts = new Map((await textsFor(db, place, events)).map((text) => [text.event, text]))
  return (event, values) => {
    const text = texts.get(event)
    return text?.effect === 'SEND'
      ? {
          body: filled(signOf(event, text.sign), text.body, values),
          template: { ref: `text:${text.textId}`, values: values as Said['template']['values'] },
        }
      : null
  }
}

/** What somebody cannot go on without: there is always a text of it. */
export async function wordsNeeded(db: TenantDb | PlatformDb, place: Place, event: MessageEvent, values: MessageValues): Promise<Said> {
  const said = (await wordsAt(db, place, [event]))(event, values)
  if (said === null) throw new Error(`There is no text of ${event}.`)
  return said
}
