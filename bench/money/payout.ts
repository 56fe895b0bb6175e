import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const KILLS = 1_000

/** The suite's kills in their long form: processes that pay, killed wherever they are, against the channel server with faults. */
export async function payout(): Promise<void> {
  const test = join(import.meta.dirname, '../../scripts/test.ts')
  const env = { ...process.env, PAYOUT_KILLS: `${KILLS}` }
  const [code] = (await once(spawn(process.execPath, [test, 'pg', 'payout-kills'], { env, stdio: 'inherit' }), 'exit')) as [number | null]
  if (code !== 0) throw new Error(`Not all of ${KILLS} kills left the books sound.`)
}
