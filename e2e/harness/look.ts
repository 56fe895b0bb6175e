import { AxeBuilder } from '@axe-core/playwright'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { screenshots } from './visit.ts'

/** The screen that is shown, without the console around it. */
export const SHOWN = '.tab-pane[data-active="true"], main.bare'

interface Violation {
  id: string
  impact?: string | null | undefined
  nodes: { target: unknown; failureSummary?: string | undefined }[]
}
const EVERY_RULE = { resultTypes: ['violations' as const] }
/** What another theme changes of a screen: the rest is the same document. */
const COLOUR_RULES = { ...EVERY_RULE, runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] } }
const OUTSIDE = '[inert]'

/**
 * The serious and critical findings of axe, one line each with the element; of the whole page, or within a part of it. `colours`: only of
 * its colours, where the screen was looked at in the other theme.
 */
export async function barriers(page: Page, within = 'body', { colours = false } = {}): Promise<string[]> {
  const options = colours ? COLOUR_RULES : EVERY_RULE
  // Halfway from one colour to the next a word is paler than it will be. A page that draws no frame for a while ends none of them.
  await page.evaluate(() => {
    const ends = document
      .getAnimations()
      .filter((one) => Number(one.effect?.getComputedTiming().endTime) < 2_000)
      .map(({ finished }) => finished)
    return Promise.race([Promise.allSettled(ends), new Promise((over) => setTimeout(over, 5_000))])
  })
  const known = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))
  const violations = known ? await lookAgain(page, within, options) : await firstLook(page, within, options)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${String(node.target)} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`))
}

/** Leaves axe in the page. */
async function firstLook(page: Page, within: string, options: typeof EVERY_RULE): Promise<Violation[]> {
  const { violations } = await new AxeBuilder({ page })
    // The same rules, without a page beside to gather those of frames from other hosts, of which there are none: a third of the time.
    .setLegacyMode(true)
    .options(options)
    .include(within)
    .exclude(OUTSIDE)
    .analyze()
  return violations
}

/** The same rules over the same part, of which what was found alone comes out of the page: half of the time. */
const lookAgain = (page: Page, within: string, options: typeof EVERY_RULE): Promise<Violation[]> =>
  page.evaluate(
    async ({ context, options }) => {
      const { axe } = window as unknown as { axe: { run(context: object, options: object): Promise<{ violations: Violation[] }> } }
      const { violations } = await axe.run(context, options)
      return violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
      }))
    },
    { context: { include: [[within]], exclude: [[OUTSIDE]] }, options },
  )

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

/** Pictures at both sizes of a desk, for somebody to look at: on the machine of the check nobody does, and they take it a third of its time. */
export async function screenshot(page: Page, name: string): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    // A PNG takes half as long again to make.
    if (process.env.CI !== 'true') await page.screenshot({ path: join(screenshots, `${name}-${width}.jpg`), type: 'jpeg', quality: 90 })
  }
}
