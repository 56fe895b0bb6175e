import pino from 'pino'
import type { StopTimes } from '#platform/process/drain'
import { type DemoWish, settleInstallation } from '#platform/upkeep/installation'
import { migrateAtStart, runtimeUrls } from '#platform/upkeep/migrate'
import { settingsFrom } from '#platform/process/settings'
import { type App, buildApp } from './app.ts'

export interface RunningServer {
  address: string
  /** It serves the demo world, or an empty database that is to hold it. */
  demo: boolean
  acrossTenants: App['platform']['db']['acrossTenants']
  stop(times?: StopTimes): Promise<void>
}

/** The rounds that came due while nobody served would keep the first requests waiting. */
const BEHIND_AFTER_MS = 1_000

/** Migrates the database as its owner, then serves as the runtime roles. `port` 0 takes a free one. */
export async function startServer(options: {
  ownerUrl: string
  port: number
  demo: DemoWish
  webDir?: string
  log?: (line: string) => void
  host?: string
  /** What the environment holds besides, where this is the demo world. */
  demoEnv?: () => Promise<Record<string, string>>
}): Promise<RunningServer> {
  const logger = pino({ level: process.env.LOG_LEVEL ?? 'warn' })
  await migrateAtStart(options.ownerUrl, options.log)
  const urls = await runtimeUrls(options.ownerUrl)
  const demo = (await settleInstallation(urls.platform, options.demo)) === 'DEMO'
  const settings = settingsFrom({ ...process.env, ...(demo && (await options.demoEnv?.())) }, demo)
  const { webDir } = options
  const app = await buildApp({ urls, settings, logger, behindAfterMs: BEHIND_AFTER_MS, ...(webDir && { webDir }) })
  const host = options.host ?? process.env.HOST ?? '0.0.0.0'
  const address = await app.http.listen({ port: options.port, host })
  options.log?.(`Listening at ${host}:${new URL(address).port}`)
  return { address, demo, acrossTenants: app.platform.db.acrossTenants, stop: app.close }
}
