import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { id, int, intBetween, json, nothing, optional, requiredText, text } from '../../kernel/fields.ts'
import { functionRow } from './function.ts'
import { navigationItem } from './navigation.ts'

/**
 * Where a menu entry leads: nothing (a group), a path of the console, an http(s) address in a frame, or `iframe:` before
 * such an address or path. Anything else, `javascript:` above all, is bad input.
 */
const MENU_URL = /^(?:iframe:)?(?:\/(?![/\\])[^\s\\<>"'`]*|https?:\/\/[^\s\\<>"'`/?#@]+(?:[/?#][^\s\\<>"'`]*)?)$/i
export const isMenuUrl = (url: string): boolean => url === '' || MENU_URL.test(url)
export const menuUrl = text(500).refine(
  isMenuUrl,
  '应为页面路径、http(s) 地址或 iframe: 加地址 | must be a path, an http(s) address, or iframe: before one',
)
/** A name of the icon set. */
const icon = z.string().regex(/^[A-Za-z0-9]{0,60}$/, '应为图标名称 | must be the name of an icon')
const deptTypes = json(
  z
    .array(z.union([z.literal(1), z.literal(2), z.literal(3)]))
    .min(1)
    .max(3),
)
const functionCodes = json(z.array(text(80)).max(20))
const platformId = intBetween(1, 1000)

export const menuRow = z.object({
  menuId: id,
  parentId: id.nullable(),
  platformId: z.number().int(),
  name: z.string(),
  url: z.string(),
  icon: z.string(),
  sort: z.number().int(),
  /** All of them are needed to see the entry; none is for everyone. */
  functionCodes: z.array(z.string()),
  /** Kinds of department whose people see it: 1 headquarters, 2 organisations, 3 partners. */
  deptTypes: z.array(z.number().int()),
  version: z.number().int(),
  allowedActions: z.array(z.string()),
})
export interface MenuNode extends z.infer<typeof menuRow> {
  children: MenuNode[]
}
export const menuNode: z.ZodType<MenuNode> = menuRow.extend({
  get children() {
    return z.array(menuNode)
  },
})

export const menuCalls = part({
  menuList: call({
    method: 'POST',
    path: '/api/menu/list',
    effect: 'read',
    access: { authority: 'menu.view' },
    summary: '菜单列表',
    input: z.object({ platformId: optional(platformId), keyword: optional(text(60)) }),
    output: z.object({ rows: z.array(menuRow) }),
  }),
  menuTree: call({
    method: 'GET',
    path: '/api/menu/getMenuTree',
    effect: 'read',
    access: { authority: 'menu.view' },
    summary: '菜单树',
    input: z.object({ platformId: optional(platformId) }),
    output: z.object({ menus: z.array(menuNode) }),
  }),
  menuFunctions: call({
    method: 'GET',
    path: '/api/menu/getMenuFunction',
    effect: 'read',
    access: { authority: 'menu.view' },
    summary: '菜单所需功能',
    input: z.object({ menuId: id }),
    output: z.object({ functions: z.array(functionRow) }),
    failures: ['authority.menuNotFound'],
  }),
  /** What somebody with just this role would find on the left. */
  menuPreview: call({
    method: 'GET',
    path: '/api/menu/preview',
    effect: 'read',
    access: { authority: 'menu.view' },
    summary: '按角色预览菜单',
    input: z.object({ roleId: id, platformId: optional(platformId), deptType: optional(intBetween(1, 3)) }),
    output: z.object({ roleName: z.string(), menu: z.array(navigationItem) }),
    failures: ['authority.roleNotFound'],
  }),
  menuAdd: call({
    method: 'POST',
    path: '/api/menu/add',
    effect: 'write',
    access: { authority: 'menu.edit' },
    summary: '添加菜单',
    input: z.object({
      /** None: on the top level. */
      parentId: optional(id),
      platformId: optional(platformId),
      name: requiredText(40),
      url: menuUrl.optional(),
      icon: icon.optional(),
      functionCodes: optional(functionCodes),
      deptTypes: optional(deptTypes),
    }),
    output: z.object({ menuId: id }),
    failures: [
      'authority.menuNotFound',
      'authority.unknownFunction',
      'authority.unknownPlatform',
      'authority.menuTooDeep',
      'authority.wholeTenantOnly',
    ],
  }),
  menuUpdate: call({
    method: 'POST',
    path: '/api/menu/update',
    effect: 'write',
    access: { authority: 'menu.edit' },
    summary: '修改菜单',
    input: z.object({
      menuId: id,
      version: int(),
      name: optional(requiredText(40)),
      url: menuUrl.optional(),
      icon: icon.optional(),
      functionCodes: optional(functionCodes),
      deptTypes: optional(deptTypes),
    }),
    output: z.object({ version: z.number().int() }),
    failures: ['authority.menuNotFound', 'authority.unknownFunction', 'authority.versionConflict', 'authority.wholeTenantOnly'],
  }),
  /** Order and place in the tree at once: `position` counts from 0 among the new parent's entries. */
  menuMove: call({
    method: 'POST',
    path: '/api/menu/move',
    effect: 'write',
    access: { authority: 'menu.edit' },
    summary: '移动菜单',
    input: z.object({ menuId: id, version: int(), parentId: optional(id), position: intBetween(0, 10_000) }),
    output: z.object({ version: z.number().int() }),
    failures: [
      'authority.menuNotFound',
      'authority.menuCycle',
      'authority.menuTooDeep',
      'authority.versionConflict',
      'authority.wholeTenantOnly',
    ],
  }),
  menuDelete: call({
    method: 'POST',
    path: '/api/menu/delete',
    effect: 'write',
    access: { authority: 'menu.edit' },
    summary: '删除菜单',
    input: z.object({ menuId: id, version: int() }),
    output: nothing,
    failures: ['authority.menuNotFound', 'authority.menuNotEmpty', 'authority.versionConflict', 'authority.wholeTenantOnly'],
  }),
})
