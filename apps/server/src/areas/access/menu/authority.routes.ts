import { authorityCalls } from '@chauffeur/contract/access/authority'
import { implement } from '#platform/http/implement'
import { menusOf } from './authority.queries.ts'
import { visibleMenu } from './menu.rules.ts'
import { BACK_OFFICE } from './menu.service.ts'
import { menuRuleRow } from './menu.view.ts'

export const authorityRoutes = implement(
  'authority',
  authorityCalls,
)({
  leftMenu: async ({ input, db, operator }) => {
    const rows = await menusOf(db, input.platformId ?? BACK_OFFICE)
    return visibleMenu(rows.map(menuRuleRow), operator.authorities, operator.deptType)
  },
  authorities: ({ operator }) => ({ authorities: [...operator.authorities].sort() }),
})
