import type { NavigationItem } from '@chauffeur/contract/access/authority'
import type { Screen } from '#platform/tab/screen.ts'
import { pathOnly } from '#platform/browser/hash.ts'
import { knownRoutes } from './known-routes.ts'
import { frameAddress, framePath, walk } from './navigation.ts'
import { passwordToken } from './password-link.ts'

/** What a path of the console leads to. */
export type Target =
  | { kind: 'screen'; screen: Screen; title: string; bare: boolean }
  | { kind: 'unopened'; title: string; bare: boolean }
  | { kind: 'frame'; title: string; url: string }
  | { kind: 'error'; status: string; url: string }
  | { kind: 'login' }
  | { kind: 'password' }
  | { kind: 'notFound' }
  | { kind: 'unknown' }

/** Finds out what a path leads to. `navigation` is the menu; without it paths that only a menu knows are unknown. */
export function resolve(path: string, screens: readonly Screen[], navigation: readonly NavigationItem[]): Target {
  const name = trimmed(pathOnly(path))
  if (name === '/login') return { kind: 'login' }
  if (name === '/404') return { kind: 'notFound' }
  if (passwordToken(path) !== null) return { kind: 'password' }
  const error = /^\/error\/([^/]+)$/.exec(name)
  if (error) return { kind: 'error', status: error[1] ?? '', url: askedAddress(path) }
  const known = knownRoutes.find((route) => route.path === name)
  const screen = screens.find((candidate) => matches(candidate.path, name))
  if (screen) return { kind: 'screen', screen, title: screen.title, bare: (screen.bare ?? known?.bare) === true }
  if (known) return { kind: 'unopened', title: known.title, bare: known.bare === true }
  for (const item of walk(navigation)) {
    const url = frameAddress(item.url)
    if (url !== null && framePath(item) === name) return { kind: 'frame', title: item.name, url }
    if (url === null && item.url !== '' && trimmed(pathOnly(menuPath(item.url))) === name)
      return { kind: 'unopened', title: item.name, bare: false }
  }
  return { kind: 'unknown' }
}

/** The tab a path belongs to: its name, and the parameter its screen keeps apart. */
export function tabKeyOf(path: string, screens: readonly Screen[]): string {
  const name = trimmed(pathOnly(path))
  const tabBy = screens.find((candidate) => matches(candidate.path, name))?.tabBy
  const value = tabBy === undefined ? null : new URLSearchParams(path.split('?')[1] ?? '').get(tabBy)
  return tabBy === undefined || value === null || value === '' ? name : `${name}?${tabBy}=${encodeURIComponent(value)}`
}

/** Menu addresses come with and without their leading slash or hash. */
export function menuPath(url: string): string {
  const path = url.replace(/^#/, '')
  return path.startsWith('/') ? path : `/${path}`
}

function matches(pattern: string, name: string): boolean {
  const want = pattern.split('/')
  const have = name.split('/')
  return want.length === have.length && want.every((part, index) => (part.startsWith(':') ? have[index] !== '' : part === have[index]))
}

const trimmed = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path)

/** The address that was not there, as an error page's own address names it; nothing else that a link could put there. */
function askedAddress(path: string): string {
  const url = new URLSearchParams(path.split('?')[1] ?? '').get('url') ?? ''
  return /^\/[\w./-]{1,200}$/.test(url) ? url : ''
}
