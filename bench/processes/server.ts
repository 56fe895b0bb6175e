// The server as it runs, on the database given, with a feed of positions into its memory that the measurements switch on.
import pino from 'pino'
import { buildApp } from '../../apps/server/src/app.ts'
import { runtimeUrls } from '../../apps/server/src/platform/migrate.ts'
import { settingsFrom } from '../../apps/server/src/platform/settings.ts'
import { type Crowd, startFeed } from './feed.ts'

type Asked = { feed: Crowd } | { feed: null }

const app = await buildApp({
  urls: await runtimeUrls(process.env.OWNER_URL ?? ''),
  settings: settingsFrom(process.env),
  logger: pino({ level: 'error' }),
})
const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
let endFeed = () => {}
process.on('message', (asked: Asked) => {
  endFeed()
  endFeed = asked.feed ? startFeed(app.platform.positions, asked.feed) : () => {}
  process.send?.({ done: true })
})
process.on('SIGTERM', () => void app.close().finally(() => process.exit(0)))
process.send?.({ address })
