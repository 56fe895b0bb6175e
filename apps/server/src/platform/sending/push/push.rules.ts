import { type MessageEvent, messageEvents, messageEventText } from '@chauffeur/contract/message/event'
import type { PushState } from '@chauffeur/contract/message/log'
import { english } from '@chauffeur/contract/words'
import { NOT_PUBLIC } from '../../provider/public-fetch.ts'
import type { ProviderFailed } from '../../provider/request.ts'

/** A push service is to keep a notice for a telephone that is off for so long; then it is old news, and stands in the app. */
export const WORTH_S = 86_400
export const MOST_ATTEMPTS = 6
/** A service that asks for more patience than this is asked again all the same: attempts end it. */
const LONGEST_S = 3_600
/** A service that is left alone is asked again after this. */
export const SHUT_S = 15

export interface Outcome {
  state: PushState
  /** Seconds until the next attempt, where it goes on. */
  againS: number
  status: number | null
  failure: string
  /** It was not asked at all. */
  uncounted?: true
}

/** What becomes of a push after a failure, at which attempt; `retryAfter` in seconds, where the service said so. */
export function outcomeOf(error: ProviderFailed, attempts: number, retryAfterS: number | null): Outcome {
  const { kind, status = null, code } = error
  const said = { againS: 0, status, failure: kind === 'UNREACHABLE' && code ? code : kind }
  if (status === 404 || status === 410) return { ...said, state: 'GONE' }
  if (kind === 'REFUSED' || kind === 'BAD_ANSWER' || code === NOT_PUBLIC) return { ...said, state: 'REFUSED' }
  if (kind === 'SHUT' || kind === 'QUOTA') return { ...said, state: 'WAITING', againS: SHUT_S, uncounted: true }
  if (attempts >= MOST_ATTEMPTS) return { ...said, state: 'GIVEN_UP' }
  return { ...said, state: 'WAITING', againS: Math.min(Math.max(retryAfterS ?? 0, 10 * 4 ** (attempts - 1)), LONGEST_S) }
}

/** Seconds of a `Retry-After`, which is a number of them or a moment. */
export function retryAfterOf(header: string | null, now: number): number | null {
  if (!header) return null
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null
}

/** What a notice shows, and by which event the page knows where it leads: nothing else leaves the house. */
export interface Knock {
  id: string
  event: string
  title: string
  text: string
}
const titleOf = (event: MessageEvent | null, inEnglish: boolean): string => {
  const title = event === null ? '消息' : messageEventText[event]
  return inEnglish ? (english[title] ?? 'Message') : title
}
/** More than 4,096 bytes no push service takes, its wrapping included: a longer text is cut, and stands whole in the app. */
const TEXT_MOST = 900
export const knockOf = (id: string, event: MessageEvent | null, text: string, inEnglish: boolean): Knock => ({
  id,
  event: event ?? '',
  title: titleOf(event, inEnglish),
  // A sign of two halves is not cut in between.
  text: text.length > TEXT_MOST ? `${text.slice(0, TEXT_MOST).replace(/[\ud800-\udbff]$/, '')}…` : text,
})

/** What cannot be switched off presses: a telephone is woken for it. */
export const urgencyOf = (event: MessageEvent | null): 'high' | 'normal' =>
  event !== null && messageEvents[event].must ? 'high' : 'normal'
