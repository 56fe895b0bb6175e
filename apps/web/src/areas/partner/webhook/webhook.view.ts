import { type WebhookFailure, webhookFailureText, type WebhookState } from '@chauffeur/contract/partner/webhook'
import { t, tr } from '#platform/text/text.ts'
import type { Tone } from '#ui/show/tag.tsx'

export const webhookTone: Record<WebhookState, Tone> = { WAITING: 'wait', DELIVERED: 'done', GIVEN_UP: 'lost' }

interface Outcome {
  failure: WebhookFailure
  httpStatus: number | null
  code?: string
}
/** What became of an attempt, with what the partner's own people can look for. */
export function outcomeWords({ failure, httpStatus, code }: Outcome): string {
  const words = tr(webhookFailureText[failure])
  const more = httpStatus === null ? code : `HTTP ${httpStatus}`
  return more ? t('{words}（{more}）', { words, more }) : words
}

/** How long an attempt took. */
export const tookWords = (ms: number): string => (ms < 1_000 ? t('{n} 毫秒', { n: ms }) : t('{n} 秒', { n: (ms / 1_000).toFixed(1) }))
