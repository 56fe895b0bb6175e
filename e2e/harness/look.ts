import { AxeBuilder } from '@axe-core/playwright'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { screenshots } from './visit.ts'

/** The screen that is shown, without the console around it. */
export const SHOWN = '.tab-pane[data-active="true"], main.bare'

/** The serious and critical findings of axe, one line each with the element; of the whole page, or within a part of it. */
export async function barriers(page: Page, within = 'body'): Promise<string[]> {
  // Half a megabyte, which would be sent and read twice at each look: a page that has it keeps it.
  const known = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))
  const { violations } = await new AxeBuilder({ page, ...(known && { axeSource: 'window.axe' }) })
    // The same rules, without a page beside to gather those of frames from other hosts, of which there are none: a third of the time.
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .include(within)
    .exclude('[inert]')
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`))
}

/** Until the shown screen has its heading and waits for nothing any more. */
export async function settled(page: Page): Promise<void> {
  const shown = page.locator(SHOWN).last()
  await shown.locator('h1').first().waitFor({ state: 'attached' })
  await expect.poll(() => shown.locator('.ui-skeleton, .waiting, [aria-busy="true"]').count()).toBe(0)
  await page.evaluate(() => document.fonts.ready)
}

const sizes = [
  [1440, 900],
  [1280, 720],
] as const

/** Pictures at both sizes of a desk, for somebody to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    // A PNG takes half as long again to make.
    await page.screenshot({ path: join(screenshots, `${name}-${width}.jpg`), type: 'jpeg', quality: 90 })
  }
}
