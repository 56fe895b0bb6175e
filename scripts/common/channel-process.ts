import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { keepProgram } from './kept-program.ts'

const PORT = 8400
/** So long a driver of the demo takes to confirm in WeChat. */
const CONFIRM_MS = 15_000

/** What the channel's client needs, as it stands in its folder. */
export interface ClientFile {
  mchId: string
  appId: string
  certificateSerial: string
  privateKey: string
  apiV3Key: string
  platformKeys: { id: string; pem: string }[]
  baseUrl: string
}

/** Runs the stand-in of WeChat Pay until it is stopped, and gives what the server's environment has to hold to pay a business's drivers through it. */
export async function keepChannel(
  { dataDir, tenantId, ownUrl }: { dataDir: string; tenantId: string; ownUrl: string },
  log: (line: string) => void,
): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const folder = join(dataDir, 'channel')
  // On a restart it is where it was, since its address is in the server's settings by then.
  const port = (await isFree(PORT)) ? PORT : await freePort()
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const options = ['--port', `${port}`, '--folder', folder, '--confirm-ms', `${CONFIRM_MS}`, '--by-amount']
  const main = join(import.meta.dirname, '../../apps/channel/src/main.ts')
  const { stop } = keepProgram({ name: 'The payment channel', main, options, log, heard: () => resolve() })
  await ready
  const client = JSON.parse(readFileSync(join(folder, 'client.json'), 'utf8')) as ClientFile
  return { stop, env: { ...paymentEnv(client, tenantId), PUBLIC_URL: process.env.PUBLIC_URL || ownUrl } }
}

/** What the environment holds of a merchant who pays the drivers of a business. */
export function paymentEnv(client: ClientFile, tenantId: string): Record<string, string> {
  const [key] = client.platformKeys
  return {
    WECHAT_PAY_TENANT: tenantId,
    WECHAT_PAY_MERCHANT: client.mchId,
    WECHAT_PAY_APP_ID: client.appId,
    WECHAT_PAY_CERT_SERIAL: client.certificateSerial,
    WECHAT_PAY_PRIVATE_KEY: client.privateKey,
    WECHAT_PAY_API_V3_KEY: client.apiV3Key,
    WECHAT_PAY_PLATFORM_KEY_ID: key?.id ?? '',
    WECHAT_PAY_PLATFORM_KEY: key?.pem ?? '',
    WECHAT_PAY_URL: client.baseUrl,
  }
}

export const freePort = () => listened(0)
export const isFree = (port: number) =>
  listened(port).then(
    () => true,
    () => false,
  )
function listened(port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer()
    .once('error', reject)
    .listen(port, '127.0.0.1', () => {
      const { port: taken } = server.address() as { port: number }
      server.close(() => resolve(taken))
    })
  return promise
}
