import type { NavigationItem } from '@chauffeur/contract/access/authority'
import type { Page } from 'playwright-core'

/** The entries of a left menu that open something. */
export const leaves = (items: readonly NavigationItem[]): NavigationItem[] =>
  items.flatMap((item) => [...(item.url === '' ? [] : [item]), ...leaves(item.children)])

export const menuOf = (page: Page) => page.getByRole('navigation', { name: '主菜单' })
