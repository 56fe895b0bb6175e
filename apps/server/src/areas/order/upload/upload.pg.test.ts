import { createHash } from 'node:crypto'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { orderFileCalls } from '@chauffeur/contract/order/file'
import { photoCalls } from '@chauffeur/contract/quality/photo'
import { orderUploadCalls } from '@chauffeur/contract/quality/upload'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onTheWay } from '#test/drivers'
import { photoWorld, scene, taken } from '#test/photos'

let { world, sends, close } = {} as Awaited<ReturnType<typeof photoWorld>>
beforeAll(async () => {
  ;({ world, sends, close } = await photoWorld())
})
afterAll(() => close())

test('a picture over a bad network comes in parts, goes on where it broke, and is one however often it is sent', async () => {
  const trip = await onTheWay(world)
  await trip.call(dispatchCalls.arrive, { id: trip.orderId })
  const bytes = await scene()
  const announced = {
    id: trip.orderId,
    kind: 'ODOMETER',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    ...taken(),
  }
  const begin = async () => (await trip.call(orderUploadCalls.begin, announced)).data as AnswerOf<typeof orderUploadCalls.begin>
  const first = await begin()
  expect(first).toMatchObject({ received: 0, file: null })
  const part = (offset: number, piece: Uint8Array) =>
    sends.multipart(orderUploadCalls.part.path.replace('{uploadId}', first.uploadId), trip.driver.token, { offset }, piece)
  const half = Math.floor(bytes.length / 2)
  expect((await part(0, bytes.subarray(0, half))).data).toMatchObject({ received: half, file: null })
  // The answer was lost, and it is sent again; one that leaves something out is refused with where to go on.
  expect((await part(0, bytes.subarray(0, half))).data).toMatchObject({ received: half })
  expect(await part(half + 10, bytes.subarray(half + 10))).toMatchObject({ error: 'driver.uploadGap', data: { received: half } })
  expect((await part(half, Buffer.alloc(bytes.length))).error).toBe('driver.uploadTooLong')
  expect(await begin()).toMatchObject({ uploadId: first.uploadId, received: half })
  // What is not the picture that was announced is not kept: it begins again.
  expect((await part(half, Buffer.alloc(bytes.length - half))).data).toMatchObject({ received: 0, file: null })
  await part(0, bytes.subarray(0, half))
  const done = (await part(half, bytes.subarray(half))).data as unknown as AnswerOf<typeof orderUploadCalls.part>
  expect(done.file).toMatchObject({ width: 1_600, height: 1_200 })
  expect((await part(half, bytes.subarray(half))).error).toBe('driver.uploadUnknown')
  expect(await begin()).toMatchObject({ received: bytes.length, file: { fileId: done.file!.fileId } })
  expect(await sends.upload(trip.driver, trip.orderId, 'ODOMETER', bytes)).toBe(done.file!.fileId)
  expect(((await world.send(orderFileCalls.list, { orderId: trip.orderId })).data as { rows: unknown[] }).rows).toHaveLength(1)
  const other = await onTheWay(world)
  expect(
    (await sends.multipart(orderUploadCalls.part.path.replace('{uploadId}', first.uploadId), other.driver.token, { offset: 0 }, bytes))
      .error,
  ).toBe('driver.uploadUnknown')
})

test('a driver who announces pictures without end fills nothing: the latest dozen stay, and one that gave way begins again', async () => {
  const trip = await onTheWay(world)
  await trip.call(dispatchCalls.arrive, { id: trip.orderId })
  const announce = async (n: number) =>
    (
      await trip.call(orderUploadCalls.begin, {
        id: trip.orderId,
        kind: 'BEFORE_FRONT',
        sha256: createHash('sha256').update(`picture ${n}`).digest('hex'),
        bytes: 8_000_000,
        ...taken(),
      })
    ).data as AnswerOf<typeof orderUploadCalls.begin>
  const part = (uploadId: string, offset: number) =>
    sends.multipart(orderUploadCalls.part.path.replace('{uploadId}', uploadId), trip.driver.token, { offset }, Buffer.alloc(1_000))
  const first = await announce(0)
  expect((await part(first.uploadId, 0)).data).toMatchObject({ received: 1_000 })
  for (let n = 1; n < 20; n++) await announce(n)
  const { rows } = await world.owner.query<{ uploads: number; parts: number }>(
    `select (select count(*)::int from order_uploads where driver_id = $1) as uploads,
       (select count(*)::int from order_upload_parts where upload_id = $2) as parts`,
    [trip.driver.driverId, first.uploadId],
  )
  expect(rows).toEqual([{ uploads: 12, parts: 0 }])
  expect((await part(first.uploadId, 1_000)).error).toBe('driver.uploadUnknown')
  expect(await announce(0)).toMatchObject({ received: 0, file: null })
})

test('what a reviewer asks for is taken again, however many pictures an order has', async () => {
  const trip = await onTheWay(world)
  await trip.call(dispatchCalls.arrive, { id: trip.orderId })
  const dark = await sends.upload(trip.driver, trip.orderId, 'BEFORE_FRONT', await scene())
  await world.owner.query(
    `insert into order_files (tenant_id, order_id, driver_id, kind, width, height, sha256, screened_at)
     select f.tenant_id, f.order_id, f.driver_id, 'RECEIPT', 10, 10, sha256(n::text::bytea), now()
     from order_files f cross join generate_series(2, 30) n where f.file_id = $1`,
    [dark],
  )
  const send = async (more: object) =>
    sends.multipart(
      dispatchCalls.uploadFile.path.replace('{id}', trip.orderId),
      trip.driver.token,
      { kind: 'BEFORE_FRONT', ...more },
      await scene(),
    )
  expect((await send({})).error).toBe('driver.tooManyFiles')
  expect((await world.send(photoCalls.verdict, { fileId: dark, verdict: 'RETAKE', reason: 'DARK', version: 1 })).code).toBe(0)
  expect((await send({ replaces: dark })).code).toBe(0)
})
