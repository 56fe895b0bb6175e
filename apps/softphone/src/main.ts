import { createLog } from './log.ts'
import { startService } from './service.ts'
import { readSettings, usage } from './settings.ts'

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2))
  if (!settings) {
    process.stdout.write(usage)
    return
  }
  const log = createLog((line) => process.stdout.write(line))
  const service = await startService(settings, log)
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    service.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // Whoever started us as a child holds the other end of the channel: its being killed stops us too.
  process.on('disconnect', stop)
  log(`http://127.0.0.1:${service.port} serves ${settings.origins.join(', ')}`)
}

main().catch((error: unknown) => {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const words = inUse ? 'The port is taken: another phone service runs already.' : error instanceof Error ? error.message : String(error)
  process.stderr.write(`${words}\n`)
  process.exit(2)
})
