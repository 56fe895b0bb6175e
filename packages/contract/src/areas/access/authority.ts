import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { intBetween, optional } from '../../kernel/fields.ts'
import { navigationItem } from './navigation.ts'

export { navigationItem, type NavigationItem } from './navigation.ts'

export const authorityRefusals = refusals({
  'authority.functionNotFound': { code: 404, zh: '功能不存在', en: 'No such function' },
  'authority.systemNotFound': { code: 404, zh: '系统不存在', en: 'No such system', field: 'systemId' },
  'authority.menuNotFound': { code: 404, zh: '菜单不存在', en: 'No such menu entry' },
  'authority.roleNotFound': { code: 404, zh: '角色不存在', en: 'No such role' },
  'authority.versionConflict': {
    code: 40950,
    zh: '内容已被他人修改，请核对最新内容后再保存',
    en: 'Somebody else changed it meanwhile, look at the present state and save again',
  },
  'authority.codeTaken': { code: 40951, zh: '该功能编码已存在', en: 'This function code is taken', field: 'code' },
  'authority.functionFixed': { code: 40952, zh: '系统内置功能不能删除', en: 'A function of the program itself cannot be deleted' },
  'authority.functionInUse': {
    code: 40953,
    zh: '功能正被角色、菜单或下级功能使用，不能删除',
    en: 'Roles, menus or functions below still use it',
  },
  'authority.functionCycle': {
    code: 40954,
    zh: '上级功能不能是自己或自己的下级',
    en: 'A function cannot be below itself',
    field: 'parentCode',
  },
  'authority.platformTaken': { code: 40955, zh: '该平台编号已被使用', en: 'This platform number is taken', field: 'platformId' },
  'authority.systemInUse': { code: 40956, zh: '系统下还有功能或菜单，不能删除', en: 'Functions or menus still belong to this system' },
  'authority.unknownPlatform': { code: 40957, zh: '平台不存在', en: 'No such platform' },
  'authority.unknownFunction': { code: 40958, zh: '包含不存在的功能', en: 'It names functions that do not exist', field: 'functionCodes' },
  'authority.roleNameTaken': { code: 40959, zh: '已有同名角色', en: 'A role of this name exists', field: 'name' },
  'authority.roleInUse': { code: 40960, zh: '仍有用户使用该角色，不能删除', en: 'Users still have this role' },
  'authority.administratorRole': { code: 40961, zh: '管理员角色不能删除', en: "The administrators' role cannot be deleted" },
  'authority.ownRole': { code: 40962, zh: '不能修改自己所属角色的功能', en: 'You cannot change the functions of a role you have' },
  'authority.beyondOwn': { code: 40963, zh: '不能授予或收回自己没有的功能', en: 'You cannot give or take functions you lack' },
  'authority.roleBeyondScope': {
    code: 40964,
    zh: '该角色涉及您管理范围以外的部门或用户，不能修改',
    en: 'This role reaches departments or people beyond your scope',
  },
  'authority.lastAdministrator': {
    code: 40965,
    zh: '此操作会使租户没有可用的管理员，不能执行',
    en: 'The tenant would be left without an administrator',
  },
  'authority.menuCycle': { code: 40966, zh: '不能移动到自己或自己的下级菜单中', en: 'A menu entry cannot be moved below itself' },
  'authority.menuTooDeep': { code: 40967, zh: '菜单最多四级', en: 'Menus have four levels at most' },
  'authority.menuNotEmpty': { code: 40968, zh: '请先移动或删除下级菜单', en: 'Move or delete the entries below it first' },
  'authority.wholeTenantOnly': {
    code: 40969,
    zh: '菜单对全公司生效，仅总部管理员可修改',
    en: "Menus are for the whole business: headquarters' administrators change them",
  },
})

/** `platformId` and `deptType` are sent by the client and never trusted: what is answered follows the session. */
const who = z.object({ platformId: optional(intBetween(1, 1000)), deptType: optional(intBetween(1, 3)) })

export const authorityCalls = {
  leftMenu: call({
    method: 'POST',
    path: '/api/authority/getLeftMenu',
    effect: 'read',
    access: 'signedIn',
    summary: '左侧菜单',
    input: who,
    output: z.array(navigationItem),
  }),
  authorities: call({
    method: 'POST',
    path: '/api/authority/getUserAuthorities',
    effect: 'read',
    access: 'signedIn',
    summary: '当前用户权限',
    input: who,
    output: z.object({ authorities: z.array(z.string()) }),
  }),
} satisfies Area
