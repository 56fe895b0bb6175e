import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { HANGZHOU } from './places.ts'

/** From the address fields to the price, by the keyboard alone: the focus is in the pick-up when the desk opens. */
export async function typeTrip(page: Page, from: string, to: string) {
  await typePlaces(page, from, to)
  await expect.poll(() => page.getByRole('region', { name: '费用预估' }).innerText()).toMatch(/公里[^]*预估合计\s*¥\d+\.\d\d/)
}

/** The same without waiting for the price. */
export async function typePlaces(page: Page, from: string, to: string) {
  await expect.poll(() => page.getByRole('combobox', { name: '上车点' }).evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByRole('option', { name: '杭州', exact: true }).waitFor({ state: 'attached' })
  await page.keyboard.press('Shift+Tab')
  // Cities are listed by their pinyin, so Hangzhou is the second of four.
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  expect(await page.getByLabel('城市').inputValue()).toBe(HANGZHOU.cityId)
  await page.keyboard.press('Enter')
  await page.keyboard.type(from)
  await page
    .getByRole('option', { name: new RegExp(from) })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  // A place is taken once the field says so; only then is the next field the one that hears the keys.
  await chosen(page, '上车点')
  await page.keyboard.type(to)
  await page
    .getByRole('option', { name: new RegExp(to) })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await chosen(page, '目的地')
}

const chosen = (page: Page, field: string) =>
  page
    .locator('.desk-field', { has: page.getByRole('combobox', { name: field }) })
    .locator('.desk-chosen')
    .waitFor()
