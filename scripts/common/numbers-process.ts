import { join } from 'node:path'
import { DEMO_NUMBERS } from '../../apps/server/demo/people/number-service.ts'
import { freePort, isFree } from './channel-process.ts'
import { keepProgram } from './kept-program.ts'

const PORT = 8430
/** So often somebody of the demo rings over a privacy number. */
const CALLS_EVERY_S = 30

/** Runs the stand-in of a service that lends numbers until it is stopped, and gives where it is, once it is `ready`. */
export async function keepNumbers(
  { tenantId, ownUrl }: { tenantId: string; ownUrl: string },
  log: (line: string) => void,
): Promise<{ url: string; ready: Promise<void>; stop(): Promise<void> }> {
  const port = (await isFree(PORT)) ? PORT : await freePort()
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const { appKey, secret, pool } = DEMO_NUMBERS
  const { stop } = keepProgram({
    name: 'The number service',
    main: join(import.meta.dirname, '../../apps/numbers/src/main.ts'),
    options: [
      '--port',
      `${port}`,
      '--pool',
      pool.join(','),
      '--push-url',
      `${ownUrl}/privacy-numbers/huawei/${tenantId}/push`,
      '--calls-every-s',
      `${CALLS_EVERY_S}`,
    ],
    env: { NUMBERS_KEY: appKey, NUMBERS_SECRET: secret },
    log,
    heard: () => resolve(),
  })
  return { url: `http://127.0.0.1:${port}`, ready, stop }
}
