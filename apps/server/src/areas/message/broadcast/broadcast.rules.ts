import { type BroadcastEvent, type BroadcastState, type BroadcastWhom, type LeftOutWhy } from '@chauffeur/contract/message/broadcast-model'
import { type BroadcastFault, broadcastFault, broadcastVariable, broadcastVariableText } from '@chauffeur/contract/message/broadcast-text'
import { variablesIn } from '@chauffeur/contract/message/event'
import type { SmsProvider } from '@chauffeur/contract/message/sending'
import type { RegisteredText } from '#platform/provider/sms'
import type { Problem } from '#platform/http/problems'
import { defineMachine } from '#platform/machine/machine'

/** Two people stand behind what goes to many. Whoever is left when it is stopped stays so until it is gone on with or ended. */
export const broadcastMachine = defineMachine<BroadcastState, BroadcastEvent, 'OPERATOR' | 'CLOCK'>({
  states: ['DRAFT', 'WAITING', 'APPROVED', 'SENDING', 'STOPPED', 'ENDED', 'DONE'],
  begins: ['DRAFT'],
  rests: ['ENDED', 'DONE'],
  events: {
    submit: { from: ['DRAFT'], to: 'WAITING', by: ['OPERATOR'] },
    withdraw: { from: ['WAITING'], to: 'DRAFT', by: ['OPERATOR'] },
    reject: { from: ['WAITING'], to: 'DRAFT', by: ['OPERATOR'] },
    approve: { from: ['WAITING'], to: 'APPROVED', by: ['OPERATOR'] },
    begin: { from: ['APPROVED'], to: 'SENDING', by: ['CLOCK'] },
    stop: { from: ['APPROVED', 'SENDING'], to: 'STOPPED', by: ['OPERATOR'] },
    goOn: { from: ['STOPPED'], to: 'APPROVED', by: ['OPERATOR'] },
    end: { from: ['DRAFT', 'WAITING', 'APPROVED', 'STOPPED'], to: 'ENDED', by: ['OPERATOR'] },
    finish: { from: ['SENDING'], to: 'DONE', by: ['CLOCK'] },
  },
})

/** Of somebody whom a broadcast is for, what decides whether they get it. */
export interface Standing {
  /** Null of who is not there any more. */
  phone: string | null
  erased?: boolean
  merged?: boolean
  /** To a city that it is not for, or to another telephone, since it was approved. */
  moved?: boolean
  /** What they last said to marketing; null: nothing. Not given of who is not asked: drivers, of their work. */
  consented?: boolean | null
  blacklisted?: boolean
  /** Their number stands on the list of those who want no more. */
  optedOut: boolean
  /** Broadcasts that they got in 30 days, and how many they may get; null: any number. */
  had: number
  most: number | null
}
const MOBILE = /^1\d{10}$/
/** Why they do not get it; null where they do. */
export function leftOut(person: Standing): LeftOutWhy | null {
  if (person.erased) return 'ERASED'
  if (person.phone === null) return 'GONE'
  if (person.merged) return 'MERGED'
  if (person.moved) return 'MOVED'
  if (!MOBILE.test(person.phone)) return 'NO_MOBILE'
  if (person.consented === false) return 'OPTED_OUT'
  if (person.consented === null) return 'NO_CONSENT'
  if (person.blacklisted) return 'BLACKLISTED'
  if (person.optedOut) return 'OPTED_OUT'
  return person.most !== null && person.had >= person.most ? 'CAPPED' : null
}

const BODY: Record<BroadcastFault, (variable: string) => Omit<Problem, 'path'>> = {
  EMPTY: () => ({ zh: '请填写短信内容', en: 'Required' }),
  UNKNOWN: (variable) => ({
    zh: `没有变量 \${${variable}}，可用：${broadcastVariable.options.map((name) => `\${${name}}（${broadcastVariableText[name]}）`).join('、')}`,
    en: `There is no variable \${${variable}}: use ${broadcastVariable.options.map((name) => `\${${name}}`).join(', ')}`,
  }),
  BROKEN: () => ({ zh: '变量应写成 ${名称}，花括号须成对', en: 'A variable is written ${name}, with both braces' }),
  REFUSAL: () => ({ zh: '内容里不用写退订说明，系统会加在末尾', en: 'Leave out how to refuse: it is added at the end' }),
}
export interface Written {
  whom: BroadcastWhom
  body: string
  audience: { groupIds?: unknown; lastWithinDays?: number | undefined; lastBeforeDays?: number | undefined }
}
/** What is wrong with what somebody wrote; nothing where it can go out. */
export function broadcastFaults({ whom, body, audience }: Written): Problem[] {
  const faults: Problem[] = []
  const fault = broadcastFault(body)
  if (fault) faults.push({ path: 'body', ...BODY[fault.fault](fault.variable) })
  const { groupIds, lastWithinDays: within, lastBeforeDays: before } = audience
  if (whom === 'DRIVERS' && Array.isArray(groupIds) && groupIds.length > 0)
    faults.push({ path: 'groupIds', zh: '司机不属于客户分组', en: 'Drivers are in no group of customers' })
  if (within !== undefined && before !== undefined && before >= within)
    faults.push({
      path: 'lastBeforeDays',
      zh: '应小于“多少天内下过单”，否则没有人符合',
      en: 'Must be less than the days within which they ordered, or nobody is left',
    })
  return faults
}

/** How each provider has a text: variables in the order in which it says them. */
export const registeredOf = ({ sign, body, codes }: { sign: string; body: string; codes: Readonly<Record<string, string>> }) =>
  Object.fromEntries(
    Object.entries(codes).map(([serviceId, code]): [string, RegisteredText] => [serviceId, { code, params: variablesIn(body), sign }]),
  )

const CODES: Partial<Record<SmsProvider, { shape: RegExp; example: string }>> = {
  ALIYUN: { shape: /^SMS_\d{1,20}$/, example: 'SMS_123456789' },
  TENCENT: { shape: /^\d{1,20}$/, example: '1234567' },
}
/** What is wrong with the codes that were entered; one of a provider that is gone is nobody's. */
export const codeFaults = (codes: Readonly<Record<string, string>>, providers: ReadonlyMap<string, SmsProvider>): Problem[] =>
  Object.entries(codes).flatMap(([serviceId, code]) => {
    const provider = providers.get(serviceId)
    const known = provider && CODES[provider]
    if (!known) return [{ path: `code${serviceId}`, zh: '该服务商不存在或不需要模板编号', en: 'No such provider, or it needs no code' }]
    return known.shape.test(code)
      ? []
      : [
          {
            path: `code${serviceId}`,
            zh: `应为服务商控制台里的模板编号，如 ${known.example}`,
            en: `Must be the code in the provider’s console, such as ${known.example}`,
          },
        ]
  })
