import type { cancelRulesCalls } from '@chauffeur/contract/cancel-rules'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'

export type CancelRow = AnswerOf<typeof cancelRulesCalls.list>['rows'][number]
