import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { HANGZHOU } from './places.ts'

/** From the address fields to the price, by the keyboard alone: the focus is in the pick-up when the desk opens. */
export async function typeTrip(page: Page, from: string, to: string) {
  await expect.poll(() => page.getByRole('combobox', { name: '上车点' }).evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByRole('option', { name: '杭州' }).waitFor({ state: 'attached' })
  await page.keyboard.press('Shift+Tab')
  // Cities are listed by their pinyin, so Hangzhou is the second of four.
  await page.keyboard.press('ArrowDown')
  expect(await page.getByLabel('城市').inputValue()).toBe(HANGZHOU.cityId)
  await page.keyboard.press('Enter')
  await page.keyboard.type(from)
  await page
    .getByRole('option', { name: new RegExp(from) })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type(to)
  await page
    .getByRole('option', { name: new RegExp(to) })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('region', { name: '费用预估' }).innerText()).toMatch(/公里[^]*预估合计\s*¥\d+\.\d\d/)
}
