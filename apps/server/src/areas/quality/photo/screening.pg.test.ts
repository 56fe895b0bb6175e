import { dispatchCalls } from '@chauffeur/contract/driver/app'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { photoCalls } from '@chauffeur/contract/quality/photo'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { onTheWay } from '#test/drivers'
import { lockWaits } from '#test/held'
import { photoWorld, scene } from '#test/photos'
import { screenPhotos } from './index.ts'

let { world, sends, close } = {} as Awaited<ReturnType<typeof photoWorld>>
beforeAll(async () => {
  ;({ world, sends, close } = await photoWorld())
})
afterAll(() => close())

const flagsOf = async (orderId: string, fileId: string) => {
  const { photos } = (await world.send(photoCalls.order, { orderId })).data as AnswerOf<typeof photoCalls.order>
  return photos.find((one) => one.fileId === fileId)!.flags
}

test('a reviewer who judges a picture and the screening that finds another one like it wait for each other, never both', async () => {
  const picture = await scene()
  const earlier = await sends.over(picture)
  const later = await sends.over(await sharp(picture).jpeg({ quality: 60 }).toBuffer())
  // The earlier one is looked at last, and finds the later one.
  const [first, second] = [earlier.files[0]!, later.files[0]!]
  await world.owner.query('update order_files set screened_at = now() where file_id = $1', [first])
  await screenPhotos(world.app.platform)
  await world.owner.query('delete from order_photo_matches where file_id = $1', [second])
  await world.owner.query(`update order_files set flags = '{}' where file_id = $1`, [second])
  await world.owner.query('update order_files set screened_at = null where file_id = $1', [first])
  await world.owner.query('begin')
  await world.owner.query('select from order_photo_cases where order_id = $1 for update', [later.orderId])
  const screening = screenPhotos(world.app.platform)
  // It waits for the case, and does not hold the picture that whoever has the case asks for next.
  await expect.poll(() => lockWaits(world)).toBeGreaterThan(0)
  const { rows } = await world.owner.query('select file_id from order_files where file_id = $1 for update skip locked', [second])
  await world.owner.query('commit')
  await screening
  expect(rows).toHaveLength(1)
  expect(await flagsOf(later.orderId, second)).toEqual(['REUSED'])
})

test('two screenings that find pictures of each other’s orders wait in a line, never for one another', async () => {
  const [one, two] = [await scene(), await scene()]
  const [earlier, later] = [await onTheWay(world), await onTheWay(world)]
  for (const trip of [earlier, later]) await trip.call(dispatchCalls.arrive, { id: trip.orderId })
  const add = ({ driver, orderId }: typeof earlier, kind: string, bytes: Buffer) => sends.upload(driver, orderId, kind, bytes)
  const firstOfEarlier = await add(earlier, 'BEFORE_FRONT', one)
  const firstOfLater = await add(later, 'BEFORE_FRONT', two)
  const again = { ofLater: await add(later, 'INTERIOR', one), ofEarlier: await add(earlier, 'INTERIOR', two) }
  const { platform } = world.app
  // Both orders have their cases, and two of the pictures are looked at anew.
  await screenPhotos(platform)
  await world.owner.query('delete from order_photo_matches where file_id = any ($1)', [Object.values(again)])
  await world.owner.query(`update order_files set flags = '{}' where file_id = any ($1)`, [Object.values(again)])
  await world.owner.query('update order_files set screened_at = null where file_id = $1', [firstOfEarlier])
  // The first one stands before the case of its own order; the second comes to that case from its own.
  await world.owner.query('begin')
  await world.owner.query('select from order_photo_cases where order_id = $1 for update', [earlier.orderId])
  const first = screenPhotos(platform)
  await expect.poll(() => lockWaits(world)).toBe(1)
  await platform.db.write(wholeTenant(world.tenantA), (tx) =>
    tx.updateTable('order_files').set({ screened_at: null }).where('file_id', '=', firstOfLater).execute(),
  )
  const second = screenPhotos(platform)
  await expect.poll(() => lockWaits(world)).toBe(2)
  await world.owner.query('commit')
  expect(await Promise.all([first, second])).toEqual([1, 2])
  expect(await flagsOf(later.orderId, again.ofLater)).toEqual(['REUSED'])
  expect(await flagsOf(earlier.orderId, again.ofEarlier)).toEqual(['REUSED'])
})
