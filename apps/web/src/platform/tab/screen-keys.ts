import { useEffect } from 'react'
import { useTabActive } from './tab.ts'

/** Keys as `Shift+F10`, and what they do. */
export type ScreenKey = readonly [keys: string, what: string]

const shown = new Set<readonly ScreenKey[]>()

/** What the list of keys says of the screen that is shown. */
export function useScreenKeys(keys: readonly ScreenKey[]): void {
  const active = useTabActive()
  useEffect(() => {
    if (!active) return
    shown.add(keys)
    return () => {
      shown.delete(keys)
    }
  }, [active, keys])
}
export const screenKeys = (): ScreenKey[] => [...shown].flat()
