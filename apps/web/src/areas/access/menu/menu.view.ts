import type { MenuNode } from '@chauffeur/contract/access/menu'
import type { NavigationItem } from '@chauffeur/contract/access/navigation'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { menuCalls } from '@chauffeur/contract/access/menu'
import type { Branch } from '#kit/tree/tree-move.view.ts'

export const MAX_DEPTH = 4
export type MenuRow = AnswerOf<typeof menuCalls.menuList>['rows'][number]
export type MenuBranch = MenuRow & Branch & { id: string; children: MenuBranch[] }

export const menuBranches = (menus: readonly MenuNode[]): MenuBranch[] =>
  menus.map(({ children, ...row }) => ({ ...row, id: row.menuId, children: menuBranches(children) }))

/** Entries of a preview as branches of a tree. */
export type PreviewBranch = Omit<NavigationItem, 'children'> & Branch & { children: PreviewBranch[] }
export const previewBranches = (items: readonly NavigationItem[]): PreviewBranch[] =>
  items.map(({ children, ...item }) => ({ ...item, children: previewBranches(children) }))

/** What an address opens: nothing (a group), a screen of the console, or a page of elsewhere in a frame. */
export type MenuKind = 'group' | 'screen' | 'frame'
export function kindOf(url: string): MenuKind {
  if (url === '') return 'group'
  return /^(?:iframe:|https?:)/i.test(url) ? 'frame' : 'screen'
}
