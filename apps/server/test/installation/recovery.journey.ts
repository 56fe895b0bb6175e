import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processesWith, until } from '../../src/runtime/processes.ts'
import { type Program, startProgram } from '../harness/program.ts'

const port = 18_150
const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'chauffeur-start-'))
// PostgreSQL's user, where we are root, has to get in.
chmodSync(dataDir, 0o755)
const owner = `postgresql://owner@localhost:5432/chauffeur?host=${encodeURIComponent(join(dataDir, 'socket'))}`
const postmaster = () => Number.parseInt(readFileSync(join(dataDir, 'postgres-18', 'postmaster.pid'), 'utf8'), 10)
const nothingLeft = () => until(() => processesWith(dataDir).length === 0, 15_000)

let program: Program

beforeAll(async () => {
  program = await startProgram({ dataDir, port })
})
afterAll(async () => {
  program.child.kill('SIGKILL')
  await nothingLeft()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Commits rows one by one until the connection breaks; gives the last number whose commit was answered. */
async function writeUntilBroken(): Promise<number> {
  const client = new pg.Client({ connectionString: owner })
  client.on('error', () => {})
  await client.connect()
  await client.query('create table if not exists recovery_check (number int primary key)')
  const { rows } = await client.query<{ last: number }>('select coalesce(max(number), 0) as last from recovery_check')
  let last = rows[0]?.last ?? 0
  try {
    for (;;) {
      await client.query('insert into recovery_check values ($1)', [last + 1])
      last += 1
    }
  } catch {
    return last
  }
}

async function written(): Promise<number[]> {
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  const { rows } = await client.query<{ number: number }>('select number from recovery_check order by number')
  await client.end()
  return rows.map((row) => row.number)
}

const answers = async () => (await fetch(`http://127.0.0.1:${port}/api/openapi.json`).catch(() => undefined))?.status

async function expectNothingLost(last: number) {
  const numbers = await written()
  expect(last).toBeGreaterThan(0)
  expect(numbers.length).toBeGreaterThanOrEqual(last)
  expect(numbers.length).toBeLessThanOrEqual(last + 1)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
}

test('the server answers and the accounts of the demo world are shown', async () => {
  expect(await answers()).toBe(200)
  expect(program.said()).toContain('operator')
})

for (const [name, kill] of [
  ['the server is killed', () => program.child.kill('SIGKILL')],
  [
    'the server and PostgreSQL are killed',
    () => {
      process.kill(postmaster(), 'SIGKILL')
      program.child.kill('SIGKILL')
    },
  ],
] as const) {
  test(`${name} while rows are committed: the next start has them all`, async () => {
    const writing = writeUntilBroken()
    await sleep(300 + Math.random() * 700)
    kill()
    const last = await writing
    await program.ended
    program = await startProgram({ dataDir, port })
    await expectNothingLost(last)
    expect(await answers()).toBe(200)
  })
}

test('PostgreSQL alone is killed: the server goes on by itself with every committed row', async () => {
  const writing = writeUntilBroken()
  await sleep(300 + Math.random() * 700)
  process.kill(postmaster(), 'SIGKILL')
  const last = await writing
  const back = Date.now() + 20_000
  while ((await written().catch(() => [])).length === 0 && Date.now() < back) await sleep(100)
  await expectNothingLost(last)
  expect(await answers()).toBe(200)
})

test('a second program on the same data says so in one line and ends', async () => {
  const refused = await startProgram({ dataDir, port: port + 1 }).catch((error: Error) => error.message)
  expect(refused).toContain('is in use by a running server')
  expect(await answers()).toBe(200)
})

test('a port that is taken is said in one line', async () => {
  const refused = await startProgram({ dataDir, port }).catch((error: Error) => error.message)
  expect(refused).toContain(`Port ${port} is in use`)
})

test('a signal stops everything in order, and nothing is left running', async () => {
  // A stop that takes too long is broken off with another code than 0.
  program.child.kill('SIGINT')
  expect(await program.ended).toBe(0)
  expect(await nothingLeft()).toBe(true)
})
