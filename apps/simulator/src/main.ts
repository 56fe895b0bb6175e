import { readArguments, usage } from './arguments.ts'
import { startRun } from './run.ts'

function main() {
  const args = readArguments(process.argv.slice(2), process.env)
  const run = startRun(args, (line) => console.log(line))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, run.stop)
  // The starter holds the other end of the channel, if there is one: its being killed stops us too.
  process.on('disconnect', run.stop)
  if (args.withParent) stopWithParent(run.stop)
  run.ended.then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      process.exit(1)
    },
  )
}

function stopWithParent(stop: () => void) {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 1000).unref()
  process.stdin.on('end', stop).on('close', stop).on('error', stop).resume()
}

try {
  main()
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  process.exit(2)
}
