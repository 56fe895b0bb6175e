import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { pushDesk, pushRoutes, softphoneRoutes, soundDesk, soundRoutes } from '#areas/call-centre'
import { endWaiting, offerSource, offerStreamRoute, startDispatch } from '#areas/dispatch'
import { driverFrames, warmPositions } from '#areas/driver'
import { noticeRoutes, statementUpload, wechatNoticeDesk, withdrawalNewsOf } from '#areas/finance'
import { messageNewsOf, messageReportRoutes } from '#areas/message'
import { mapFileRoutes } from '#areas/operations/ground'
import { finishesTrip } from '#areas/qualification'
import { loadAttribution } from '#platform/values/attribution'
import { bindRoutes } from '#platform/http/bind'
import { addressLimiter, callLimiter } from '#platform/process/call-limits'
import { callStats } from '#platform/process/call-stats'
import { connect, type Database } from '#platform/database/db'
import { AT_ONCE, drainOf, type StopTimes } from '#platform/process/drain'
import { healthRoutes } from '#platform/process/health'
import { buildHttp } from '#platform/http/http'
import type { Platform } from '#platform/http/implement'
import { openBehind } from '#platform/jobs/jobs'
import type { JobKind } from '#platform/jobs/kind'
import type { Round } from '#platform/jobs/rounds'
import { ticksOfThisProcess } from '#platform/jobs/ticks'
import { metricsRoute } from '#platform/process/metrics'
import { roadsOf } from '#platform/geo/roads/roads'
import { mapServicesOf } from '#platform/geo/services/services'
import { newInstance, startHeartbeat } from '#platform/process/process-state'
import { smsRounds } from '#platform/sending/rounds'
import { smsServicesOf } from '#platform/sending/services'
import { neighboursOf } from '#platform/process/neighbours'
import { startLiveFeed } from '#platform/live/live-feed'
import { liveStreamRoute } from '#platform/live/live-stream'
import type { RuntimeUrls } from '#platform/upkeep/migrate'
import { openApiRoutes } from '#platform/http/openapi-routes'
import { passwordLine } from '#platform/identity/password'
import { databaseStore } from '#platform/files/database-store'
import { filesIn, type FileStores } from '#platform/files/files'
import { fileRoutes } from '#platform/files/routes'
import { s3Store } from '#platform/files/s3-store'
import { fileRounds } from '#platform/files/rounds'
import { inProcessPositions } from '#platform/live/positions'
import { providersOf } from '#platform/provider/providers'
import { readinessOf } from '#platform/upkeep/readiness'
import { redisPositions } from '#platform/live/redis-positions'
import { partnersOf } from '#platform/identity/partner'
import { driverAppsOf } from '#platform/identity/driver-apps'
import { sessionsOf } from '#platform/identity/session'
import type { Settings } from '#platform/process/settings'
import { staticFiles } from '#platform/http/static-files'
import { vaultOf } from '#platform/identity/vault'
import { imports } from './imports.ts'
import { jobKinds, rounds } from './jobs.ts'
import { routes } from './routes.ts'

export interface App {
  http: FastifyInstance
  platform: Platform
  /** Requests under way are answered first. */
  close(times?: StopTimes): Promise<void>
}

/** The same for every process of a database, and for no other database: ids of one mean nothing in another. */
const namespaceOf = (secret: string) => createHash('sha256').update(`positions/${secret}`).digest('hex').slice(0, 16)

/** Measured anew a few times a day, by one process. */
const DETOURS_MS = 60_000

