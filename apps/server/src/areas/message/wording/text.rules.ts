import { type MessageEvent, messageEvents, textFault, type TextFault, messageVariableText } from '@chauffeur/contract/message/event'
import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import type { MessageTextEffect, MessageTextEvent, MessageTextState } from '@chauffeur/contract/message/text'
import type { Problem } from '#platform/http/problems'
import { defineMachine } from '#platform/machine/machine'

/** Two people stand behind every word that customers read. What holds is never changed: the next version replaces it. */
export const textMachine = defineMachine<MessageTextState, MessageTextEvent, 'OPERATOR'>({
  states: ['WAITING', 'IN_FORCE', 'REJECTED', 'WITHDRAWN', 'REPLACED'],
  begins: ['WAITING'],
  rests: ['IN_FORCE', 'REJECTED', 'WITHDRAWN', 'REPLACED'],
  events: {
    approve: { from: ['WAITING'], to: 'IN_FORCE', by: ['OPERATOR'] },
    reject: { from: ['WAITING'], to: 'REJECTED', by: ['OPERATOR'] },
    withdraw: { from: ['WAITING'], to: 'WITHDRAWN', by: ['OPERATOR'] },
    replace: { from: ['IN_FORCE'], to: 'REPLACED', by: ['OPERATOR'] },
  },
})

/** What a version says, for whom. */
export interface TextProposed {
  event: MessageEvent
  cityId: string | null
  channelId: string | null
  language: MessageLanguage
  effect: MessageTextEffect
  sign: string
  body: string
}
const named = (variable: string) => {
  const words = (messageVariableText as Record<string, string>)[variable]
  return words ? `\${${variable}}（${words}）` : `\${${variable}}`
}
const BODY: Record<TextFault, (variable: string) => Omit<Problem, 'path'>> = {
  EMPTY: () => ({ zh: '请填写消息内容', en: 'Required' }),
  UNKNOWN: (variable) => ({ zh: `该事件没有变量 \${${variable}}`, en: `This event has no variable \${${variable}}` }),
  BROKEN: () => ({ zh: '变量应写成 ${名称}，花括号须成对', en: 'A variable is written ${name}, with both braces' }),
  MISSING: (variable) => ({ zh: `内容须包含 ${named(variable)}`, en: `The text has to hold \${${variable}}` }),
}

/** What is wrong with a version; nothing when it can be proposed. */
export function textFaults({ event, cityId, channelId, language, effect, body }: TextProposed): Problem[] {
  const { by, must } = messageEvents[event]
  const faults: Problem[] = []
  if (cityId !== null && !by.includes('city'))
    faults.push({ path: 'cityId', zh: '该事件的消息不分城市', en: 'This message is the same in every city' })
  if (channelId !== null && !by.includes('channel'))
    faults.push({ path: 'channelId', zh: '该事件的消息不分渠道', en: 'This message is the same for every channel' })
  if (effect === 'OFF' && must)
    faults.push({
      path: 'effect',
      zh: '该消息不能关闭，否则对方无法继续',
      en: 'This message cannot be switched off: nobody could go on without it',
    })
  if (effect === 'FOLLOW' && cityId === null && channelId === null && language === 'zh')
    faults.push({ path: 'effect', zh: '默认模板没有上级', en: 'Nothing is wider than the standard text' })
  const fault = effect === 'SEND' ? textFault(event, body) : null
  if (fault) faults.push({ path: 'body', ...BODY[fault.fault](fault.variable) })
  return faults
}
