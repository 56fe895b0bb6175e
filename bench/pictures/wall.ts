import sharp from 'sharp'
import type pg from 'pg'
import type { Page } from 'playwright-core'
import { thumbOf } from '../../apps/server/src/platform/pictures/photos.ts'
import { launch } from '../../e2e/harness/browser.ts'
import { buildWeb, webDist } from '../../scripts/common/web-build.ts'
import { startChild } from '../child.ts'
import type { BenchPostgres } from '../database.ts'
import { addOrders } from '../orders.ts'
import { median, ms, percentile, printFigures, say } from '../report.ts'
import { addCities, addDrivers, addOperator, addTenant, cities, type Tenant } from '../world.ts'

const PICTURES = 10_000
/** So many differ; each row has a file of its own. */
const SCENES = 40
const TARGET_BYTES = 20_000
/** Sixty frames a second. */
const FRAME_MS = 1_000 / 60
const SCROLL_S = 8

/** A wall of ten thousand pictures, scrolled through from end to end in Chromium. */
export async function wall(postgres: BenchPostgres): Promise<void> {
  await buildWeb(say)
  const { owner, ownerUrl } = await postgres.database('wall')
  await addCities(owner)
  const tenant = await addTenant(owner, '甲代驾')
  for (const city of cities) await addDrivers(owner, tenant, city.cityId, 100)
  // Nine of ten orders were driven.
  await addOrders(owner, tenant, Math.ceil(PICTURES / 0.88))
  const bytes = await addPictures(owner, tenant)
  const token = await addOperator(owner, tenant)
  const server = await startChild('server', { OWNER_URL: ownerUrl, WEB_DIR: webDist })
  const browser = await launch()
  try {
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
    await context.addCookies(
      Object.entries({ token, username: 'bench1', email: '' }).map(([name, value]) => ({ name, value, url: server.address })),
    )
    const page = await context.newPage()
    await page.goto(`${server.address}/#/Order/QualityPhotos`)
    await page.locator('[data-at="0"] img').waitFor()
    const still = await framesOf(page, 0)
    const frames = await framesOf(page, SCROLL_S)
    const held = await page.locator('.photo-tile').count()
    const within = frames.filter((took) => took <= FRAME_MS * 1.5).length / frames.length
    printFigures(
      `wall: ${PICTURES.toLocaleString('en')} pictures in Chromium without a graphics card, 1920 × 1080, from end to end in ${SCROLL_S} s`,
      [
        {
          name: 'largest small picture of all',
          ours: `${Math.max(...bytes)} bytes`,
          target: `≤ ${TARGET_BYTES}`,
          met: Math.max(...bytes) <= TARGET_BYTES,
        },
        { name: 'the same, median', ours: `${median(bytes)} bytes` },
        {
          name: 'frames while it is scrolled, median',
          ours: `${ms(median(frames))}, ${(1_000 / median(frames)).toFixed(0)} a second`,
          target: '60 a second',
          met: median(frames) <= FRAME_MS * 1.05,
        },
        { name: 'frames in time (at most half a frame late)', ours: `${(within * 100).toFixed(1)} %, p95 ${ms(percentile(frames, 95))}` },
        { name: 'frames of the same page at rest, median', ours: ms(median(still)) },
        { name: 'tiles that are there at once', ours: String(held) },
      ],
    )
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** How long each frame took: while the wall goes down from its beginning to its end in so many seconds, or for a second at rest. */
const framesOf = (page: Page, seconds: number): Promise<number[]> =>
  page.evaluate(
    (scrolls) =>
      new Promise<number[]>((resolve) => {
        const box = document.querySelector('.photo-wall')!
        const most = box.scrollHeight - box.clientHeight
        const whole = (scrolls || 1) * 1_000
        const took: number[] = []
        let before = performance.now()
        const began = before
        const frame = (now: number) => {
          took.push(now - before)
          before = now
          if (scrolls) box.scrollTop = most * Math.min(1, (now - began) / whole)
          if (now - began < whole) requestAnimationFrame(frame)
          else resolve(took.slice(1))
        }
        requestAnimationFrame(frame)
      }),
    seconds,
  )

/** A picture for each order, with a small one as the server makes it; gives the sizes of those. */
async function addPictures(owner: pg.Client, tenant: Tenant): Promise<number[]> {
  const sizes: number[] = []
  for (let n = 0; n < SCENES; n++) {
    const noise = { type: 'gaussian' as const, mean: 60 + n * 3, sigma: 8 + n }
    const picture = await sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#345', noise } })
      .blur(0.5 + (n % 5) / 2)
      .tint({ r: 40 + n * 4, g: 120, b: 220 - n * 4 })
      .jpeg()
      .toBuffer()
    const thumb = await thumbOf(picture)
    sizes.push(thumb.length)
    await owner.query(
      `with made as (select o.order_id, o.driver_id, gen_random_uuid() as file_id from orders o
          where o.tenant_id = $1 and o.driver_id is not null and o.order_id % $2::int = $3::int),
        kept as (insert into files (tenant_id, file_id, kind, content_type, state, store, bytes, sha256)
          select $1, file_id, 'ORDER_THUMB', 'image/webp', 'KEPT', 'DATABASE', length($4::bytea), sha256($4::bytea) from made),
        pieces as (insert into file_pieces (tenant_id, file_id, seq, bytes) select $1, file_id, 0, $4::bytea from made)
       insert into order_files (tenant_id, order_id, driver_id, kind, thumb_id, width, height, sha256, screened_at, original_name)
       select $1, order_id, driver_id, 'BEFORE_FRONT', file_id, 1200, 900, sha256(order_id::text::bytea), now(), 'a.jpeg' from made`,
      [tenant.tenantId, SCENES, n, thumb],
    )
  }
  await owner.query('analyze order_files')
  return sizes
}
