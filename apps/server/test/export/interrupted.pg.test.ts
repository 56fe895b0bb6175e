import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { phoneCalls } from '@chauffeur/contract/call-centre/phone'
import { exportCalls, EXPORT_STATE as S, type ExportRow } from '@chauffeur/contract/operations/export'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asking } from '../ask.ts'
import { s3Store } from '#platform/files/s3-store'
import { asAdministrator } from '../harness/fresh-database.ts'
import { objectStore } from '../harness/object-store.ts'
import { killRest, startProcess, stop } from '../jobs/processes.ts'
import { HANGZHOU, makeWorld, type Person, type World } from '../world.ts'

// What happens to an export while its file is written, and to a file before it is taken.

const MANY = 20_000
const list = phoneCalls.list.path

let world: World
const { ok, refused } = asking(() => world)
beforeAll(async () => {
  world = await makeWorld()
  await world.owner.query(
    `insert into phone_calls (tenant_id, client_ref, direction, line_no, agent_id, agent_name, phone, started_at)
     select $1, 'many-' || n, 'IN', 0, $2, '客服', '13800000000', now() - n * interval '1 second' from generate_series(1, $3::int) n`,
    [world.tenantA, world.people.all.userId, MANY],
  )
}, 60_000)
afterAll(async () => {
  killRest()
  await world.close()
})

const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows
const ask = async (as: Person = 'all'): Promise<string> => (await ok<ExportRow>(exportCalls.create, { list, format: 'CSV' }, as)).exportId
const become = (exportId: string, state: number, as: Person = 'all') =>
  vi.waitFor(
    async () => {
      const row = await ok<ExportRow>(exportCalls.info, { exportId }, as)
      expect(row).toMatchObject({ state })
      return row
    },
    { timeout: 60_000, interval: 200 },
  )
const linesOf = async (exportId: string): Promise<number> => {
  const { url } = await ok(exportCalls.download, { exportId })
  return (await world.app.http.inject({ url: url! })).payload.trimEnd().split('\r\n').length - 1
}
const kept = () => rows(`select from files where kind = 'EXPORT' and state = 'KEPT'`)

/** Half way, its first bytes waiting to be stored; then something happens, and it may go on. */
async function halfWay(happens: (exportId: string) => Promise<unknown>, as: Person = 'all'): Promise<string> {
  const holder = new pg.Client({ connectionString: world.ownerUrl })
  await holder.connect()
  try {
    await holder.query('begin; lock table file_pieces in share mode')
    const exportId = await ask(as)
    await vi.waitFor(
      async () =>
        expect(
          await rows(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%excluded.bytes'`,
          ),
        ).not.toEqual([]),
      { timeout: 30_000, interval: 50 },
    )
    await happens(exportId)
    return exportId
  } finally {
    await holder.end()
  }
}

test('the process that writes it is killed: another writes the whole of it anew', async () => {
  const first = await startProcess(world.ownerUrl, 'exports')
  const exportId = await halfWay(() => stop(first, 'SIGKILL'))
  await startProcess(world.ownerUrl, 'exports')
  expect(await become(exportId, S.done)).toMatchObject({ total: MANY, written: MANY })
  expect(await linesOf(exportId)).toBe(MANY)
  expect(await kept()).toHaveLength(1)
  killRest()
}, 120_000)

test('a statement of a killed process does not go on in the database', async () => {
  const { db } = world.app.platform
  const program = `
    const { openSnapshot } = await import('#platform/database/snapshot')
    const { wholeTenant } = await import('#platform/database/scope')
    const { reader } = await openSnapshot(${JSON.stringify(db.urls.runtime)})
    await reader(wholeTenant('1')).executeQuery({ sql: 'select pg_sleep(300)', parameters: [], query: {} })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'inherit',
  })
  const asleep = () =>
    rows(`select from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(300)' and state = 'active'`)
  await vi.waitFor(async () => expect(await asleep()).toHaveLength(1), { timeout: 20_000, interval: 50 })
  child.kill('SIGKILL')
  await once(child, 'exit')
  await vi.waitFor(async () => expect(await asleep()).toEqual([]), { timeout: 20_000, interval: 200 })
}, 60_000)

