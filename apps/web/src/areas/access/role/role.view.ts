import type { roleCalls } from '@chauffeur/contract/access/role'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'

export type RoleInfo = AnswerOf<typeof roleCalls.roleInfo>
export type RoleRow = AnswerOf<typeof roleCalls.roleList>['rows'][number]
