import type { NumberFailure } from '@chauffeur/contract/call-centre/number-provider'
import { numberFailureText } from '@chauffeur/contract/call-centre/number-provider'
import type { BindingState } from '@chauffeur/contract/call-centre/privacy-number'
import { t, tr } from '#platform/text/text.ts'
import type { Tone } from '#ui/show/tag.tsx'

export const bindingTone: Record<BindingState, Tone> = {
  ASKED: 'wait',
  BOUND: 'run',
  CHANGING: 'wait',
  RELEASING: 'wait',
  RELEASED: 'off',
  FAILED: 'lost',
}

/** What went wrong, with the provider's own code for whoever asks them. */
export const faultWords = (failure: NumberFailure, code: string): string =>
  code ? t('{words}（错误码 {code}）', { words: tr(numberFailureText[failure]), code }) : tr(numberFailureText[failure])
