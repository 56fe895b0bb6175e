// Run as a program by the tests of jobs and of exports: one more server process on the database it is given, until it is killed.
import { flushCompileCache } from 'node:module'
import pino from 'pino'
import { exportJob } from '#areas/operations/export'
import { runtimeUrls } from '#platform/upkeep/migrate'
import { endProcess } from '#platform/process/end-process'
import { defaultSettings } from '#platform/process/settings'
import { buildApp } from '../../src/app.ts'
import { broken, cancelledLate, failing, hanging, steps } from './kinds.ts'

const [ownerUrl = '', ...options] = process.argv.slice(2)
const gatewayUrl = options.find((option) => option.startsWith('http:'))
const app = await buildApp({
  urls: await runtimeUrls(ownerUrl),
  settings: { ...defaultSettings, ...(gatewayUrl && { sms: { url: gatewayUrl, token: '' } }) },
  logger: pino({ level: 'warn' }, process.stderr),
  engine: false,
  jobs: true,
  kinds: options.includes('exports') ? [exportJob] : [steps, failing, cancelledLate],
  rounds: options.includes('rounds') ? [broken, hanging] : [],
})
process.on('SIGTERM', () => void app.close().then(() => endProcess(0)))
// Whoever is killed leaves what it compiled to the next one: half of what starting costs.
flushCompileCache()
process.stdout.write('running\n')
