// Run as a program by the test of killed processes: sends what is due to push services, from the word on until it is killed.
import { connect } from '#platform/database/db'
import { vaultOf } from '#platform/identity/vault'
import { defaultSettings } from '#platform/process/settings'
import { providersOf } from '#platform/provider/providers'
import { sendPushes } from '#platform/sending/push/sender'

const { runtime, platform, secret, host } = JSON.parse(process.env.PUSH_URLS ?? '') as Record<
  'runtime' | 'platform' | 'secret' | 'host',
  string
>
const settings = { ...defaultSettings, pushContact: 'mailto:it@example.com', pushHosts: [host] }
const db = connect({ runtime, platform })
const pushing = { db, vault: vaultOf(secret), settings, providers: providersOf(settings, { warn: () => {} }) }
// Connected before the word is given: what is to be killed is the sending, not the start.
await db.platform.query('select 1')
// Tests end before it does.
process.on('disconnect', () => process.exit())
process.on('message', () => void sendPushes(pushing))
process.send?.('ready')
