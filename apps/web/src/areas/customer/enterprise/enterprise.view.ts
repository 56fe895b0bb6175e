import type { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'

export type EnterpriseRow = AnswerOf<typeof enterpriseCalls.enterprises>['rows'][number]
export type Enterprise = AnswerOf<typeof enterpriseCalls.enterprise>
export type Employee = AnswerOf<typeof enterpriseCalls.employees>['rows'][number]
export type Entry = AnswerOf<typeof enterpriseCalls.entries>['rows'][number]
