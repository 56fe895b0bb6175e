import { AxeBuilder } from '@axe-core/playwright'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { screenshots } from './visit.ts'

/** The serious and critical findings of axe, one line each with the element. */
export async function barriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`))
}

const sizes = [
  [1440, 900],
  [1280, 720],
] as const

/** Pictures at both sizes of a desk, for somebody to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: join(screenshots, `${name}-${width}.png`) })
  }
}
