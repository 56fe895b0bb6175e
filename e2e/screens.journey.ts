import { authorityCalls } from '@chauffeur/contract/authority'
import { expect, inject, test } from 'vitest'
import { demoAccounts } from '../apps/server/demo/accounts.ts'
import { signIn } from './harness/account.ts'
import { barriers, screenshot, settled } from './harness/look.ts'
import { leaves } from './harness/menu.ts'
import { visitors } from './harness/visit.ts'
import { send } from './harness/wire.ts'

const visit = visitors()
const address = inject('address')

/** Screens of no menu that every role may come to. */
const beside = [
  { name: '新增司机', url: '/DriverAdd' },
  { name: '错误', url: '/error/500' },
]

/** What was looked at closely already: a screen looks alike to every role that has it. */
const looked = new Set<string>()

for (const { role, username } of demoAccounts) {
  for (const theme of ['dark', 'light'] as const) {
    test(`every screen of the ${role}, ${theme}, opens without a fault or a barrier`, { timeout: 180_000 }, async () => {
      const { token, deptType } = await signIn(address, username)
      const menu = leaves(await send(address, authorityCalls.leftMenu, { deptType }, token))
      expect(menu.length).toBeGreaterThan(1)
      const { page } = await visit('/', { as: username, theme })
      for (const { name, url } of role === 'operator' ? [...menu, ...beside] : menu) {
        await page.goto(`${address}/#${url}`)
        if (url.startsWith('/error')) await page.getByRole('heading', { name: '服务器内部错误' }).waitFor()
        else await settled(page)
        if (looked.has(`${url} ${theme}`)) continue
        looked.add(`${url} ${theme}`)
        expect(await barriers(page), name).toEqual([])
        await screenshot(page, `screen${url === '/' ? '-home' : url.replaceAll('/', '-')}-${theme}`)
      }
    })
  }
}
