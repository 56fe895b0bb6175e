import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TenantTx } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import { type ObjectStore, objectStore } from '../harness/object-store.ts'
import { makeWorld, type World } from '../world.ts'
import { databaseStore, PIECE_BYTES } from '#platform/files/database-store'
import { type Files, type FileStores, filesIn, type NewFile, type StoredFile } from '#platform/files/files'
import { fileLink } from '#platform/files/link'
import { moveFiles } from '#platform/files/move'
import { s3Store } from '#platform/files/s3-store'
import type { StoreName } from '#platform/files/store'
import { sweepFiles } from '#platform/files/sweep'

let world: World
let s3: ObjectStore
let stores: FileStores
beforeAll(async () => {
  world = await makeWorld()
  s3 = await objectStore()
  stores = { current: 'DATABASE', all: { DATABASE: databaseStore(world.app.platform.db.files), S3: await s3Store(s3.settings) } }
})
afterAll(async () => {
  await world.close()
  await s3.stop()
})
beforeEach(() => {
  s3.faults.length = 0
  s3.asked.length = 0
})

const pool = () => world.app.platform.db.files
const filesWith = (current: StoreName): Files => filesIn(pool(), { ...stores, current })
/** Lines of a list, in chunks that fit no piece. */
const csv = (bytes: number) =>
  Buffer.from(
    randomBytes(Math.ceil(bytes / 2))
      .toString('hex')
      .slice(0, bytes),
  )
const inChunks = (body: Buffer, size = 70_001) =>
  Readable.from(Array.from({ length: Math.ceil(body.length / size) }, (_, n) => body.subarray(n * size, (n + 1) * size)))
const mine = (of: Partial<NewFile> = {}): NewFile => ({ tenantId: world.tenantA, kind: 'EXPORT', userId: world.people.all.userId, ...of })
const scopeOf = (userId: string, tenantId = world.tenantA) => ({ ...wholeTenant(tenantId), userId })
const asOwner = <T>(work: (tx: TenantTx) => Promise<T>) => world.app.platform.db.write(scopeOf(world.people.all.userId), work)
async function kept(files: Files, body: Buffer, of: Partial<NewFile> = {}): Promise<StoredFile> {
  const file = await files.put(mine(of), inChunks(body))
  await asOwner((tx) => files.keep(tx, file.fileId))
  return file
}
const rowOf = async (fileId: string) =>
  (await world.owner.query<{ state: string; store: string }>('select * from files where file_id = $1', [fileId])).rows[0]
const piecesOf = async (fileId: string) => (await world.owner.query('select from file_pieces where file_id = $1', [fileId])).rowCount
const bytesThere = async (file: Pick<StoredFile, 'tenantId' | 'fileId'>) => ({
  DATABASE: ((await piecesOf(file.fileId)) ?? 0) > 0,
  S3: (await s3.keys()).includes(`${file.tenantId}/${file.fileId}`),
})
const nowhere = { DATABASE: false, S3: false }
const rangesOf = async (files: Files, file: StoredFile, ranges: [number, number][]) =>
  Promise.all(ranges.map(async ([from, to]) => files.readAll(file, { from, to })))

