import { sessionCalls } from '@chauffeur/contract/access/session'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { AS_IT_IS, type Look, signInBrowser } from './account.ts'
import { launch } from './browser.ts'
import { callOffWaiting } from './ride.ts'
import { type Watch, watch } from './watch.ts'
import { send } from './wire.ts'

export interface Visit extends Look {
  /** Signed in as this account; nobody when left away. */
  as?: string
  /** Another platform than the run's. */
  address?: string
  /** Where the browser's clock is; Asia/Shanghai when left away. */
  timezoneId?: string
  /** As on plain http, where the browser makes no random ids for a page. */
  plainHttp?: true
  width?: number
  height?: number
}

export interface Visitor {
  page: Page
  context: BrowserContext
  /** The session's token, empty without an account. */
  token: string
  /** A fault the journey provokes on purpose. */
  allow: Watch['allow']
}

export const screenshots = join(import.meta.dirname, '..', 'screenshots')

/**
 * Browsers for the journeys of a file. Each visit has a profile of its own, as another person's computer would. After every
 * journey all pages are closed, and it fails when one of them reported an error or asked another host for anything.
 */
export function visitors() {
  let browser: Browser
  let began = new Date()
  let onSharedPlatform = false
  let open: { context: BrowserContext; watches: Watch[]; leave: () => Promise<unknown> }[] = []
  beforeAll(async () => {
    browser = await launch()
    began = new Date()
  })
  afterAll(async () => {
    await browser.close()
    if (onSharedPlatform) await callOffWaiting(inject('address'), began)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      for (const [number, page] of open.flatMap(({ context }) => context.pages()).entries())
        await page.screenshot({ path: join(screenshots, 'failed', `${task.name.slice(0, 80)} ${number + 1}.png`) })
    }
    const faults = open.flatMap(({ watches }) => watches.flatMap((one) => one.faults()))
    await Promise.all(open.map(({ context }) => context.close()))
    await Promise.all(open.map(({ leave }) => leave()))
    open = []
    expect(faults).toEqual([])
  })

  return async function visit(
    path: string,
    { as, address = inject('address'), width = 1440, height = 900, timezoneId = 'Asia/Shanghai', plainHttp, ...look }: Visit = {},
  ): Promise<Visitor> {
    onSharedPlatform ||= address === inject('address')
    const context = await browser.newContext({
      viewport: { width, height },
      locale: 'zh-CN',
      timezoneId,
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    context.setDefaultTimeout(30_000)
    if (plainHttp) await context.addInitScript(() => void Reflect.deleteProperty(Crypto.prototype, 'randomUUID'))
    const watches: Watch[] = []
    const allowed: RegExp[] = []
    context.on('page', (page) => {
      const one = watch(page, address)
      allowed.forEach(one.allow)
      watches.push(one)
    })
    let token = ''
    // The list of sessions, which journeys look at too, stays short. A journey may have ended its own, or the server.
    const leave = async () => {
      if (!token) return
      // How a console looks belongs to the account: whoever signs in by the form next finds it as it is by itself.
      if (look.theme || look.locale) await send(address, sessionCalls.savePreferences, AS_IT_IS, token).catch(() => {})
      await send(address, sessionCalls.signOut, {}, token).catch(() => {})
    }
    open.push({ context, watches, leave })
    if (as) token = await signInBrowser(context, address, as, look)
    const page = await context.newPage()
    await page.goto(`${address}/#${path}`)
    return {
      page,
      context,
      token,
      allow: (fault) => {
        allowed.push(fault)
        watches.forEach((one) => one.allow(fault))
      },
    }
  }
}

/** The kept tab that is shown; the others are in the page too. */
export const shownPane = (page: Page) => page.locator('.tab-pane[data-active="true"]')

export const drawerField = (page: Page, name: string) => page.getByRole('dialog').getByRole('combobox', { name: new RegExp(`^${name}`) })
/** Chooses in the list that is open. */
export const choose = (page: Page, title: string) => page.locator('.ant-select-dropdown:visible').getByTitle(title, { exact: true }).click()

/** By K to the beginning of the queue that is open and by J on until this one is shown, beside others that come and go. */
export async function goToInQueue(page: Page, name: string) {
  const shown = () => shownPane(page).locator('.queue > section').getAttribute('aria-label')
  const moves = async (key: 'j' | 'k', from: string | null) => {
    await page.keyboard.press(key)
    return expect
      .poll(shown, { timeout: 500 })
      .not.toBe(from)
      .then(
        () => true,
        // The first and the last stay.
        () => false,
      )
  }
  // One that has just come is told by the stream, or found at the next asking.
  for (const end = Date.now() + 30_000; Date.now() < end; )
    for (const key of ['k', 'j'] as const) {
      let at = await shown()
      while (at !== name && (await moves(key, at))) at = await shown()
      if (at === name) return
    }
  throw new Error(`${name} is not in the queue.`)
}
