import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type KeptPostgres, keepEmbeddedPostgres } from './kept-postgres.ts'
import { processesWith, signal, until } from './processes.ts'

let above: string
let dataDir: string
let postgres: KeptPostgres
let lost: Error[]
let log: string[]

beforeEach(async () => {
  above = mkdtempSync(join(realpathSync(tmpdir()), 'chauffeur-kept-'))
  // PostgreSQL's user, where we are root, has to get in.
  chmodSync(above, 0o755)
  dataDir = join(above, 'data')
  lost = []
  log = []
  const options = { dataDir, database: 'kept', settings: { fsync: 'off' }, log: (line: string) => void log.push(line) }
  postgres = await keepEmbeddedPostgres(options, (error) => void lost.push(error))
})
afterEach(async () => {
  chmodSync(above, 0o755)
  await postgres.stop()
  await until(() => processesWith(dataDir).length === 0, 10_000)
  rmSync(above, { recursive: true, force: true })
})

const postmaster = () => Number.parseInt(readFileSync(join(dataDir, 'postgres-18', 'postmaster.pid'), 'utf8'), 10)
async function ask<T extends pg.QueryResultRow>(text: string): Promise<T> {
  const client = new pg.Client({ connectionString: postgres.url('kept') })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(text)).rows[0]!
  } finally {
    await client.end()
  }
}

test('PostgreSQL that is killed again while it starts is started once more, and its rows are there', async () => {
  await ask('create table kept as select 1 as number')
  const running = () => processesWith(`-D ${join(dataDir, 'postgres-18')} `)
  const before = running()
  signal(postmaster(), 'SIGKILL')
  // Before it can answer: the moment its process is there. A child that the first one had just forked looks like it and is killed too.
  const startedAgain = () => log.filter((line) => line.includes('is started again')).length
  const killedAgain = () => {
    for (const pid of running().filter((pid) => !before.includes(pid))) signal(pid, 'SIGKILL')
    return startedAgain() > 1
  }
  expect(await until(killedAgain, 20_000, 1)).toBe(true)
  const answered = () => ask<{ number: number }>('select number from kept').catch(() => null)
  await expect.poll(answered, { timeout: 25_000 }).toEqual({ number: 1 })
  expect(lost).toEqual([])
}, 60_000)

test('who takes node_modules away, or closes the folder above, breaks no running PostgreSQL: it reads its files from a copy', async () => {
  const { folder } = await ask<{ folder: string }>(`select setting as folder from pg_config where name = 'SHAREDIR'`)
  expect(folder).not.toContain('node_modules')
  expect(statSync(folder).isDirectory()).toBe(true)
  if (process.getuid?.() === 0) chmodSync(above, 0o700)
  // A new backend reads the zone's file.
  expect(await ask(`select (timestamptz '2026-11-22 04:00Z' at time zone 'Asia/Shanghai')::text as noon`)).toEqual({
    noon: '2026-11-22 12:00:00',
  })
})