describe.each<StoreName>(['DATABASE', 'S3'])('in %s', (name) => {
  const body = csv(2 * PIECE_BYTES + 4_321)

  test('a file comes back byte for byte, whole and in parts, with its size, digest and sort', async () => {
    const files = filesWith(name)
    const file = await kept(files, body, { name: '订单.csv' })
    expect(file).toMatchObject({ bytes: body.length, contentType: 'text/csv', store: name })
    expect(file.sha256).toEqual(createHash('sha256').update(body).digest())
    const found = await files.find(world.app.platform.db.reader(scopeOf(world.people.all.userId)), file.fileId)
    expect(found).toEqual(file)
    expect((await files.readAll(found!)).equals(body)).toBe(true)
    const ranges: [number, number][] = [
      [0, 1],
      [PIECE_BYTES - 3, PIECE_BYTES + 5],
      [100, 2 * PIECE_BYTES + 7],
      [body.length - 1, body.length],
    ]
    expect(await rangesOf(files, file, ranges)).toEqual(ranges.map(([from, to]) => body.subarray(from, to)))
    expect(await bytesThere(file)).toEqual({ ...nowhere, [name]: true })
  })

  test('what is too large, empty, something else than it may be or not what was announced leaves nothing behind', async () => {
    const files = filesWith(name)
    const refused = async (of: Partial<NewFile>, bytes: Buffer) =>
      files.put(mine(of), inChunks(bytes)).catch((error: { reason: string }) => error.reason)
    const before = (await world.owner.query('select from files')).rowCount
    expect(await refused({}, Buffer.alloc(0))).toBe('EMPTY')
    expect(await refused({ kind: 'LOGO' }, Buffer.alloc(3 * 1_048_576, 65))).toBe('WRONG_TYPE')
    const png = Buffer.concat([
      Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000049454e44ae426082', 'hex'),
    ])
    expect(await refused({ kind: 'ORDER_PICTURE' }, png)).toBe('WRONG_TYPE')
    expect(await refused({ kind: 'LOGO' }, Buffer.concat([png, Buffer.alloc(3 * 1_048_576)]))).toBe('TOO_LARGE')
    expect(await refused({ sha256: createHash('sha256').update('other').digest() }, body)).toBe('WRONG_DIGEST')
    expect(await refused({}, Buffer.from([0x4d, 0x5a, 0, 0, 1, 2]))).toBe('WRONG_TYPE')
    expect((await world.owner.query('select from files')).rowCount).toBe(before)
    await sweepFiles(pool(), stores)
    const { rows } = await world.owner.query<{ left: string }>('select (select count(*) from file_leftovers) as left')
    expect(rows[0]!.left).toBe('0')
  })

  test('a body that breaks off leaves nothing behind', async () => {
    const files = filesWith(name)
    const broken = async function* () {
      yield csv(300_000)
      throw new Error('the sender has gone')
    }
    await expect(files.put(mine(), broken())).rejects.toThrow('the sender has gone')
    expect((await world.owner.query(`select from files where state = 'WRITING'`)).rowCount).toBe(0)
    await sweepFiles(pool(), stores)
    expect((await world.owner.query('select from file_leftovers')).rowCount).toBe(0)
    expect(
      (await s3.keys()).length +
        ((await world.owner.query('select from file_pieces p where not exists (select from files f where f.file_id = p.file_id)'))
          .rowCount ?? 0),
    ).toBe((await world.owner.query(`select from files where store = 'S3'`)).rowCount)
  })

  test('a file whose transaction did not commit is not there, and goes; one that a process left half written, too', async () => {
    const files = filesWith(name)
    const file = await files.put(mine(), inChunks(body))
    await expect(
      asOwner(async (tx) => {
        await files.keep(tx, file.fileId)
        throw new Error('something else went wrong')
      }),
    ).rejects.toThrow()
    expect(await rowOf(file.fileId)).toMatchObject({ state: 'WRITTEN' })
    expect(await files.find(world.app.platform.db.reader(scopeOf(world.people.all.userId)), file.fileId)).toBeNull()
    const half = await files.put(mine(), inChunks(body))
    await world.owner.query(`update files set state = 'WRITING' where file_id = $1`, [half.fileId])
    await sweepFiles(pool(), stores)
    // Somebody may still be at it.
    expect(await rowOf(half.fileId)).toBeDefined()
    await world.owner.query(`update files set touched_at = now() - interval '61 minutes' where file_id = any ($1)`, [
      [file.fileId, half.fileId],
    ])
    await sweepFiles(pool(), stores)
    expect([await rowOf(file.fileId), await rowOf(half.fileId)]).toEqual([undefined, undefined])
    expect([await bytesThere(file), await bytesThere(half)]).toEqual([nowhere, nowhere])
  })

  test('one that was given up while it came in is not written, and its bytes go', async () => {
    const files = filesWith(name)
    const slow = async function* () {
      yield body
      await world.owner.query(`delete from files where state = 'WRITING'`)
      yield body
    }
    await expect(files.put(mine(), slow())).rejects.toThrow('given up')
    const { rows } = await world.owner.query<{ tenantId: string; fileId: string }>(
      'select tenant_id as "tenantId", file_id as "fileId" from file_leftovers',
    )
    await sweepFiles(pool(), stores)
    expect(await bytesThere(rows[0]!)).toEqual(nowhere)
  })

  test('its row goes with the transaction that removes it, its bytes only after that', async () => {
    const files = filesWith(name)
    const file = await kept(files, body)
    await expect(
      asOwner(async (tx) => {
        await files.remove(tx, [file.fileId])
        throw new Error('no')
      }),
    ).rejects.toThrow()
    await sweepFiles(pool(), stores)
    expect((await files.readAll(file)).equals(body)).toBe(true)
    await asOwner((tx) => files.remove(tx, [file.fileId]))
    expect(await rowOf(file.fileId)).toBeUndefined()
    await sweepFiles(pool(), stores)
    expect(await bytesThere(file)).toEqual(nowhere)
  })

  test('past the time of its kind it is not found, and goes', async () => {
    const files = filesWith(name)
    const file = await kept(files, body)
    const { rows } = await world.owner.query<{ days: number }>(
      `select round(extract(epoch from expire_at - now()) / 86400)::int as days from files where file_id = $1`,
      [file.fileId],
    )
    expect(rows[0]!.days).toBe(7)
    await world.owner.query(`update files set expire_at = now() where file_id = $1`, [file.fileId])
    expect(await files.find(world.app.platform.db.reader(scopeOf(world.people.all.userId)), file.fileId)).toBeNull()
    await sweepFiles(pool(), stores)
    expect(await bytesThere(file)).toEqual(nowhere)
  })

  test('bytes that became others are not given out as a whole file', async () => {
    const files = filesWith(name)
    const file = await kept(files, body)
    await world.owner.query('update files set sha256 = $2 where file_id = $1', [file.fileId, createHash('sha256').update('other').digest()])
    const wrong = (await files.find(world.app.platform.db.reader(scopeOf(world.people.all.userId)), file.fileId))!
    let came = 0
    const reading = (async () => {
      for await (const part of files.read(wrong)) came += (part as Buffer).length
    })()
    await expect(reading).rejects.toThrow('not what was stored')
    expect(came).toBeLessThan(body.length)
    await asOwner((tx) => files.remove(tx, [file.fileId]))
  })

  test('a link opens it without a session, to be saved and never run, until it lapses', async () => {
    const files = filesWith(name)
    const file = await kept(files, body, { name: '订单 "11月".csv' })
    const app = name === 'S3' ? await world.beside() : world.app
    const { vault } = app.platform
    const { url } = fileLink(vault, file, { now: new Date() })
    const serve = async (headers: Record<string, string> = {}, at = url) => app.http.inject({ url: at, headers })
    if (name === 'S3') {
      // A process without the store says so rather than giving something else.
      expect((await serve()).statusCode).toBe(500)
      return
    }
    const whole = await serve()
    expect(whole.rawPayload.equals(body)).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `attachment; filename="__ _11__.csv"; filename*=UTF-8''${encodeURIComponent('订单 "11月".csv')}`,
      'cache-control': 'private, no-store',
      'content-length': String(body.length),
    })
    const part = await serve({ range: 'bytes=5-9' })
    expect([part.statusCode, part.headers['content-range'], part.body]).toEqual([
      206,
      `bytes 5-9/${body.length}`,
      body.subarray(5, 10).toString(),
    ])
    expect((await serve({ range: 'bytes=99999999-' })).statusCode).toBe(416)
    expect((await serve({}, `${url.slice(0, -4)}AAAA`)).statusCode).toBe(404)
    expect((await serve({}, fileLink(vault, file, { now: new Date(Date.now() - 901_000) }).url)).statusCode).toBe(404)
    expect((await serve({}, fileLink(vault, { ...file, tenantId: world.tenantB }, { now: new Date() }).url)).statusCode).toBe(404)
  })
})

