import type { NavigationItem } from '@chauffeur/contract/access/authority'

/** Every entry of the menu, groups before what they hold. */
export function* walk(items: readonly NavigationItem[]): Generator<NavigationItem> {
  for (const item of items) {
    yield item
    yield* walk(item.children)
  }
}

/** The entries from the top of the menu down to the wanted one; empty when it is not in the menu. */
export function trail(items: readonly NavigationItem[], wanted: (item: NavigationItem) => boolean): NavigationItem[] {
  for (const item of items) {
    if (wanted(item)) return [item]
    const below = trail(item.children, wanted)
    if (below.length > 0) return [item, ...below]
  }
  return []
}

/** The address to embed for an `iframe:…` or http(s) entry, null for a screen. Anything that could run in our page is refused. */
export function frameAddress(url: string): string | null {
  const embedded = url.startsWith('iframe:')
  if (!embedded && !/^https?:\/\//i.test(url)) return null
  const address = embedded ? url.slice('iframe:'.length).trim() : url
  try {
    const parsed = new URL(address, location.href)
    const plain = parsed.username === '' && parsed.password === ''
    return plain && (parsed.protocol === 'http:' || parsed.protocol === 'https:') ? parsed.href : 'about:blank'
  } catch {
    return 'about:blank'
  }
}

/** What an embedded page may do. It may not navigate ours. */
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-downloads allow-modals'

/**
 * A page keeps its own origin, which it needs to sign its users in, unless that is ours: it would read the token. Cookies know no ports, so
 * that every page of our host is one of ours.
 */
export const frameSandbox = (address: string): string =>
  URL.canParse(address) && !['', location.hostname].includes(new URL(address).hostname) ? `allow-same-origin ${SANDBOX}` : SANDBOX

/** The path under which an embedded entry is opened. */
export const framePath = (item: NavigationItem): string => `/frame/${item.id}`
