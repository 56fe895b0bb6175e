import { sessionCalls } from '@chauffeur/contract/access/session'
import type { BrowserContext, Page } from 'playwright-core'
import { demoAccounts, secondTenantOperator } from '../../apps/server/demo/accounts.ts'
import { menuOf } from './menu.ts'
import { send } from './wire.ts'

export interface Look {
  theme?: 'dark' | 'light'
  locale?: 'zh-CN' | 'en'
}

/** How a console looks where nobody chose. */
export const AS_IT_IS = { theme: 'dark', locale: 'zh-CN' } as const

export function passwordOf(username: string): string {
  const account = [...demoAccounts, secondTenantOperator].find((one) => one.username === username)
  if (!account) throw new Error(`There is no account ${username}.`)
  return account.password
}

/** Opens a session and chooses language and theme, both of which belong to the account. */
export async function signIn(address: string, username: string, look: Look = {}) {
  const answer = await send(address, sessionCalls.signIn, { username, password: passwordOf(username) })
  await send(address, sessionCalls.savePreferences, { ...AS_IT_IS, ...look }, answer.token)
  return answer
}

/** Signs a browser in without its form, with the cookies that the form leaves behind. */
export async function signInBrowser(context: BrowserContext, address: string, username: string, look?: Look): Promise<string> {
  const { token, email } = await signIn(address, username, look)
  await context.addCookies(
    Object.entries({ token, username, email }).map(([name, value]) => ({ name, value: encodeURIComponent(value), url: address })),
  )
  return token
}

export const linkIn = (page: Page) => page.getByRole('textbox', { name: '一次性链接' }).inputValue()
export const PASSWORD = 'Night#Sail2026'
/** Whoever was handed a one-time link, on the page that it opens: sets the password and signs in. */
export async function begins(page: Page, username: string): Promise<{ page: Page; token: string }> {
  await page.getByLabel('新密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('再次输入新密码').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '去登录' }).click()
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const agree = page.getByRole('button', { name: '同意并继续' })
  // Where the business has published an agreement, whoever is new is asked first.
  await menuOf(page).getByRole('link').first().or(agree).first().waitFor()
  if (await agree.isVisible()) await agree.click()
  await menuOf(page).getByRole('link').first().waitFor()
  await agree.waitFor({ state: 'hidden' })
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  return { page, token: decodeURIComponent(token) }
}