test('a file that names somebody is seen by them alone, not by their colleagues or another tenant', async () => {
  const files = filesWith('DATABASE')
  const file = await kept(files, csv(10))
  const seen = async (userId: string, tenantId?: string) => files.find(world.app.platform.db.reader(scopeOf(userId, tenantId)), file.fileId)
  expect(await seen(world.people.all.userId)).not.toBeNull()
  expect(await seen(world.people.platform.userId)).toBeNull()
  expect(await seen(world.people.other.userId, world.tenantB)).toBeNull()
  expect(await files.find(world.app.platform.db.reader(wholeTenant(world.tenantA)), file.fileId)).toBeNull()
  await expect(
    world.app.platform.db.write(scopeOf(world.people.platform.userId), async (tx) => {
      await files.remove(tx, [file.fileId])
    }),
  ).resolves.toBeUndefined()
  expect(await seen(world.people.all.userId)).not.toBeNull()
})

describe('the line to the object store', () => {
  const body = csv(3 * 1_048_576)
  const large = csv(18 * 1_048_576)

  test('is signed over what is sent, in one request or, of a large file, in parts', async () => {
    const files = filesWith('S3')
    const small = await kept(files, body)
    expect(new Set(s3.asked.map(({ method }) => method))).toEqual(new Set(['PUT', 'HEAD']))
    const file = await kept(files, large)
    // On a busy machine a part may be sent twice.
    expect(new Set(s3.asked.flatMap(({ path }) => /partNumber=(\d+)/.exec(path)?.[1] ?? []))).toEqual(new Set(['1', '2', '3']))
    expect((await files.readAll(file)).equals(large)).toBe(true)
    expect((await files.readAll(small)).equals(body)).toBe(true)
    expect(s3.wronglySigned).toEqual([])
    const other = filesIn(pool(), {
      current: 'S3',
      all: { S3: await s3Store({ ...s3.settings, keys: { id: 'S3RVER', secret: 'wrong' } }) },
    })
    await expect(other.put(mine(), body)).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
  })

  test.each(['SILENT', 'BUSY'] as const)('is %s for a while: writing and reading are tried again', async (how) => {
    const files = filesWith('S3')
    s3.faults.push({ method: 'PUT', times: 2, how }, { method: 'HEAD', times: 1, how })
    const file = await kept(files, body)
    s3.faults.push({ method: 'GET', times: 2, how })
    expect((await files.readAll(file)).equals(body)).toBe(true)
    expect(s3.asked.filter(({ status }) => status === 0 || status === 503)).toHaveLength(5)
  })

  test('stays silent: the file is refused, nothing of it is left, and one that is there can be read later', async () => {
    const files = filesWith('S3')
    const file = await kept(files, body)
    s3.faults.push({ method: 'PUT', times: 99, how: 'BUSY' }, { method: 'GET', times: 99, how: 'BUSY' })
    await expect(files.put(mine(), body)).rejects.toMatchObject({ name: 'SlowDown' })
    await expect(files.readAll(file)).rejects.toMatchObject({ name: 'SlowDown' })
    s3.faults.length = 0
    expect((await world.owner.query(`select from files where state <> 'KEPT'`)).rowCount).toBe(0)
    expect((await files.readAll(file)).equals(body)).toBe(true)
  }, 60_000)

  test('breaks in the middle of a file: reading goes on where it was', async () => {
    const files = filesWith('S3')
    const file = await kept(files, body)
    s3.asked.length = 0
    s3.faults.push({ method: 'GET', times: 2, how: 'CUT_OFF' })
    expect((await files.readAll(file)).equals(body)).toBe(true)
    expect(s3.asked).toHaveLength(3)
  })

  test('changes a byte: a whole file is not given out', async () => {
    const files = filesWith('S3')
    const file = await kept(files, body)
    s3.faults.push({ method: 'GET', times: 1, how: 'CHANGED' })
    await expect(files.readAll(file)).rejects.toThrow('not what was stored')
  })

  test('is away when a file is removed: its bytes go when the store is back, and hold up no others', async () => {
    const files = filesWith('S3')
    const [one, inDatabase] = [await kept(files, body), await kept(filesWith('DATABASE'), body)]
    await asOwner((tx) => files.remove(tx, [one.fileId, inDatabase.fileId]))
    s3.faults.push({ method: 'DELETE', times: 99, how: 'BUSY' })
    await expect(sweepFiles(pool(), stores)).rejects.toThrow()
    expect([await bytesThere(one), await bytesThere(inDatabase)]).toEqual([{ ...nowhere, S3: true }, nowhere])
    s3.faults.length = 0
    await world.owner.query('update file_leftovers set next_try_at = now()')
    await sweepFiles(pool(), stores)
    expect(await bytesThere(one)).toEqual(nowhere)
  }, 60_000)
})

