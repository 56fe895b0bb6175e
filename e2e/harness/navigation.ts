import type { NavigationItem } from '@chauffeur/contract/access/authority'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shownPane } from './visit.ts'

/** The entries of a left menu that open something. */
export const leaves = (items: readonly NavigationItem[]): NavigationItem[] =>
  items.flatMap((item) => [...(item.url === '' ? [] : [item]), ...leaves(item.children)])

export const menuOf = (page: Page) => page.getByRole('navigation', { name: '主菜单' })

/** By K to the beginning of the queue that is open and by J on until this one is shown, beside others that come and go. */
export async function goToInQueue(page: Page, name: string) {
  const shown = () => shownPane(page).locator('.queue > section').getAttribute('aria-label')
  const moves = async (key: 'j' | 'k', from: string | null) => {
    await page.keyboard.press(key)
    return expect
      .poll(shown, { timeout: 500 })
      .not.toBe(from)
      .then(
        () => true,
        // The first and the last stay.
        () => false,
      )
  }
  // One that has just come is told by the stream, or found at the next asking.
  for (const end = Date.now() + 30_000; Date.now() < end; )
    for (const key of ['k', 'j'] as const) {
      let at = await shown()
      while (at !== name && (await moves(key, at))) at = await shown()
      if (at === name) return
    }
  throw new Error(`${name} is not in the queue.`)
}
