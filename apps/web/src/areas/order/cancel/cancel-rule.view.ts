import type { cancelRulesCalls } from '@chauffeur/contract/order/cancel-rules'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'

export type CancelRow = AnswerOf<typeof cancelRulesCalls.list>['rows'][number]
