import { LIVE_PATH } from '@chauffeur/contract/operations/live'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { signInBrowser } from '../../e2e/harness/account.ts'
import { movingFleet } from '../../e2e/harness/moving-fleet.ts'
import { HANGZHOU } from '../../e2e/harness/places.ts'
import { type Figure, median, ms } from '../report.ts'

const FEW = 10
const MANY = 10_000
const FELT_MS = 3_000
const TARGET_TASK_MS = 50

/** What a fleet on the map costs the page that shows it, ten thousand drivers beside ten: each moves, a fifth of them in each frame. */
export async function mapPage(browser: Browser, address: string): Promise<Figure[]> {
  const few = await feltWith(browser, address, FEW)
  const many = await feltWith(browser, address, MANY)
  const longestMs = await longestTask(browser, address)
  return [
    {
      name: `map of ${MANY} moving drivers, from picture to picture, against ${FEW}`,
      ours: ms(many.frameMs),
      baseline: ms(few.frameMs),
      ratio: many.frameMs / few.frameMs,
    },
    {
      name: `processor of its scripts, against ${FEW}`,
      ours: `${(many.scriptShare * 100).toFixed(0)} %`,
      baseline: `${(few.scriptShare * 100).toFixed(0)} %`,
    },
    {
      name: 'the longest task of that page while they move, drawing left out',
      ours: ms(longestMs),
      target: `< ${TARGET_TASK_MS} ms`,
      met: longestMs < TARGET_TASK_MS,
    },
  ]
}

const countText = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** The map of a city with such a fleet, opened; `work` is given its page. */
async function onTheMap<T>(
  browser: Browser,
  address: string,
  count: number,
  work: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const fleet = await movingFleet(count, { ...HANGZHOU.wulin, cityId: HANGZHOU.cityId })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  try {
    await signInBrowser(context, address, 'cityops')
    await context.route(`**${LIVE_PATH}**`, (route) => route.continue({ url: fleet.address }))
    const page = await context.newPage()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto(`${address}/#/yunYing/driverMap`)
    await page.getByRole('combobox', { name: '城市' }).selectOption(HANGZHOU.cityId)
    await page.getByText(`在线 ${countText(count)} 位`).waitFor()
    await page.waitForTimeout(1_000)
    return await work(page, context)
  } finally {
    await context.close()
    await fleet.stop()
  }
}

const feltWith = (browser: Browser, address: string, count: number) =>
  onTheMap(browser, address, count, async (page, context) => {
    const metrics = await context.newCDPSession(page)
    await metrics.send('Performance.enable')
    const scriptS = async () =>
      (await metrics.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
    const before = await scriptS()
    const framesMs = await page.evaluate(pictures, FELT_MS)
    return { frameMs: median(framesMs), scriptShare: (((await scriptS()) - before) * 1000) / FELT_MS }
  })

const longestTask = (browser: Browser, address: string) =>
  onTheMap(browser, address, MANY, async (page, context) => {
    await page.evaluate(drawNothing)
    const [longest = 0] = await tasksOf(context, page, 5_000)
    return longest
  })

/** Draws nothing: what then remains of a picture is the page's own work, with or without a graphics card. */
const drawNothing = () => {
  WebGL2RenderingContext.prototype.drawElements = () => {}
  WebGL2RenderingContext.prototype.drawArrays = () => {}
}

/** The milliseconds between one picture and the next, for so long; runs in the page. */
const pictures = (forMs: number): Promise<number[]> =>
  new Promise((resolve) => {
    const framesMs: number[] = []
    const begun = performance.now()
    let before = begun
    const frame = (now: number) => {
      framesMs.push(now - before)
      before = now
      if (now - begun < forMs) requestAnimationFrame(frame)
      else resolve(framesMs)
    }
    requestAnimationFrame(frame)
  })

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  /** Microseconds, of the clock and of the processor. */
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** Milliseconds of processor that each task of the page took within so long, the longest first. */
async function tasksOf(context: BrowserContext, page: Page, ms: number): Promise<number[]> {
  const traced = await context.newCDPSession(page)
  const events: TraceEvent[] = []
  traced.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  const over = new Promise((resolve) => traced.once('Tracing.tracingComplete', resolve))
  await traced.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
  })
  await page.waitForTimeout(ms)
  await traced.send('Tracing.end')
  await over
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const tasks = (main: TraceEvent) => events.filter(({ name, pid, tid }) => name === 'RunTask' && pid === main.pid && tid === main.tid)
  return mains
    .flatMap(tasks)
    .map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1_000)
    .toSorted((a, b) => b - a)
}
