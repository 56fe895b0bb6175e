import { sessionCalls } from '@chauffeur/contract/access/session'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { passwordOf } from '../harness/account.ts'
import { barriers, screenshot } from '../harness/look.ts'
import { visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const hash = (page: Page) => new URL(page.url()).hash

async function fill(page: Page, username: string, password: string) {
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码').fill(password)
  await page.keyboard.press('Enter')
}

test('the page asked for without a session opens after signing in', async () => {
  const { page } = await visit('/Order/List?serviceStatus=501')
  await expect.poll(() => hash(page)).toBe('#/login')
  await fill(page, 'operator', passwordOf('operator'))
  await page.getByRole('tab', { name: '订单列表', selected: true }).waitFor()
  expect(hash(page)).toBe('#/Order/List?serviceStatus=501')
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name }) => name).toSorted()).toEqual(['email', 'token', 'username'])
})

test('a wrong password is said at the form, and what was typed stays', async () => {
  const { page } = await visit('/login')
  await fill(page, 'finance', 'not-the-password')
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('用户名或密码错误')
  expect(await page.getByLabel('用户名').inputValue()).toBe('finance')
  expect(hash(page)).toBe('#/login')
  await page.getByLabel('密码').fill(passwordOf('finance'))
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
})

test('after five wrong passwords even the right one has to wait, and the page says how long', async () => {
  const { page } = await visit('/login')
  // NOTE: the account of the other tenant, which no other journey signs in with from here on.
  for (let tries = 1; tries <= 5; tries++) {
    const answered = page.waitForResponse('**/public/login')
    await fill(page, 'operator2', `wrong ${tries}`)
    await answered
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('用户名或密码错误')
  }
  await fill(page, 'operator2', passwordOf('operator2'))
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/登录失败次数过多.+\d+ 秒后可重试/)
  expect(await page.getByRole('button', { name: '登录', exact: true }).isDisabled()).toBe(true)
})

test('signing out ends the session here and on the server', async () => {
  const { page, token, context } = await visit('/Order/List', { as: 'operator' })
  await page.getByRole('grid', { name: '订单列表' }).waitFor()
  await page.getByRole('button', { name: '林晓雨' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByLabel('用户名').waitFor()
  expect(hash(page)).toBe('#/login')
  expect(await context.cookies()).toEqual([])
  await expect(send(inject('address'), sessionCalls.me, {}, token)).rejects.toThrow('401')
})

test('whoever is signed in is led from the sign-in page to the home page', async () => {
  const { page } = await visit('/login', { as: 'finance' })
  await expect.poll(() => hash(page)).toBe('#/')
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
})

test('an address nobody knows leads to 404, with and without a session', async () => {
  const { page: outside } = await visit('/no/such/page')
  await outside.getByRole('heading', { name: '页面不存在' }).waitFor()
  expect(hash(outside)).toBe('#/404')
  const { page: inside } = await visit('/no/such/page', { as: 'finance' })
  await inside.getByRole('heading', { name: '页面不存在' }).waitFor()
  expect(hash(inside)).toBe('#/404')
  await inside.getByRole('link', { name: '返回首页' }).click()
  await inside.getByRole('navigation', { name: '主菜单' }).waitFor()
})

test('each host shows the brand of its tenant, and the page is free of barriers in both themes', async () => {
  const { page } = await visit('/login')
  await page.getByRole('heading', { name: '归航代驾' }).waitFor()
  expect(await page.title()).toContain('归航代驾')
  for (const [name, next] of [
    ['dark', '浅色'],
    ['light', '深色'],
  ] as const) {
    expect(await barriers(page)).toEqual([])
    await screenshot(page, `sign-in-${name}`)
    await page.getByRole('button', { name: next }).click()
  }
  await page.goto(page.url().replace('localhost', 'chengdeng.localhost'))
  await page.getByRole('heading', { name: '橙灯代驾' }).waitFor()
  expect(await page.title()).toContain('橙灯代驾')
})

test('the sign-in page in English has no Chinese left but the brand and the other language', async () => {
  const { page } = await visit('/login')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByLabel('Username').waitFor()
  const text = await page.locator('main').innerText()
  expect(text.replaceAll(/归航代驾|中文/g, '')).not.toMatch(/\p{Script=Han}/u)
  await screenshot(page, 'sign-in-english')
})
