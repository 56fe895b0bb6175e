import { fetchCode } from '#platform/browser/code.ts'
import { requestAhead, type WireCall } from '#platform/http/http.ts'
import type { Screen } from './screen.ts'

/** The script that draws the console, once it is here. */
type Shell = Promise<{ prefetchCall: (call: WireCall, input: object) => unknown }>

/** Asks for the code of a screen at `path` and for what it will ask first. */
export function fetchScreen({ load, ahead }: Pick<Screen, 'load' | 'ahead'>, path: string, shell: Shell): void {
  void fetchCode(load)
  const query = new URLSearchParams(path.split('?')[1])
  ahead?.(query, requestAhead)
  // What came goes to where the screen looks before it asks.
  shell.then(
    ({ prefetchCall }) => ahead?.(query, prefetchCall),
    () => undefined,
  )
}
