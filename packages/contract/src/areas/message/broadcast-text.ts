import * as z from 'zod'
import { variablesIn } from './event.ts'
import type { SmsProvider } from './sending.ts'

/** What is replied by who wants no more, and the line that says so: the law asks for it in every such text. */
export const refuseBy = z.enum(['R', 'TD', 'T'])
export type RefuseBy = z.infer<typeof refuseBy>
export const refuseLine: Record<RefuseBy, string> = { R: '拒收请回复R', TD: '回TD退订', T: '回T退订' }

export const broadcastVariable = z.enum(['name', 'city'])
export type BroadcastVariable = z.infer<typeof broadcastVariable>
export const broadcastVariableText: Record<BroadcastVariable, string> = { name: '称呼', city: '城市' }
export const broadcastSamples: Record<BroadcastVariable, string> = { name: '张先生', city: '杭州市' }

const VARIABLE = /\$\{([^{}]*)\}/g
/** As one person reads it: signature, text with its values, and how to refuse more. */
export const broadcastText = (
  { sign, body, refuseBy: by }: { sign: string; body: string; refuseBy: RefuseBy },
  values: Record<BroadcastVariable, string>,
): string => `【${sign}】${body.replace(VARIABLE, (whole, name: BroadcastVariable) => values[name] ?? whole)}${refuseLine[by]}`
/** Whether every recipient reads the same. */
export const isPlain = (body: string): boolean => body.search(VARIABLE) === -1

/** As a provider's console takes it: Tencent counts variables. The line that says how to refuse belongs to it, the signature does not. */
export function submittedText(provider: SmsProvider, { body, refuseBy: by }: { body: string; refuseBy: RefuseBy }): string {
  const counted = variablesIn(body).reduce((text, name, at) => text.replaceAll(`\${${name}}`, `{${at + 1}}`), body)
  return (provider === 'TENCENT' ? counted : body) + refuseLine[by]
}

export type BroadcastFault = 'EMPTY' | 'UNKNOWN' | 'BROKEN' | 'REFUSAL'
/** What is wrong with a text, and of which variable. */
export function broadcastFault(body: string): { fault: BroadcastFault; variable: string } | null {
  if (body.trim() === '') return { fault: 'EMPTY', variable: '' }
  for (const [, variable = ''] of body.matchAll(VARIABLE))
    if (!broadcastVariable.options.includes(variable as BroadcastVariable)) return { fault: 'UNKNOWN', variable }
  if (/[{}]/.test(body.replace(VARIABLE, ''))) return { fault: 'BROKEN', variable: '' }
  // It is added by itself: twice would be two ways to refuse, of which one may not work.
  if (/退订|拒收|回复?\s*(?:R|TD|T)(?![A-Za-z])/i.test(body)) return { fault: 'REFUSAL', variable: '' }
  return null
}
