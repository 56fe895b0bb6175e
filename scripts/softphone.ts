// The local phone service from its sources, or with `build` the one file to install.
if (process.argv[2] === 'build') {
  const { buildSoftphone } = await import('../apps/softphone/build/bundle.ts')
  const file = await buildSoftphone()
  process.stdout.write(`${file}\n`)
  process.exit(0)
}
await import('../apps/softphone/src/main.ts')

export {}
