import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const run = (script: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    encoding: 'utf8',
  })
  return { status, stdout, lines: stderr.trim().split('\n') }
}

test('books that could not be looked at are not told as broken, nor a mistyped check as sound', () => {
  expect(run('ledger-check.ts')).toEqual({ status: 2, stdout: '', lines: ['connect ECONNREFUSED 127.0.0.1:1'] })
  expect(run('ledger-check.ts', '--al').status).toBe(2)
})

test('a replay asked for with nonsense says in a line what it takes', () => {
  for (const args of [
    ['--minutes', '1e9'],
    ['--drivers', '1.5'],
    ['--to', '2026-11-20T18:00:00Z'],
    ['--from', '2026-11-20', '--to', '2026-11-19'],
  ])
    expect(run('replay.ts', ...args)).toMatchObject({ status: 2, stdout: '', lines: { length: 1 } })
}, 60_000)