/** The whole server without a port: `main.ts` listens, tests inject. `engine: false` leaves searches, timers and text messages to the test. */
export async function buildApp(options: {
  urls: RuntimeUrls
  settings: Settings
  logger: Logger
  webDir?: string
  engine?: boolean
  /** For a test: kinds and rounds besides the program's own, and whether they run here at all; as `engine` without. */
  kinds?: readonly JobKind[]
  rounds?: readonly Round[]
  jobs?: boolean
  /** What goes on behind the requests begins so long after the start; at once where nothing is said. */
  behindAfterMs?: number
}): Promise<App> {
  const { settings, logger } = options
  const db = connect(options.urls)
  const sessions = sessionsOf(db, { idleS: settings.sessionIdleS, driverS: settings.driverSessionS })
  const { redisUrl } = settings
  const positions = redisUrl
    ? await redisPositions({ url: redisUrl, namespace: namespaceOf(options.urls.secret), log: logger })
    : inProcessPositions()
  const feed = await startLiveFeed(db, logger)
  const s3 = settings.s3 && (await s3Store(settings.s3))
  const storesOf = ({ files }: Database): FileStores => ({
    current: settings.fileStore,
    all: { DATABASE: databaseStore(files), ...(s3 && { S3: s3 }) },
  })
  const behind = await openBehind({
    urls: options.urls,
    kinds: [...jobKinds, ...(options.kinds ?? [])],
    rounds: [...rounds, ...fileRounds(storesOf), ...smsRounds, ...(options.rounds ?? [])],
    run: (options.jobs ?? options.engine ?? true) ? settings.jobs : [],
    onError: (what, error) => logger.warn({ err: error }, what),
  })
  const frames = driverFrames(db, positions)
  let wake: (cityId: string) => void = () => {}
  const vault = vaultOf(options.urls.secret)
  const driverApps = driverAppsOf(db)
  const maps = mapServicesOf({ db, vault, settings: settings.mapServices, log: logger })
  const roads = roadsOf({ db, maps, settings, log: logger })
  const platform: Platform = {
    db,
    files: filesIn(db.files, storesOf(db)),
    providers: providersOf(settings, logger),
    sms: smsServicesOf({ db, vault, installed: settings.sms, log: logger }),
    pools: [...db.pools, ...behind.pools],
    positions,
    settings,
    instance: newInstance(),
    vault,
    driverApps,
    maps,
    roads,
    codeAsks: addressLimiter(settings.codesPerAddress),
    codeTries: addressLimiter(settings.codesPerAddress),
    passwords: passwordLine(),
    calls: callStats(),
    ticks: ticksOfThisProcess(),
    jobs: behind.jobs,
    imports,
    forgetSession: sessions.forget,
    wakeDispatch: (cityId) => wake(cityId),
    poke: () => {
      feed.poke()
      behind.wake()
    },
    reportFault: (what, error) => logger.error({ err: error }, what),
  }

  const http = await buildHttp({ logger, trustedProxies: settings.trustedProxies })
  const limits = callLimiter({ driver: settings.driverLimits, operator: settings.operatorLimit })
  bindRoutes(http, routes, {
    platform,
    sessions,
    partners: partnersOf(db, vault),
    limits,
    finishesTrip: (driver) => finishesTrip(platform, driver),
  })
  const offers = offerStreamRoute(http, {
    sessions,
    limits,
    apps: driverApps,
    source: offerSource(platform),
    withdrawals: withdrawalNewsOf(feed),
    messages: messageNewsOf(feed),
    finishesTrip: (driver) => finishesTrip(platform, driver),
  })
  const streams = liveStreamRoute(http, { sessions, feed, frames })
  const drain = drainOf(http, { streams: [streams, offers], hurry: () => endWaiting(db) })
  const readiness = readinessOf(options.urls.platform)
  const neighbours = neighboursOf({ redis: redisUrl !== null, log: logger })
  healthRoutes(http, { readiness, stopping: drain.stopping, notes: neighbours.notes })
  fileRoutes(http, platform)
  soundRoutes(http, soundDesk(platform))
  pushRoutes(http, pushDesk(platform))
  noticeRoutes(http, wechatNoticeDesk(platform))
  messageReportRoutes(http, platform)
  statementUpload(http, { sessions, platform })
  softphoneRoutes(http)
  mapFileRoutes(http, { sessions, folder: settings.map.folder })
  metricsRoute(http, platform, { streams: streams.open, heldS: feed.heldS, neighbours })
  openApiRoutes(http)
  if (options.webDir) await staticFiles(http, options.webDir)
  await http.ready()

  await Promise.all([warmPositions(platform), roads.reload()])
  const detours = setInterval(
    () => void roads.reload().catch((error: unknown) => platform.reportFault('detours could not be read', error)),
    DETOURS_MS,
  ).unref()
  void loadAttribution()
  const engine = options.engine === false ? null : startDispatch(platform, { log: logger })
  if (engine) wake = engine.wake
  const heartbeat = startHeartbeat(platform, streams.open, neighbours.seen, (error) =>
    logger.warn({ err: error }, 'the state of this process could not be written'),
  )
  await behind.start((db) => ({ ...platform, db, files: filesIn(db.files, storesOf(db)) }), options.behindAfterMs)
  const close = async (times: StopTimes) => {
    await Promise.all([drain.close(times), behind.stop()])
    await heartbeat.stop()
    await engine?.stop()
    frames.stop()
    clearInterval(detours)
    roads.stop()
    await feed.stop()
    await positions.close()
    await readiness.close()
    await Promise.all([db.close(), behind.close()])
  }
  let closed: Promise<void> | undefined
  return { http, platform, close: (times = AT_ONCE) => (closed ??= close(times)) }
}
