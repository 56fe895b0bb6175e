import type { SmsProvider, SmsReason } from '@chauffeur/contract/message/sending'
import { ProviderFailed } from '../../provider/request.ts'
import type { RegisteredText } from '../../provider/sms.ts'

/** How a provider has a wording registered. */
export type TemplateCode = RegisteredText

/** One message as it is handed over. */
export interface Outgoing {
  /** Ours, of this attempt: the provider says it again in what it reports. */
  outId: string
  /** Ours, of the message, whichever attempt it is. */
  messageId: string
  purpose: string
  phone: string
  body: string
  values: Readonly<Record<string, string>>
  template: TemplateCode | null
}

/** What a provider says of a message that it was handed. */
export interface Told {
  /** NONE: it has none such, and would know. UNCLEAR: nothing that can be relied on. */
  state: 'NONE' | 'UNCLEAR' | 'TAKEN' | 'DELIVERED' | 'FAILED'
  bizId: string
  reason: SmsReason | null
  /** In its own words. */
  code: string
  /** What it counted; null: it does not say. */
  segments: number | null
}
export const unclear: Told = { state: 'UNCLEAR', bizId: '', reason: null, code: '', segments: null }

export interface Question {
  phone: string
  outId: string
  messageId: string
  /** Empty where the answer was lost. */
  bizId: string
  beganAt: Date
}

/** Speaks a provider's wire. Fails with `ProviderFailed` alone; a service that answered and did not take it says so by a reason. */
export interface Transport {
  provider: SmsProvider
  /** Sends what is registered with it alone. */
  needsTemplate: boolean
  /** Gives the provider's own number of the message. */
  send(message: Outgoing, timeoutMs: number): Promise<{ bizId: string }>
  /** Null where it cannot be asked. */
  ask: ((question: Question, timeoutMs: number) => Promise<Told>) | null
}

/** The provider answered, and did not take it. */
export const declined = (code: string, reason: SmsReason): ProviderFailed =>
  new ProviderFailed(reason === 'LIMIT' ? 'QUOTA' : reason === 'DOWN' ? 'FAULT' : 'REFUSED', { code, reason })

const UNTRUSTED = /CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_/
/** Whether the provider may have the message although we have no word of it. */
export function isUnsure({ kind, reason, status, code }: ProviderFailed): boolean {
  if (reason !== undefined) return false
  if (kind === 'UNREACHABLE') return !UNTRUSTED.test(code ?? '')
  // What stands before a gateway says these when it had no answer of it.
  return kind === 'TIMEOUT' || kind === 'BAD_ANSWER' || (kind === 'FAULT' && (status === 502 || status === 504))
}

/** In our words why it was not taken. */
export function reasonOf({ kind, reason, status }: ProviderFailed): SmsReason {
  if (reason !== undefined) return reason as SmsReason
  if (kind === 'UNSENT' || kind === 'UNREACHABLE') return 'UNREACHED'
  if (kind === 'TIMEOUT' || kind === 'BAD_ANSWER') return 'NO_ANSWER'
  if (kind === 'SHUT') return 'SHUT'
  if (kind === 'QUOTA' || status === 429) return 'LIMIT'
  if (kind === 'FAULT') return 'DOWN'
  return status === 401 || status === 403 ? 'KEY' : 'OTHER'
}

/** Whoever else is asked would say the same. */
export const isForGood = (reason: SmsReason): boolean => reason === 'NUMBER_WRONG' || reason === 'OPTED_OUT'

const SENT_FAULTS = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ConnectTimeout/
/** What a client's own error says of the way there; its words may hold the address with all that was sent, and go no further. */
export function wayFault(error: { name?: string; message?: string; code?: unknown }): ProviderFailed {
  const said = `${typeof error.code === 'string' ? error.code : ''} ${error.name ?? ''} ${error.message ?? ''}`
  const never = SENT_FAULTS.exec(said)
  if (never) return new ProviderFailed('UNSENT', { code: never[0] })
  const untrusted = /[A-Z_]*(?:CERT|SELF_SIGNED)[A-Z_]*/.exec(said)
  if (untrusted) return new ProviderFailed('UNREACHABLE', { code: untrusted[0] })
  if (/time-?d? ?out/i.test(said)) return new ProviderFailed('TIMEOUT')
  return new ProviderFailed('UNREACHABLE', { code: /E[A-Z]{5,}/.exec(said)?.[0] ?? 'BROKEN' })
}
