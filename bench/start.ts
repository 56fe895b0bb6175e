import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { type Program, startProgram } from '../apps/server/test/harness/program.ts'
import { signInBrowser } from '../e2e/harness/account.ts'
import { launch } from '../e2e/harness/browser.ts'
import { buildWeb } from '../scripts/web-build.ts'
import { freePort } from './free-port.ts'
import { type Figure, median, ms, printFigures, say } from './report.ts'

const WARM_STARTS = 3
const TARGET_WARM_S = 8
const TARGETS_KB = { signIn: 85, list: 330 }

/** How long the whole platform takes to be ready, on an empty folder and on what is there, and the JavaScript a browser gets from it. */
export async function start(): Promise<void> {
  await buildWeb(say)
  const dataDir = mkdtempSync(join(tmpdir(), 'chauffeur-bench-start-'))
  const port = await freePort()
  try {
    const cold = await startProgram({ dataDir, port })
    await stop(cold)
    const warm: number[] = []
    for (let n = 1; n < WARM_STARTS; n++) {
      const program = await startProgram({ dataDir, port })
      warm.push(program.readyMs)
      await stop(program)
    }
    const last = await startProgram({ dataDir, port })
    warm.push(last.readyMs)
    const script = await scriptFigures(`http://localhost:${port}`).finally(() => stop(last))
    const seconds = median(warm) / 1000
    printFigures('start: the whole platform with the web built, and the JavaScript it sends (gzip)', [
      { name: 'first start, with the demo world', ours: `${(cold.readyMs / 1000).toFixed(1)} s` },
      {
        name: `started again, median of ${WARM_STARTS}`,
        ours: `${seconds.toFixed(1)} s`,
        target: `< ${TARGET_WARM_S} s`,
        met: seconds < TARGET_WARM_S,
      },
      ...script,
    ])
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function stop(program: Program): Promise<void> {
  program.child.kill('SIGTERM')
  await program.ended
}

async function scriptFigures(address: string): Promise<Figure[]> {
  const browser = await launch()
  try {
    const signIn = await visit(browser, `${address}/#/login`, { selector: 'input[type="password"]', times: 1 })
    const list = await visit(
      browser,
      `${address}/#/Order/List`,
      { selector: '.tab-pane[data-active="true"] [role="row"]', times: 2 },
      (context) => signInBrowser(context, address, 'operator'),
    )
    const of = async (name: string, { scripts, readyMs, requests }: Visit, targetKb: number): Promise<Figure> => {
      const sizes = await Promise.all(scripts.map(gzipBytes))
      const kb = sizes.reduce((sum, size) => sum + size, 0) / 1024
      const ours = `${kb.toFixed(1)} KB in ${scripts.length} files, ${requests} requests, ${ms(readyMs)}`
      return { name, ours, target: `≤ ${targetKb} KB`, met: kb <= targetKb }
    }
    return [await of('to the sign-in form', signIn, TARGETS_KB.signIn), await of('to the first list, signed in', list, TARGETS_KB.list)]
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
  const scripts = [...new Set(asked.filter((address) => new URL(address).pathname.endsWith('.js')))]
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
