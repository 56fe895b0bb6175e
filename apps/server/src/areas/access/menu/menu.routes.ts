import { menuCalls } from '@chauffeur/contract/access/menu'
import { platformOnly } from '@chauffeur/contract/authorities'
import { implement } from '#platform/http/implement'
import { findMenu, menusOf } from './authority.queries.ts'
import { functionsByCode } from '../function/index.ts'
import { functionView } from '../function/index.ts'
import { seesNothing, seesWholeTenant } from '../function/index.ts'
import { visibleMenu } from './menu.rules.ts'
import { addMenu, BACK_OFFICE, changeMenu, placeMenu, removeMenu } from './menu.service.ts'
import { menuTree } from './menu-tree.rules.ts'
import { menuRuleRow, menuView } from './menu.view.ts'
import { findRole } from '../role/index.ts'

export const menuRoutes = implement(
  'authority',
  menuCalls,
)({
  menuList: async ({ input, db, operator, scope }) => {
    if (seesNothing(scope)) return { rows: [] }
    const edits = operator.authorities.has('menu.edit') && seesWholeTenant(scope)
    const wanted = input.keyword?.toLowerCase() ?? ''
    const rows = await menusOf(db, input.platformId ?? BACK_OFFICE)
    return { rows: rows.filter((row) => `${row.name} ${row.url}`.toLowerCase().includes(wanted)).map((row) => menuView(row, edits)) }
  },
  menuTree: async ({ input, db, operator, scope }) => {
    if (seesNothing(scope)) return { menus: [] }
    const edits = operator.authorities.has('menu.edit') && seesWholeTenant(scope)
    return { menus: menuTree((await menusOf(db, input.platformId ?? BACK_OFFICE)).map((row) => menuView(row, edits))) }
  },
  menuFunctions: async ({ input, db, operator, scope, fail }) => {
    const menu = seesNothing(scope) ? undefined : await findMenu(db, input.menuId)
    if (!menu) return fail('authority.menuNotFound')
    const rows = menu.function_codes.length ? await functionsByCode(db, menu.function_codes) : []
    return { functions: rows.map((row) => functionView(row, operator)) }
  },
  menuPreview: async ({ input, db, scope, fail }) => {
    const role = seesNothing(scope) ? undefined : await findRole(db, input.roleId)
    if (!role) return fail('authority.roleNotFound')
    const rows = await menusOf(db, input.platformId ?? BACK_OFFICE)
    const codes = new Set(role.function_codes?.filter((code) => !platformOnly.has(code)))
    return { roleName: role.name, menu: visibleMenu(rows.map(menuRuleRow), codes, input.deptType ?? 1) }
  },
  menuAdd: ({ input, db, operator, scope, audit, emit, fail }) => addMenu(input, { tx: db, operator, scope, audit, emit, fail }),
  menuUpdate: ({ input, db, operator, scope, audit, emit, fail }) => changeMenu(input, { tx: db, operator, scope, audit, emit, fail }),
  menuMove: ({ input, db, operator, scope, audit, emit, fail }) => placeMenu(input, { tx: db, operator, scope, audit, emit, fail }),
  menuDelete: ({ input, db, operator, scope, audit, emit, fail }) => removeMenu(input, { tx: db, operator, scope, audit, emit, fail }),
})
