// One line per call this server declares: verb, path, effect, access, area. With `--missing FILE` the rows of the specification's
// list (area, verb, path, flags) that no call answers yet; exit code 1 while there are any.
import { readFileSync } from 'node:fs'
import { areas } from '@chauffeur/contract/all'
import type { Call } from '@chauffeur/contract/kernel/call'
import { missingRows } from './common/missing-calls.ts'

const declared: [area: string, call: Call][] = Object.entries(areas).flatMap(([area, calls]) =>
  Object.values(calls).map((one): [string, Call] => [area, one]),
)
const flag = process.argv.indexOf('--missing')
if (flag > 0) {
  const file = process.argv[flag + 1]
  if (!file) {
    process.stderr.write('usage: npm run -s calls -- --missing FILE\n')
    process.exit(2)
  }
  const calls = declared.map(([, one]) => one)
  const missing = missingRows(readFileSync(file, 'utf8'), calls)
  if (missing.length > 0) process.stdout.write(`${missing.join('\n')}\n`)
  process.exitCode = missing.length > 0 ? 1 : 0
} else {
  for (const [area, { method, path, effect, access }] of declared) {
    const who = typeof access === 'string' ? access : access.authority
    process.stdout.write(`${[method, path, effect, who, area].join('\t')}\n`)
  }
}
