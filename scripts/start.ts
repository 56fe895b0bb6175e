// The whole platform: PostgreSQL (the embedded one, or the one of DATABASE_URL), the server with the built web, the demo world,
// the simulator and stand-ins of the payment channel and of a number service. Ctrl-C, a signal or the end of the program that started it stops them all, the last started first.
import { existsSync, realpathSync, statfsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { demoAccounts } from '../apps/server/demo/accounts.ts'
import { demoTenants } from '../apps/server/demo/tenants.ts'
import type { RunningServer } from '../apps/server/src/main.ts'
import { isDiskFull } from '../apps/server/src/platform/database/db.ts'
import { AT_ONCE, type StopTimes } from '../apps/server/src/platform/process/drain.ts'
import { endProcess } from '../apps/server/src/platform/process/end-process.ts'
import { type InstalledMerchant, merchantFrom } from '../apps/server/src/platform/provider/installed-merchant.ts'
import { demoWish, WrongInstallation } from '../apps/server/src/platform/upkeep/installation.ts'
import { clusterName, DataFolderInUse } from '../apps/server/src/runtime/data-folder.ts'
import { checkExistingPostgres } from '../apps/server/src/runtime/existing-postgres.ts'
import { keepEmbeddedPostgres } from '../apps/server/src/runtime/kept-postgres.ts'
import { freePort, keepChannel } from './common/channel-process.ts'
import { keepMessages } from './common/messages-process.ts'
import { keepNumbers } from './common/numbers-process.ts'
import { keepSimulator } from './common/simulator-process.ts'
import { root } from './common/tool.ts'
import { buildWeb, webDist } from './common/web-build.ts'

const database = 'chauffeur'
const dataDir = process.env.DATA_DIR ?? join(root, 'data')
const tooLittleRoom = 32 * 2 ** 20
/** After the draining: for requests under way, then for the simulator, PostgreSQL and what else there is. */
const stopWithinMs = 10_000
/** Our own time limit of a statement is 18 s: whoever is told to stop by a signal lets every request come to its end. */
const finishRequestsMs = 20_000
const log = (line: string) => process.stdout.write(`${line}\n`)

const running: { name: string; stop(times: StopTimes): Promise<void> }[] = []
let stopping = false
let drainMs = 0

async function stopAll(code: number, times = AT_ONCE): Promise<void> {
  if (stopping) return
  stopping = true
  // Whatever hangs: PostgreSQL ends by itself when we are gone.
  setTimeout(() => endProcess(code || 1), times.drain + times.finish + stopWithinMs / 2 - 500).unref()
  for (const part of running.toReversed()) {
    await part
      .stop(times)
      .catch((error: unknown) => log(`${part.name} did not stop in order: ${error instanceof Error ? error.message : error}`))
  }
  endProcess(code)
}

function giveUp(error: unknown): void {
  if (stopping) return
  // What the operator can mend is said in one line; anything else is a fault of ours and shows where.
  const plain = error instanceof DataFolderInUse || error instanceof WrongInstallation || error instanceof PlainError
  const said = plain || !(error instanceof Error) ? String((error as Error).message ?? error) : error.stack
  process.stderr.write(`${!plain && lacksRoom(error) ? DISK_FULL : said}\n`)
  void stopAll(1)
}

const DISK_FULL = 'The disk is full. Make room (the demo world needs 2 GB) and start again: what was half made is taken back.'

/** A full disk has many faces: PostgreSQL says it, or ends over it. */
function lacksRoom(error: unknown): boolean {
  if (isDiskFull(error) || (error as NodeJS.ErrnoException).code === 'ENOSPC') return true
  if (process.env.DATABASE_URL) return false
  const cluster = join(dataDir, clusterName)
  const { bavail, bsize } = statfsSync(existsSync(cluster) ? realpathSync(cluster) : root)
  return bavail * bsize < tooLittleRoom
}

class PlainError extends Error {}

const plainly = (error: unknown): never => {
  throw new PlainError(error instanceof Error ? error.message : String(error))
}

function portOf(text: string | undefined): number {
  const port = Number(text || 8080)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new PlainError(`PORT=${text} is not a port.`)
  return port
}

/** On a database that other processes may serve too, somebody balances the load between us. */
function drainFrom({ DRAIN_S, DATABASE_URL }: NodeJS.ProcessEnv): number {
  const seconds = DRAIN_S ? Number(DRAIN_S) : DATABASE_URL ? 5 : 0
  if (!(seconds >= 0 && seconds <= 300)) throw new PlainError(`DRAIN_S=${DRAIN_S} is not a number of seconds from 0 to 300.`)
  return seconds * 1000
}

/** Asked before anything is started, so that a taken port costs nothing. */
async function checkPort(port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const probe = createServer()
    .once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new PlainError(
          error.code === 'EADDRINUSE' ? `Port ${port} is in use: choose another with PORT=…` : `Port ${port}: ${error.message}`,
        ),
      ),
    )
    .listen(port, () => probe.close(() => resolve()))
  await promise
}

const loadServer = () => import('./common/server-program.ts')
type ServerProgram = Awaited<ReturnType<typeof loadServer>>

/** Our own PostgreSQL comes up while the server's code is loaded, which takes a second. */
async function openDatabase(): Promise<{ ownerUrl: string; program: ServerProgram }> {
  const given = process.env.DATABASE_URL
  if (given) {
    await checkExistingPostgres(given).catch(plainly)
    return { ownerUrl: given, program: await loadServer() }
  }
  const { promise: spawned, resolve } = Promise.withResolvers<void>()
  const opening = keepEmbeddedPostgres({ dataDir, database, log, spawned: resolve }, giveUp).then((postgres) => {
    running.push({ name: 'PostgreSQL', stop: () => postgres.stop() })
    return postgres.url(database)
  })
  await Promise.race([spawned, opening])
  const [ownerUrl, program] = await Promise.all([opening, loadServer()])
  return { ownerUrl, program }
}

