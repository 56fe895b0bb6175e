import { get } from 'node:http'
import type { Browser, BrowserContext } from 'playwright-core'
import { launch } from '../harness/browser.ts'
import { signInBrowser } from '../harness/account.ts'

/** The JavaScript a browser gets until a screen shows, as the server sends it, and how much of it there may be. */
export interface ScriptWeight {
  kb: number
  files: number
  requests: number
  readyMs: number
  mostKb: number
}

const MOST_KB = { signIn: 85, list: 330 }
/** Pictures of the menu come beside a screen, sooner or later. Here they never come: what shows all the same waits for none of them. */
const PICTURES = /\/(menu-pictures|\w+Outlined)-[^/]*\.js$/

export async function scriptWeights(address: string): Promise<{ signIn: ScriptWeight; list: ScriptWeight }> {
  const browser = await launch()
  try {
    const signIn = await visit(browser, `${address}/#/login`, { selector: 'input[type="password"]', times: 1 })
    const list = await visit(
      browser,
      `${address}/#/Order/List`,
      { selector: '.tab-pane[data-active="true"] [role="row"]', times: 2 },
      (context) => signInBrowser(context, address, 'operator'),
    )
    const of = async ({ scripts, requests, readyMs }: Visit, mostKb: number): Promise<ScriptWeight> => {
      const sizes = await Promise.all(scripts.map(gzipBytes))
      return { kb: sizes.reduce((sum, size) => sum + size, 0) / 1024, files: scripts.length, requests, readyMs, mostKb }
    }
    return { signIn: await of(signIn, MOST_KB.signIn), list: await of(list, MOST_KB.list) }
  } finally {
    await browser.close()
  }
}

interface Visit {
  /** Addresses of the scripts asked for until the element showed; what the page fetches ahead afterwards is not among them. */
  scripts: string[]
  requests: number
  readyMs: number
}

async function visit(
  browser: Browser,
  url: string,
  /** It is there when so many elements are. */
  shows: { selector: string; times: number },
  prepare?: (context: BrowserContext) => Promise<unknown>,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await prepare?.(context)
  await context.route(PICTURES, (route) => route.abort())
  const page = await context.newPage()
  // Noted by the page itself: whoever asks it from outside learns of it late, when other files are on their way already.
  await page.addInitScript(({ selector, times }) => {
    const look = new MutationObserver(() => {
      if (document.querySelectorAll(selector).length < times) return
      performance.mark('shown')
      look.disconnect()
    })
    look.observe(document, { childList: true, subtree: true })
  }, shows)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0)
  const { readyMs, asked } = await page.evaluate(() => {
    const shownAt = performance.getEntriesByName('shown')[0]!.startTime
    const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < shownAt)
    return { readyMs: shownAt, asked: before.map(({ name }) => name) }
  })
  const scripts = [...new Set(asked.filter((address) => new URL(address).pathname.endsWith('.js') && !PICTURES.test(address)))]
  const requests = asked.length + 1
  await context.close()
  return { scripts, requests, readyMs }
}

/** Bytes of the body as the server sends it to a browser that takes gzip. */
function gzipBytes(url: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
    if (response.headers['content-encoding'] !== 'gzip' && Number(response.headers['content-length'] ?? 0) > 2_048)
      reject(new Error(`${url} is not compressed`))
    let bytes = 0
    response.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('end', () => resolve(bytes))
  }).on('error', reject)
  return promise
}
