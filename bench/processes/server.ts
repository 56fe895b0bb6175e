// The server as it runs, on the database given, with a feed of positions into its memory that the measurements switch on.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import pino from 'pino'
import { buildApp } from '../../apps/server/src/app.ts'
import { runtimeUrls } from '../../apps/server/src/platform/migrate.ts'
import { settingsFrom } from '../../apps/server/src/platform/settings.ts'
import { type Crowd, startFeed } from './feed.ts'

type Asked = { feed: Crowd } | { feed: null } | { vitals: true }
/** Since the last look: how late the event loop was at worst; heap in use and resident memory now. */
export interface Vitals {
  lateMaxMs: number
  lateP99Ms: number
  heapMb: number
  residentMb: number
}

const app = await buildApp({
  urls: await runtimeUrls(process.env.OWNER_URL ?? ''),
  settings: settingsFrom(process.env),
  logger: pino({ level: 'error' }),
})
const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
let endFeed = () => {}
const loop = monitorEventLoopDelay({ resolution: 10 })
loop.enable()
process.on('message', (asked: Asked) => {
  if ('vitals' in asked) {
    const { heapUsed, rss } = process.memoryUsage()
    const vitals: Vitals = {
      lateMaxMs: loop.max / 1e6,
      lateP99Ms: loop.percentile(99) / 1e6,
      heapMb: heapUsed / 2 ** 20,
      residentMb: rss / 2 ** 20,
    }
    loop.reset()
    process.send?.(vitals)
    return
  }
  endFeed()
  endFeed = asked.feed ? startFeed(app.platform.positions, asked.feed) : () => {}
  process.send?.({ done: true })
})
process.on('SIGTERM', () => void app.close().finally(() => process.exit(0)))
process.send?.({ address })
