import { sessionCalls } from '@chauffeur/contract/access/session'
import type { BrowserContext } from 'playwright-core'
import { demoAccounts, secondTenantOperator } from '../../apps/server/demo/accounts.ts'
import { send } from './wire.ts'

export interface Look {
  theme?: 'dark' | 'light'
  locale?: 'zh-CN' | 'en'
}

export function passwordOf(username: string): string {
  const account = [...demoAccounts, secondTenantOperator].find((one) => one.username === username)
  if (!account) throw new Error(`There is no account ${username}.`)
  return account.password
}

/** Opens a session and chooses language and theme, both of which belong to the account. */
export async function signIn(address: string, username: string, { theme = 'dark', locale = 'zh-CN' }: Look = {}) {
  const answer = await send(address, sessionCalls.signIn, { username, password: passwordOf(username) })
  await send(address, sessionCalls.savePreferences, { theme, locale }, answer.token)
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