describe('another store', () => {
  const restless = () => world.owner.query(`update files set touched_at = now() - interval '11 minutes'`)

  test.each([
    ['DATABASE', 'S3'],
    ['S3', 'DATABASE'],
  ] as const)('files of %s move to %s, are read the whole time, and their old bytes go', async (from, to) => {
    const body = csv(700_000)
    const file = await kept(filesWith(from), body)
    const [files, there] = [filesWith(to), { ...stores, current: to }]
    const find = async () => (await files.find(world.app.platform.db.reader(scopeOf(world.people.all.userId)), file.fileId))!
    expect((await files.readAll(await find())).equals(body)).toBe(true)
    await restless()
    expect(await moveFiles(pool(), there, files)).toBeGreaterThan(0)
    const moved = await find()
    expect(moved.store).toBe(to)
    expect((await files.readAll(moved)).equals(body)).toBe(true)
    await sweepFiles(pool(), there)
    expect(await bytesThere(file)).toEqual({ ...nowhere, [to]: true })
  })

  test('one that is removed while it moves is not brought back; one whose copy is wrong stays where it was', async () => {
    const body = csv(700_000)
    const [removed, spoilt] = [await kept(filesWith('DATABASE'), body), await kept(filesWith('DATABASE'), body)]
    await world.owner.query(`update files set touched_at = now() where file_id <> $1`, [removed.fileId])
    await world.owner.query(`update files set touched_at = now() - interval '11 minutes' where file_id = $1`, [removed.fileId])
    const [files, there] = [filesWith('S3'), { ...stores, current: 'S3' as const }]
    const moving = { read: (...of: Parameters<Files['read']>) => files.read(...of) }
    let asked = 0
    moving.read = (file, range) => {
      if (++asked === 2) return Readable.from(takenAwayWhileRead(file))
      return files.read(file, range)
    }
    const takenAwayWhileRead = async function* (file: StoredFile) {
      await asOwner((tx) => files.remove(tx, [file.fileId]))
      yield* files.read(file)
    }
    expect(await moveFiles(pool(), there, moving)).toBe(0)
    await sweepFiles(pool(), there)
    expect(await bytesThere(removed)).toEqual(nowhere)

    await world.owner.query(`update files set touched_at = now() - interval '11 minutes' where file_id = $1`, [spoilt.fileId])
    s3.faults.push({ method: 'GET', times: 1, how: 'CHANGED' })
    await expect(moveFiles(pool(), there, files)).rejects.toThrow('not what was stored')
    expect(await rowOf(spoilt.fileId)).toMatchObject({ store: 'DATABASE' })
    expect((await files.readAll(spoilt)).equals(body)).toBe(true)
  })

  test('two processes that move the same files lose none', async () => {
    const bodies = Array.from({ length: 6 }, () => csv(50_000))
    const all = await Promise.all(bodies.map((body) => kept(filesWith('DATABASE'), body)))
    const there = { ...stores, current: 'S3' as const }
    const files = filesWith('S3')
    for (let round = 0; round < 2; round++) {
      await restless()
      await Promise.all([moveFiles(pool(), there, files), restless().then(() => moveFiles(pool(), there, files)), sleep(1)])
    }
    await sweepFiles(pool(), there)
    const db = world.app.platform.db.reader(scopeOf(world.people.all.userId))
    for (const [at, { fileId }] of all.entries())
      expect((await files.readAll((await files.find(db, fileId))!)).equals(bodies[at]!)).toBe(true)
  })
})
