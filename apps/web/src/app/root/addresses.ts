import { fetchCode } from '#platform/browser/code.ts'
import { requestAhead, type WireCall } from '#platform/http/http.ts'
import { resolve } from './resolve.ts'
import { screens } from './screens.ts'

/** The script that draws the console, once it is here. */
type Shell = Promise<{ prefetchCall: (call: WireCall, input: object) => unknown }>

/** The screen of an address: its code, and what it will ask first. */
export function fetchScreen(path: string, shell: Shell): void {
  const target = resolve(path, screens, [])
  if (target.kind !== 'screen') return
  const { load, ahead } = target.screen
  void fetchCode(load)
  const query = new URLSearchParams(path.split('?')[1])
  ahead?.(query, requestAhead)
  // What came goes to where the screen looks before it asks.
  shell.then(
    ({ prefetchCall }) => ahead?.(query, prefetchCall),
    () => undefined,
  )
}

/** Whether an address leads nowhere: not even those who are signed in find anything there. A page in a frame is known to the menu alone. */
export const isUnknown = (path: string): boolean => !path.startsWith('/frame/') && resolve(path, screens, []).kind === 'unknown'
