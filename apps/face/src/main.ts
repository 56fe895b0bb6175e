// A service that judges faces, for development and tests (README.md): `--port`, and ONLINE_CHECK_TOKEN as the server has it.
import { parseArgs } from 'node:util'
import { startFace } from './face.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '8420' } } })
const token = process.env.ONLINE_CHECK_TOKEN
if (!token) {
  process.stderr.write('Set ONLINE_CHECK_TOKEN, as the server that asks has it.\n')
  process.exit(1)
}
const { url, stop } = await startFace({ port: Number(values.port), token })
process.stdout.write(`Faces are judged at ${url}; set ONLINE_CHECK_URL to that.\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().then(() => process.exit(0)))
