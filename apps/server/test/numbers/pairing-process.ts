// Run as a program by the test of killed processes: binds and releases pairs from the word on, until it is killed.
import { flushCompileCache } from 'node:module'
import { keepPairs } from '../../src/areas/call-centre/privacy-number/index.ts'
import { connect } from '#platform/database/db'
import { vaultOf } from '#platform/identity/vault'
import { defaultSettings } from '#platform/process/settings'
import { providersOf } from '#platform/provider/providers'

const { runtime, platform, secret, host } = JSON.parse(process.env.PAIRING ?? '') as Record<
  'runtime' | 'platform' | 'secret' | 'host',
  string
>
const settings = { ...defaultSettings, numberHosts: [host] }
const db = connect({ runtime, platform })
const pairing = { db, vault: vaultOf(secret), settings, providers: providersOf(settings, { warn: () => {} }) }
// Connected before the word is given: what is to be killed is the asking, not the start.
await db.acrossTenants((tx) => tx.selectFrom('privacy_bindings').select('binding_id').limit(1).execute())
process.on('message', () => {
  const goOn = () => void keepPairs(pairing).then(goOn, goOn)
  goOn()
})
process.on('disconnect', () => {
  flushCompileCache()
  process.kill(process.pid, 'SIGKILL')
})
process.send?.('ready')