async function main(): Promise<void> {
  const began = performance.now()
  const port = portOf(process.env.PORT)
  drainMs = drainFrom(process.env)
  const demo = demoWish(process.env)
  await checkPort(port)
  const { ownerUrl, program } = await openDatabase()
  await buildWeb(log).catch(plainly)
  const address = `http://localhost:${port}`
  const partnerPort = await freePort()
  let merchant: InstalledMerchant | null = null
  let numbersUrl = ''
  const standIns: Promise<void>[] = []
  const demoNumbers = async (): Promise<Record<string, string>> => {
    if (!isWanted('NUMBERS', true)) return {}
    const { url, ready, ...numbers } = await keepNumbers({ tenantId: `${demoTenants()[0]!.tenantId}`, ownUrl: address }, log)
    running.push({ name: 'The number service', ...numbers })
    standIns.push(ready)
    numbersUrl = url
    const hosts = [process.env.PRIVACY_NUMBER_HOSTS, new URL(url).host].filter(Boolean).join(',')
    return { PRIVACY_NUMBER_HOSTS: hosts }
  }
  const demoMessages = async (): Promise<Record<string, string>> => {
    if (!isWanted('MESSAGES', true) || process.env.SMS_GATEWAY_URL) return {}
    const { env, url, ready, ...messages } = await keepMessages({ ownUrl: address }, log)
    running.push({ name: 'The providers of text messages', ...messages })
    standIns.push(ready)
    log(`Text messages arrive at ${url}, which shows them.`)
    return env
  }
  const demoChannel = async (): Promise<Record<string, string>> => {
    if (!isWanted('CHANNEL', true) || hasPaymentKeys) return {}
    const { env, ...channel } = await keepChannel({ dataDir, tenantId: `${demoTenants()[0]!.tenantId}`, ownUrl: address }, log)
    running.push({ name: 'The payment channel', ...channel })
    merchant = merchantFrom(env)
    return env
  }
  const demoEnv = async () => {
    // What the simulated partner listens on is the one host inside that partners of the demo may name.
    const webhooks: Record<string, string> =
      isWanted('SIMULATOR', true) && !process.env.WEBHOOK_HOSTS ? { WEBHOOK_HOSTS: `127.0.0.1:${partnerPort}` } : {}
    return Object.assign(webhooks, ...(await Promise.all([demoChannel(), demoMessages(), demoNumbers()])))
  }
  const server = await program.startServer({ ownerUrl, port, demo, webDir: webDist, log, demoEnv })
  running.push({ name: 'The server', stop: (times) => server.stop(times) })
  if (server.demo) await program.seedDemo({ ownerUrl, log, merchant })
  if (numbersUrl) await program.lendNumbers({ ownerUrl, url: numbersUrl })
  if (isWanted('SIMULATOR', server.demo)) running.push({ name: 'The simulator', ...keepSimulator(address, partnerPort, log) })
  await Promise.all(standIns)
  // Here, too: whoever is killed leaves nothing to the next start.
  flushCompileCache()
  log(`\nReady in ${((performance.now() - began) / 1000).toFixed(1)} s: ${address}\n`)
  if (server.demo) log(accountTable())
  else await sayHowToBegin(address, program, server.acrossTenants)
  log('\nCtrl-C stops everything.')
}

/** An empty installation is begun in the browser; one without an administrator by the command. */
async function sayHowToBegin(address: string, program: ServerProgram, acrossTenants: RunningServer['acrossTenants']): Promise<void> {
  const { hasPlatformAdministrator, makeSetupLink } = program
  const link = await acrossTenants(makeSetupLink)
  if (link) log(`This installation is empty. Begin here, once:\n${(process.env.PUBLIC_URL ?? address).replace(/\/+$/, '')}${link}`)
  else if (!(await acrossTenants(hasPlatformAdministrator))) log('There is no platform administrator yet: npm run platform-admin -- --help')
}

/** Keys of the real channel, or of another stand-in. */
const hasPaymentKeys = Object.keys(process.env).some((name) => name.startsWith('WECHAT_PAY_') && process.env[name])

/** In the demo world alone. On a database that other processes may share, only when it is asked for: two simulators would play the same drivers. */
function isWanted(name: 'SIMULATOR' | 'CHANNEL' | 'MESSAGES' | 'NUMBERS', demo: boolean): boolean {
  const { [name]: wish, DATABASE_URL } = process.env
  if (wish && wish !== 'on' && wish !== 'off') throw new PlainError(`${name} must be on or off, not "${wish}".`)
  if (wish === 'on' && !demo) throw new PlainError(`${name}=on: it plays a part in the demo world, and this is a real installation.`)
  return demo && wish !== 'off' && (wish === 'on' || !DATABASE_URL)
}

function accountTable(): string {
  const rows = [
    ['role', 'username', 'password', 'shows'],
    ...demoAccounts.map(({ role, username, password, shows }) => [role, username, password, shows]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

// Somebody at a terminal does not want to wait; SIGTERM is how a service is stopped.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stopAll(0))
process.on('SIGTERM', () => void stopAll(0, { drain: drainMs, finish: finishRequestsMs }))
process.on('disconnect', () => void stopAll(0))
process.on('uncaughtException', giveUp)
process.on('unhandledRejection', giveUp)
main().catch(giveUp)
