import { randomBytes } from 'node:crypto'
import { freePort, isFree } from './channel-process.ts'
import { keepProgram } from './kept-program.ts'
import { join } from 'node:path'

const PORT = 8440
/** What the stand-in's gateway asks for, as it stands in apps/messages/src/gateway.ts. */
const TOKEN = 'gateway-stand-in-token-0001'

/**
 * Runs the stand-in of providers of text messages until it is stopped, and gives what the server's environment has to hold to send by it, once it
 * is `ready`.
 */
export async function keepMessages(
  { ownUrl }: { ownUrl: string },
  log: (line: string) => void,
): Promise<{ env: Record<string, string>; url: string; ready: Promise<void>; stop(): Promise<void> }> {
  const port = (await isFree(PORT)) ? PORT : await freePort()
  const key = randomBytes(24).toString('base64url')
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const options = ['--port', `${port}`, '--report-to', `${ownUrl}/message-reports/0/0/${key}`]
  const main = join(import.meta.dirname, '../../apps/messages/src/main.ts')
  const { stop } = keepProgram({ name: 'The providers of text messages', main, options, log, heard: () => resolve() })
  const url = `http://127.0.0.1:${port}`
  return {
    stop,
    ready,
    url,
    env: {
      SMS_GATEWAY_URL: `${url}/gateway`,
      SMS_GATEWAY_TOKEN: TOKEN,
      SMS_GATEWAY_STATUS_URL: `${url}/gateway`,
      SMS_GATEWAY_REPORT_KEY: key,
      SMS_GATEWAY_PRICE: '4.5',
      // A business of the demo may enter the stand-in's Aliyun and Tencent.
      SMS_HOSTS: process.env.SMS_HOSTS || `127.0.0.1:${port}`,
    },
  }
}
