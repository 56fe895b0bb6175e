import { parseArgs } from 'node:util'
import { startChannel } from './channel.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.CHANNEL_PORT ?? '8400' },
    folder: { type: 'string', default: process.env.CHANNEL_FOLDER ?? 'data/channel' },
    'confirm-ms': { type: 'string', default: process.env.CHANNEL_CONFIRM_MS ?? '' },
    'delay-ms': { type: 'string', default: process.env.CHANNEL_DELAY_MS ?? '0' },
    'by-amount': { type: 'boolean', default: process.env.CHANNEL_BY_AMOUNT === '1' },
  },
})
const confirmMs = values['confirm-ms'] === '' ? null : Number(values['confirm-ms'])
const channel = await startChannel({
  port: Number(values.port),
  folder: values.folder,
  byAmount: values['by-amount'],
  standard: { confirmMs, delayMs: Number(values['delay-ms']) },
})
process.stdout.write(`Channel at ${channel.url}, merchant ${channel.client.mchId}; its settings are in ${values.folder}/client.json\n`)
const stop = () => void channel.stop().then(() => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
// The starter holds the other end of the channel, if there is one: its being killed stops us too.
process.on('disconnect', stop)
