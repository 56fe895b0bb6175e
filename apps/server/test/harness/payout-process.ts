// Run as a program by the test of killed processes: hands payments over and asks about them, from the word on until it is killed.
import { flushCompileCache } from 'node:module'
import { sendPayouts } from '../../src/areas/finance/payout/payout.job.ts'
import { connect } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { vaultOf } from '#platform/identity/vault'
import { defaultSettings } from '#platform/process/settings'
import { merchantFrom } from '#platform/provider/installed-merchant'
import { providersOf } from '#platform/provider/providers'

const { runtime, platform, secret } = JSON.parse(process.env.PAYOUT_URLS ?? '') as { runtime: string; platform: string; secret: string }
const settings = { ...defaultSettings, wechatPay: merchantFrom(process.env) }
const db = connect({ runtime, platform })
const paying: Pick<Platform, 'db' | 'vault' | 'settings' | 'providers' | 'poke' | 'reportFault'> = {
  db,
  vault: vaultOf(secret),
  settings,
  providers: providersOf(settings, { warn: () => {} }),
  poke: () => {},
  reportFault: () => {},
}
// Connected before the word is given: what is to be killed is the paying, not the start.
await db.acrossTenants((tx) => tx.selectFrom('payout_attempts').select('out_no').limit(1).execute())
process.on('message', () => {
  const goOn = () => void sendPayouts(paying as Platform).then(goOn, goOn)
  goOn()
})
// What was compiled is left to those that are started after it. Not by exit(), which was seen to wait for ever.
process.on('disconnect', () => {
  flushCompileCache()
  process.kill(process.pid, 'SIGKILL')
})
process.send?.('ready')
