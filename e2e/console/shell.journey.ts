import { authorityCalls } from '@chauffeur/contract/access/authority'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { leaves } from '../harness/menu.ts'
import { visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const hash = (page: Page) => new URL(page.url()).hash

test('Ctrl+K finds a screen by the first letters of its pinyin', async () => {
  const { page } = await visit('/', { as: 'operator' })
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link').first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索菜单和命令' }).fill('sjdt')
  // The list says where a screen is too; the best match is the one that Enter takes.
  await page.getByRole('option', { name: /^司机地图/, selected: true }).waitFor()
  await screenshot(page, 'palette')
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => hash(page)).toBe('#/yunYing/driverMap')
})

test('the theme holds over a reload and in the next session', async () => {
  const { page } = await visit('/Order/List', { as: 'cityops' })
  const theme = () => page.locator('html').getAttribute('data-theme')
  await expect.poll(theme).toBe('dark')
  await page.getByRole('button', { name: '陈志远' }).waitFor()
  const saved = page.waitForResponse('**/api/session/preferences/save')
  await page.getByRole('button', { name: '切换到浅色主题' }).click()
  await expect.poll(theme).toBe('light')
  await saved
  await page.reload()
  await expect.poll(theme).toBe('light')
  await page.getByRole('button', { name: '切换到深色主题' }).waitFor()
})

/** The brand, people and addresses are data; every word of the console's own is to be English. */
const data = /归航代驾|中文/g

/** Where operators are all day: looked at more closely than the rest. */
const DAILY = ['/', '/CallCentre/Desk', '/Order/List', '/yunYing/driverMap', '/icons']

test('in English no word of the console is left in Chinese', async () => {
  const { page } = await visit('/', { as: 'operator', locale: 'en' })
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Console' }).waitFor()
  for (const url of DAILY) {
    await page.goto(page.url().replace(/#.*/, `#${url}`))
    await settled(page)
    const left = await ownWords(page)
    expect.soft(left.join('\n'), url).toBe('')
    await screenshot(page, `english${url.replaceAll('/', '-')}`)
  }
})

test('in English no other screen has Chinese left either, but names that people gave', {
  timeout: 240_000,
}, async () => {
  const { page, token } = await visit('/', { as: 'platform', locale: 'en' })
  const menu = leaves(await send(inject('address'), authorityCalls.leftMenu, { deptType: 1 }, token))
  const screens = menu.filter(({ url }) => !DAILY.includes(url))
  expect(screens.length).toBeGreaterThan(20)
  for (const { url } of screens) {
    await page.goto(page.url().replace(/#.*/, `#${url}`))
    await settled(page)
    expect.soft((await ownWords(page, GIVEN)).join('\n'), url).toBe('')
    await screenshot(page, `english${url.replaceAll('/', '-')}`)
  }
})

/** Where names stand that people gave: of departments, roles, templates, fences, tenants, and of whose picture it is. */
const GIVEN =
  '[data-given], .media-panes, [role="tree"], .tree-pane h2, .tree-pane[aria-label], .tree-pane [role="grid"], [role="treeitem"], .fences-list, td, dd, .tenancy-brand, select option, .ant-select-content, canvas, th[scope="row"]'

/** Chinese text that is shown or spoken, outside the cells of data. */
const ownWords = (page: Page, given = 'title') =>
  page.evaluate(
    ([pattern, names]) => {
      const han = /\p{Script=Han}/u
      const known = new RegExp(pattern ?? '', 'g')
      const found = new Set<string>()
      const look = (text: string | null) => {
        const left = (text ?? '').replaceAll(known, '').trim()
        if (han.test(left)) found.add(left)
      }
      const isData = `[role="gridcell"], [role="row"] [title], .home-live, .fleet-list, .user-button, .popup, [lang="zh-CN"], title, ${names}`
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement
        if (!element?.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true })) continue
        if (element.closest('[inert]') || element.closest(isData)) continue
        look(node.textContent)
      }
      for (const element of document.querySelectorAll('[placeholder], [aria-label], [title]')) {
        if (element.closest('[inert]') || element.closest(isData)) continue
        for (const name of ['placeholder', 'aria-label', 'title']) look(element.getAttribute(name))
      }
      return [...found]
    },
    [data.source, given],
  )
