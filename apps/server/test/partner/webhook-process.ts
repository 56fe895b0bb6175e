// Run as a program by the test of killed processes: sends what is due to partners, from the word on until it is killed.
import { sendAllDue } from '../../src/areas/partner/webhook/send.round.ts'
import { connect } from '#platform/database/db'
import { vaultOf } from '#platform/identity/vault'
import { defaultSettings } from '#platform/process/settings'
import { providersOf } from '#platform/provider/providers'

const { runtime, platform, secret } = JSON.parse(process.env.WEBHOOK_URLS ?? '') as { runtime: string; platform: string; secret: string }
const settings = { ...defaultSettings, webhookHosts: ['127.0.0.1'] }
const db = connect({ runtime, platform })
const sending = { db, vault: vaultOf(secret), settings, providers: providersOf(settings, { warn: () => {} }), reportFault: () => {} }
// Connected before the word is given: what is to be killed is the sending, not the start.
await db.platform.query('select 1')
// Tests end before it does.
process.on('disconnect', () => process.exit())
process.on('message', () => {
  const goOn = () => void sendAllDue(sending).then(() => setTimeout(goOn, 5), goOn)
  goOn()
})
process.send?.('ready')