describe('in another process', () => {
  beforeAll(() => startProcess(world.ownerUrl, 'exports'), 30_000)
  afterAll(killRest)

  test('the database ends its connection: it is written again, by itself', async () => {
    const exportId = await halfWay(() =>
      asAdministrator(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query like 'fetch %'`, [
        world.owner.database,
      ]),
    )
    expect(await become(exportId, S.done)).toMatchObject({ total: MANY })
    expect(await linesOf(exportId)).toBe(MANY)
  }, 60_000)

  test('cancelled: nothing is kept of it; tried again, it is whole', async () => {
    const before = (await kept()).length
    const exportId = await halfWay(async (exportId) => {
      await ok(exportCalls.cancel, { exportId })
      // A run looks once a second whether it is to end; one that is over before has its file.
      await sleep(2_000)
    })
    expect(await become(exportId, S.cancelled)).toMatchObject({ expiresAt: null, allowedActions: ['RETRY', 'DELETE'] })
    expect(await refused(exportCalls.download, { exportId })).toBe('export.notReady')
    expect(await refused(exportCalls.cancel, { exportId })).toBe('export.ended')
    expect(await kept()).toHaveLength(before)
    await ok(exportCalls.retry, { exportId })
    expect(await become(exportId, S.done)).toMatchObject({ total: MANY })
    expect(await linesOf(exportId)).toBe(MANY)
  }, 60_000)

  test.each([
    ['their account', `update users set status = 'DISABLED' where user_id = $1`, `update users set status = 'ENABLED' where user_id = $1`],
    ['a city', `update users set city_ids = '{}' where user_id = $1`, `update users set city_ids = '{${HANGZHOU}}' where user_id = $1`],
  ])(
    'its asker loses %s: no file comes of it',
    async (_, lose, regain) => {
      const before = (await kept()).length
      const { userId } = world.people.hangzhou
      const exportId = await halfWay(async () => {
        await world.owner.query(lose, [userId])
        // As long as a process believes what it knows of a person.
        await sleep(2_500)
      }, 'hangzhou')
      await vi.waitFor(
        async () =>
          expect(
            await rows(`select j.state, j.problem from exports e join jobs j using (tenant_id, job_id) where export_id = $1`, [exportId]),
          ).toEqual([{ state: 'FAILED', problem: 'job.notAllowedAnyMore' }]),
        { timeout: 20_000, interval: 100 },
      )
      expect(await kept()).toHaveLength(before)
      await world.owner.query(regain, [userId])
    },
    60_000,
  )

  test('of two processes one writes each file, once', async () => {
    const second = await startProcess(world.ownerUrl, 'exports')
    // What the tests before left half written is removed after a day.
    const halfWritten = () => rows(`select file_id from files where kind = 'EXPORT' and state = 'WRITTEN' order by file_id`)
    const [before, left] = [(await kept()).length, await halfWritten()]
    const exportIds = []
    for (let n = 0; n < 4; n++) exportIds.push(await ask())
    for (const exportId of exportIds) {
      await become(exportId, S.done)
      expect(await linesOf(exportId)).toBe(MANY)
    }
    expect(await kept()).toHaveLength(before + 4)
    expect(await halfWritten()).toEqual(left)
    expect(await stop(second, 'SIGTERM')).toBe(0)
  }, 90_000)
})

test('a file that somebody removed from the object store is said to be gone, and no download is written down', async () => {
  const s3 = await objectStore()
  const apart = await makeWorld({ jobs: true, settings: { fileStore: 'S3', s3: s3.settings } })
  const { ok, refused } = asking(() => apart)
  try {
    const { exportId } = await ok<ExportRow>(exportCalls.create, { list, format: 'XLSX' })
    await vi.waitFor(async () => expect(await ok(exportCalls.info, { exportId })).toMatchObject({ state: S.done }), { timeout: 30_000 })
    const { url } = await ok(exportCalls.download, { exportId })
    expect((await apart.app.http.inject({ url: url! })).statusCode).toBe(200)
    const [key] = await s3.keys()
    const { rows } = await apart.owner.query<{ tenant_id: string; file_id: string }>(
      `select tenant_id, file_id from files where kind = 'EXPORT'`,
    )
    expect(key).toBe(`${rows[0]!.tenant_id}/${rows[0]!.file_id}`)
    await (await s3Store(s3.settings)).remove({ tenantId: rows[0]!.tenant_id, fileId: rows[0]!.file_id })
    expect(await refused(exportCalls.download, { exportId })).toBe('export.fileGone')
    expect(await ok<ExportRow>(exportCalls.info, { exportId })).toMatchObject({ downloads: 1 })
  } finally {
    await apart.close()
    await s3.stop()
  }
}, 60_000)
