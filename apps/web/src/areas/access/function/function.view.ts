import type { functionCalls } from '@chauffeur/contract/access/function'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'

export type SystemRow = AnswerOf<typeof functionCalls.systemList>['rows'][number]
