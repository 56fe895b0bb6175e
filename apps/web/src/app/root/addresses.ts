import type { Screen } from '#platform/tab/screen.ts'
import { resolve } from './resolve.ts'
import { screens } from './screens.ts'

/** The screen of an address; null where it leads to none. */
export function screenAt(path: string): Screen | null {
  const target = resolve(path, screens, [])
  return target.kind === 'screen' ? target.screen : null
}

/** Whether an address leads nowhere: not even those who are signed in find anything there. A page in a frame is known to the menu alone. */
export const isUnknown = (path: string): boolean => !path.startsWith('/frame/') && resolve(path, screens, []).kind === 'unknown'
