import { expect, inject, test } from 'vitest'
import { signInBrowser } from '../harness/account.ts'
import { launch } from '../harness/browser.ts'
import { scriptWeights } from './script-weight.ts'

test('the sign-in form and the first list come with no more script than they may', async () => {
  const { signIn, list } = await scriptWeights(inject('address'))
  expect(signIn.kb).toBeLessThanOrEqual(signIn.mostKb)
  expect(list.kb).toBeLessThanOrEqual(list.mostKb)
})

test('the window of a ringing call asks for its caller at once, without the table of all screens, calendars or trees', async () => {
  const browser = await launch()
  try {
    const context = await browser.newContext({ locale: 'zh-CN' })
    await signInBrowser(context, inject('address'), 'operator')
    const page = await context.newPage()
    // Not there for as long as the test lasts.
    await page.route(/\/assets\/addresses-/, () => undefined)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${inject('address')}/#/400/home?telPhone=18800000001`, { waitUntil: 'commit' })
    await expect.poll(() => asked).toContain('/djweb/callCenter/customer_info')
    await expect.poll(() => asked.some((path) => path.startsWith('/assets/desk.screen-'))).toBe(true)
    await expect.poll(() => asked.some((path) => path.startsWith('/assets/forms-'))).toBe(true)
    expect(asked.filter((path) => /calendars|trees/.test(path))).toEqual([])
  } finally {
    await browser.close()
  }
})
