import { authorityCalls } from '@chauffeur/contract/authority'
import { implement } from '#platform/implement'
import { menusOf } from './authority.queries.ts'
import { visibleMenu } from './menu.rules.ts'

/** The back office's own platform; a client that sends none means this one. */
const BACK_OFFICE = 3

export const authorityRoutes = implement(
  'authority',
  authorityCalls,
)({
  leftMenu: async ({ input, db, operator }) => {
    const rows = await menusOf(db, input.platformId ?? BACK_OFFICE)
    const menu = rows.map((row) => ({
      menuId: row.menu_id,
      parentId: row.parent_id,
      name: row.name,
      url: row.url,
      icon: row.icon,
      functionCodes: row.function_codes,
      deptTypes: row.dept_types,
    }))
    return visibleMenu(menu, operator.authorities, operator.deptType)
  },
  authorities: ({ operator }) => ({ authorities: [...operator.authorities].sort() }),
})
