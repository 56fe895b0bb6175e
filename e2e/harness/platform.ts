import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Channel, startChannel } from '../../apps/channel/src/channel.ts'
import { type FaceService, startFace } from '../../apps/face/src/face.ts'
import { seedDemo } from '../../apps/server/demo/seed.ts'
import { startServer } from '../../apps/server/src/main.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/runtime/embedded-postgres.ts'
import { paymentEnv } from '../../scripts/common/channel-process.ts'
import { buildWeb, webDist } from '../../scripts/common/web-build.ts'

export interface RunningPlatform {
  /** Where a browser finds it. The first tenant's brand belongs to this host. */
  address: string
  /** Of its database's owner. */
  ownerUrl: string
  /** Its folder for map files. */
  mapFiles: string
  /** Of the stand-in of WeChat Pay, which pays the drivers of the first business. */
  channel: Channel
  /** The stand-in of a service that judges faces. */
  face: FaceService
  postgres: { stop(): Promise<void>; startAgain(): Promise<void> }
  stop(): Promise<void>
}

const database = 'journeys'
/** Enough for every list to have a second page and for each city to have drivers; made in about two seconds. */
const size = { orders: 900, customers: 240, drivers: 48, acts: false }
// Nothing in it outlives the run, so it need not survive a power cut; it may lie in memory, so it is kept small.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB', max_wal_size: '256MB' }

/** The real program on a data folder of its own: a small demo world with nobody on duty and no simulator, or nothing at all. */
export async function startPlatform(log: (line: string) => void, { empty = false } = {}): Promise<RunningPlatform> {
  process.env.MAX_PLAUSIBLE_MPS = '1000000'
  // Journeys play the map services themselves.
  process.env.MAP_SERVICE_HOSTS = '127.0.0.1'
  // Providers of text messages, too.
  process.env.SMS_HOSTS = '127.0.0.1'
  // And the servers of partners.
  process.env.WEBHOOK_HOSTS = '127.0.0.1'
  // And the service that lends numbers.
  process.env.PRIVACY_NUMBER_HOSTS = '127.0.0.1'
  // Drivers' pages let their worker in; nothing subscribes without a vendor's network.
  process.env.PUSH_CONTACT = 'mailto:it@example.com'
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'chauffeur-journeys-'))
  // PostgreSQL's user, where we are root, has to get in.
  chmodSync(folder, 0o755)
  const mapFiles = join(folder, 'maps')
  mkdirSync(mapFiles)
  Object.assign(process.env, { MAP_FILES: mapFiles, MAP_PROVIDER: 'offline' })
  const webDir = join(folder, 'web')
  await copyWeb(webDir, log)

  // Nobody confirms but who says so in the number of their account.
  const channel = await startChannel()
  const faceToken = 'journeys'
  const face = await startFace({ token: faceToken })
  Object.assign(process.env, { ONLINE_CHECK_URL: face.url, ONLINE_CHECK_TOKEN: faceToken })
  const startPostgres = () => startEmbeddedPostgres({ dataDir: folder, database, settings })
  let postgres = await startPostgres()
  try {
    const ownerUrl = postgres.url(database)
    const demoEnv = () => Promise.resolve(paymentEnv(channel.client, '1'))
    const server = await startServer({ ownerUrl, port: 0, demo: empty ? 'OFF' : 'ON', webDir, log, demoEnv })
    if (!empty) await seedDemo({ ownerUrl, log, ...size })
    return {
      ownerUrl,
      mapFiles,
      channel,
      face,
      address: `http://localhost:${new URL(server.address).port}`,
      postgres: {
        stop: () => postgres.stop(),
        startAgain: async () => {
          postgres = await startPostgres()
        },
      },
      stop: async () => {
        await server.stop()
        await channel.stop()
        await face.stop()
        await postgres.stop()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await channel.stop()
    await face.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** The built web as it is now: a build in the meantime takes no files away from under an open page. */
async function copyWeb(to: string, log: (line: string) => void): Promise<void> {
  for (;;) {
    await buildWeb(log)
    rmSync(to, { recursive: true, force: true })
    try {
      cpSync(webDist, to, { recursive: true })
      // Written last and removed first by a build: with both in place nobody built while we copied.
      if (readFileSync(join(webDist, '.sources'), 'utf8') === readFileSync(join(to, '.sources'), 'utf8')) return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}
