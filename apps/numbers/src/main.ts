// A service that lends privacy numbers, for development and tests (README.md).
import { parseArgs } from 'node:util'
import { startNumbers } from './numbers.ts'

const { env } = process
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: env.NUMBERS_PORT ?? '8430' },
    pool: { type: 'string', default: env.NUMBERS_POOL ?? '17000000001,17000000002,17000000003' },
    'push-url': { type: 'string', default: env.NUMBERS_PUSH_URL ?? '' },
    'calls-every-s': { type: 'string', default: env.NUMBERS_CALLS_EVERY_S ?? '0' },
  },
})
const appSecret = env.NUMBERS_SECRET
if (!appSecret) {
  process.stderr.write('Set NUMBERS_SECRET: the APP secret that the number service is entered with.\n')
  process.exit(1)
}
const appKey = env.NUMBERS_KEY ?? 'stand-in'
const service = await startNumbers({
  port: Number(values.port),
  key: { appKey, appSecret },
  pool: values.pool.split(',').filter(Boolean),
  pushUrl: values['push-url'],
})
process.stdout.write(`Privacy numbers at ${service.url}, APP key ${appKey}; name its host in PRIVACY_NUMBER_HOSTS\n`)

const everyS = Number(values['calls-every-s'])
/** Somebody who is bound rings the other one, now and then. */
const ring = () => {
  const pairs = [...service.book.pairs.values()]
  const pair = pairs[Math.floor(Math.random() * pairs.length)]
  if (!pair) return
  const from = Math.random() < 0.6 ? pair.callerNum : pair.calleeNum
  void service.calls
    .play({
      from: from.slice(3),
      number: pair.relationNum.slice(3),
      unanswered: Math.random() < 0.2,
      seconds: 5 + Math.floor(Math.random() * 25),
    })
    .catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
}
const ringing = everyS > 0 ? setInterval(ring, everyS * 1_000) : undefined

const stop = () => {
  clearInterval(ringing)
  void service.stop().then(() => process.exit(0))
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
// The starter holds the other end, if there is one: its being killed stops us too.
process.on('disconnect', stop)
