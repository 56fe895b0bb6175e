// Providers of text messages for development and tests (README.md).
import { parseArgs } from 'node:util'
import { ALIYUN } from './aliyun.ts'
import { GATEWAY } from './gateway.ts'
import { startMessages } from './messages.ts'
import { TENCENT } from './tencent.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '8440' }, 'report-to': { type: 'string', default: '' } } })
const { 'report-to': reportTo } = values
const { url, stop: end } = await startMessages({
  port: Number(values.port),
  // Of a demo: networks take a moment, and one telephone in a hundred is off.
  ...(reportTo && { reports: { GATEWAY: { how: 'PUSH', ms: 3_000, offTail: '13', url: reportTo } } }),
})
process.stdout.write(
  `Messages arrive at ${url}, which shows them.
Gateway: ${url}/gateway, token ${GATEWAY.token}
Aliyun: ${ALIYUN.keyId}, ${ALIYUN.secret}
Tencent: ${TENCENT.keyId}, ${TENCENT.secret}, application ${TENCENT.appId}\n`,
)
const stop = () => void end().then(() => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
// The starter holds the other end of the channel, if there is one: its being killed stops us too.
process.on('disconnect', stop)
