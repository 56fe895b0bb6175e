import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataFolderInUse } from './data-folder.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { identityOf, processesWith, until } from './processes.ts'

let dataDir: string
let children: ChildProcess[]

beforeEach(() => {
  dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'chauffeur-recovery-'))
  // PostgreSQL's user, where we are root, has to get in.
  chmodSync(dataDir, 0o755)
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await until(() => processesWith(dataDir).length === 0, 10_000)
  rmSync(dataDir, { recursive: true, force: true })
})

/** A program of its own on the data folder that commits rows; `acknowledged` is the last number whose commit was answered. */
async function startWriter() {
  const program = new URL('../../test/harness/committing-writer.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  // All it said has been read then. Awaited from here on: one that ended by itself would not end again.
  const writer = { child, postmaster: 0, acknowledged: 0, ended: once(child, 'close') }
  const { promise: started, resolve, reject } = Promise.withResolvers<void>()
  child.on('exit', () => reject(new Error(`the writer ended early: ${said}`)))
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    if (!line.startsWith('started ')) writer.acknowledged = Number(line)
    else {
      writer.postmaster = Number(line.slice(8))
      resolve()
    }
  })
  await started
  return writer
}

async function numbersWritten(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ number: number }>('select number from written order by number')
  await client.end()
  return rows.map((row) => row.number)
}

const guardOf = () => processesWith('postgres-guard').filter((pid) => processesWith(dataDir).includes(pid))

const ways = {
  'the server is killed': (writer: Awaited<ReturnType<typeof startWriter>>) => writer.child.kill('SIGKILL'),
  'PostgreSQL is killed': (writer: Awaited<ReturnType<typeof startWriter>>) => process.kill(writer.postmaster, 'SIGKILL'),
  'the server and the watcher of PostgreSQL are killed': (writer: Awaited<ReturnType<typeof startWriter>>) => {
    for (const pid of guardOf()) process.kill(pid, 'SIGKILL')
    writer.child.kill('SIGKILL')
  },
  'everything is killed': (writer: Awaited<ReturnType<typeof startWriter>>) => {
    for (const pid of [...guardOf(), writer.postmaster]) process.kill(pid, 'SIGKILL')
    writer.child.kill('SIGKILL')
  },
}

for (const [name, kill] of Object.entries(ways)) {
  test(`${name} while rows are committed: the next start has every committed row, and no process is left`, async () => {
    let before = 0
    for (let round = 0; round < 3; round++) {
      const writer = await startWriter()
      const moment = Math.round(Math.random() * 400)
      await sleep(moment)
      expect(writer.child.exitCode, 'the writer goes on until it is killed').toBeNull()
      kill(writer)
      writer.child.kill('SIGKILL')
      await writer.ended
      const postgres = await startEmbeddedPostgres({ dataDir, database: 'recovery' })
      const numbers = await numbersWritten(postgres.url('recovery'))
      await postgres.stop()
      const last = Math.max(before, writer.acknowledged)
      expect(numbers.length, `killed after ${moment} ms`).toBeGreaterThanOrEqual(last)
      // One commit may have been stored without its answer reaching the writer, not more.
      expect(numbers.length, `killed after ${moment} ms`).toBeLessThanOrEqual(last + 1)
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
      before = numbers.length
      expect(identityOf(writer.postmaster)).toBeUndefined()
    }
    expect(before).toBeGreaterThan(0)
    expect(await until(() => processesWith(dataDir).length === 0, 5_000)).toBe(true)
  }, 60_000)
}

test('a server that is killed takes PostgreSQL with it', async () => {
  const writer = await startWriter()
  writer.child.kill('SIGKILL')
  expect(await until(() => processesWith(dataDir).length === 0, 10_000)).toBe(true)
})

test('a lock whose pid belongs to another program by now does not keep PostgreSQL from starting', async () => {
  const writer = await startWriter()
  await until(() => writer.acknowledged > 0, 5_000)
  for (const pid of [...guardOf(), writer.postmaster]) process.kill(pid, 'SIGKILL')
  writer.child.kill('SIGKILL')
  await writer.ended
  const lock = join(dataDir, 'postgres-18', 'postmaster.pid')
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\d+/, String(process.pid)))
  const postgres = await startEmbeddedPostgres({ dataDir, database: 'recovery' })
  expect((await numbersWritten(postgres.url('recovery'))).length).toBeGreaterThanOrEqual(writer.acknowledged)
  await postgres.stop()
})

test('a second server on the same data is told that it is in use, and the first goes on', async () => {
  const writer = await startWriter()
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(DataFolderInUse)
  const seen = writer.acknowledged
  expect(await until(() => writer.acknowledged > seen, 5_000)).toBe(true)
})
