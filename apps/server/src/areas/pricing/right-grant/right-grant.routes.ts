import { rightGrantCalls } from '@chauffeur/contract/pricing/right-grant'
import { implement } from '#platform/http/implement'
import { rightGrantList } from './right-grant.list.ts'
import { giveRight, revokeRight } from './right-grant.service.ts'

export const rightGrantRoutes = implement(
  'rightGrant',
  rightGrantCalls,
)({
  list: rightGrantList.page,
  give: ({ input, db, ...context }) => giveRight(input, { tx: db, ...context }),
  revoke: ({ input, db, ...context }) => revokeRight(input, { tx: db, ...context }),
})
