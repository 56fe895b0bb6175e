import { execFileSync } from 'node:child_process'
import { mkdtempSync, openSync, realpathSync, rmSync, writeSync, closeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sessionCalls } from '@chauffeur/contract/access/session'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, runtimeUrls } from '#platform/upkeep/migrate'
import { defaultSettings } from '#platform/process/settings'
import { type App, buildApp } from '../../src/app.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/runtime/embedded-postgres.ts'

// A small file system of our own takes root.
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'chauffeur-full-'))
const mounted = mount()
let postgres: EmbeddedPostgres
let app: App

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'chauffeur-test', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

beforeAll(async () => {
  if (!mounted) return
  const dataDir = join(folder, 'data')
  const settings = { fsync: 'off', shared_buffers: '32MB', min_wal_size: '32MB', max_wal_size: '64MB' }
  postgres = await startEmbeddedPostgres({ dataDir, database: 'full', settings })
  await migrate(postgres.url('full'))
  app = await buildApp({
    urls: await runtimeUrls(postgres.url('full')),
    settings: defaultSettings,
    logger: pino({ level: 'silent' }),
    engine: false,
  })
})
afterAll(async () => {
  await app?.close()
  await postgres?.stop()
  if (mounted) execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
})

/** Takes all the room there is, to the last byte. */
function fillDisk(): () => void {
  const file = join(folder, 'filler')
  const open = openSync(file, 'w')
  for (const part of [1_048_576, 4_096, 1]) {
    const bytes = Buffer.alloc(part)
    try {
      while (writeSync(open, bytes) === part);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(open)
  return () => rmSync(file)
}
const readiness = async () => {
  const answer = await app.http.inject({ url: '/readyz' })
  return [answer.statusCode, answer.json<{ why?: string }>().why]
}
const signIn = async () => {
  const payload = { username: 'nobody', password: 'whatever it was' }
  const answer = await app.http.inject({ method: 'POST', url: sessionCalls.signIn.path, payload })
  return [answer.statusCode, answer.json<{ message: string }>().message]
}

test.skipIf(!mounted)(
  'while the disk is full what writes is answered 503 and says why, /readyz sends nobody here; with room all goes on',
  async () => {
    expect(await readiness()).toEqual([200, undefined])
    const makeRoom = fillDisk()
    try {
      await expect.poll(readiness, { timeout: 10_000 }).toEqual([503, 'the disk of the database is full'])
      // The first row of its table: a file has to grow.
      expect(await signIn()).toEqual([503, '服务不可用：存储空间已满，本次操作没有保存，请联系管理员'])
      expect((await app.http.inject({ url: '/healthz' })).statusCode).toBe(200)
    } finally {
      makeRoom()
    }
    await expect.poll(readiness, { timeout: 10_000 }).toEqual([200, undefined])
    expect((await signIn())[0]).toBe(200)
  },
)
