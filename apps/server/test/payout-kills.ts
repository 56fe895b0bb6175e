import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runtimeUrls } from '#platform/upkeep/migrate'
import type { Channel } from './harness/wechat-channel.ts'
import type { World } from './world.ts'

const PROGRAM = fileURLToPath(new URL('./harness/payout-process.ts', import.meta.url))
/** Started before they are needed: a start takes longer than what is killed. */
const AHEAD = 4
const AT_MOST_MS = 1_000
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What the environment of a process holds that pays through this channel. */
export const environmentOf = ({ client }: Channel): Record<string, string> => ({
  WECHAT_PAY_MERCHANT: client.mchId,
  WECHAT_PAY_APP_ID: client.appId,
  WECHAT_PAY_CERT_SERIAL: client.certificateSerial,
  WECHAT_PAY_PRIVATE_KEY: client.privateKey,
  WECHAT_PAY_API_V3_KEY: client.apiV3Key,
  WECHAT_PAY_PLATFORM_KEY_ID: client.platformKeys[0]!.id,
  WECHAT_PAY_PLATFORM_KEY: client.platformKeys[0]!.pem,
  WECHAT_PAY_URL: client.baseUrl,
})

/**
 * Processes that pay, each killed with kill -9: so many ms after the channel heard so many requests of it, or soon, where it has nothing to say.
 * `before` sets the scene each time.
 */
export async function killPayers(
  { world, channel }: { world: World; channel: Channel },
  { kills, life, before }: { kills: number; life: () => { requests: number; ms: number }; before: () => Promise<void> },
): Promise<void> {
  const urls = JSON.stringify(await runtimeUrls(world.ownerUrl))
  const compiled = mkdtempSync(join(tmpdir(), 'chauffeur-compiled-'))
  const env = { ...process.env, ...environmentOf(channel), PAYOUT_URLS: urls, NODE_COMPILE_CACHE: compiled }
  const begun = (): { child: ChildProcess; ready: Promise<unknown> } => {
    const child = fork(PROGRAM, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: ['--disable-warning=ExperimentalWarning'] })
    return { child, ready: Promise.race([once(child, 'message'), once(child, 'exit').then(() => Promise.reject(new Error('it ended')))]) }
  }
  // The first one leaves what it compiled to the others, which are never asked.
  const first = begun()
  await first.ready
  const over = once(first.child, 'exit')
  first.child.disconnect()
  await over
  const waiting = Array.from({ length: Math.min(AHEAD, kills) }, begun)
  try {
    for (let kill = 0; kill < kills; kill++) {
      const { child, ready } = waiting.shift()!
      await ready
      if (kill + AHEAD < kills) waiting.push(begun())
      await before()
      const ended = once(child, 'exit')
      child.send('go')
      const { requests, ms } = life()
      const enough = channel.asked.length + requests
      for (const began = Date.now(); channel.asked.length < enough && Date.now() - began < AT_MOST_MS; ) await after(2)
      await after(ms)
      child.kill('SIGKILL')
      await ended
    }
  } finally {
    for (const { child } of waiting) child.kill('SIGKILL')
    rmSync(compiled, { recursive: true, force: true })
  }
}
