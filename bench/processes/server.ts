// The server as it runs, on the database given, with a feed of positions into its memory that the measurements switch on.
import { endProcess } from '../../apps/server/src/platform/process/end-process.ts'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pino from 'pino'
import { buildApp } from '../../apps/server/src/app.ts'
import { runtimeUrls } from '../../apps/server/src/platform/upkeep/migrate.ts'
import { settingsFrom } from '../../apps/server/src/platform/process/settings.ts'
import { type Crowd, startFeed } from './feed.ts'

type Asked = { feed: Crowd } | { feed: null } | { vitals: true } | { collect: true }
/** Since the last look: how late the event loop was at worst. */
export interface Vitals {
  lateMaxMs: number
  lateP99Ms: number
}
/** Heap still in use after rubbish was collected, and resident memory. */
export interface Memory {
  heapMb: number
  residentMb: number
}

const app = await buildApp({
  urls: await runtimeUrls(process.env.OWNER_URL ?? ''),
  // One account asks for everybody here.
  settings: { ...settingsFrom(process.env), operatorLimit: 1e9 },
  logger: pino({ level: 'error' }),
  ...(process.env.WEB_DIR && { webDir: process.env.WEB_DIR }),
})
const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
let endFeed = () => {}
const loop = monitorEventLoopDelay({ resolution: 10 })
loop.enable()
process.on('message', (asked: Asked) => {
  if ('collect' in asked) {
    collect()
    const { heapUsed, rss } = process.memoryUsage()
    const memory: Memory = { heapMb: heapUsed / 2 ** 20, residentMb: rss / 2 ** 20 }
    process.send?.(memory)
    return
  }
  if ('vitals' in asked) {
    const vitals: Vitals = { lateMaxMs: loop.max / 1e6, lateP99Ms: loop.percentile(99) / 1e6 }
    loop.reset()
    process.send?.(vitals)
    return
  }
  endFeed()
  endFeed = asked.feed ? startFeed(app.platform.positions, asked.feed) : () => {}
  process.send?.({ done: true })
})
process.on('SIGTERM', () => void app.close().finally(() => endProcess(0)))
process.send?.({ address })
