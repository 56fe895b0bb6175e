import type { NavigationItem } from '@chauffeur/contract/access/authority'

/** The entries of a left menu that open something. */
export const leaves = (items: readonly NavigationItem[]): NavigationItem[] =>
  items.flatMap((item) => [...(item.url === '' ? [] : [item]), ...leaves(item.children)])
