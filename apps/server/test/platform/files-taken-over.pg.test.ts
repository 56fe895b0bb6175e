import { orderFileCalls } from '@chauffeur/contract/order/file'
import { orderSoundCalls } from '@chauffeur/contract/order/sound'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wavFile } from '../sounds.ts'
import { addDriver, addOrder, HANGZHOU, makeWorld, type World } from '../world.ts'
import { takeOverAll } from '#platform/files/take-over'

let world: World
let picture: Buffer
beforeAll(async () => {
  world = await makeWorld()
  picture = await sharp({
    create: { width: 900, height: 700, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 }, background: '#000' },
  })
    .jpeg({ quality: 95 })
    .toBuffer()
})
afterAll(() => world.close())

const id = async (text: string, values: unknown[]) =>
  Object.values((await world.owner.query<Record<string, string>>(text, values)).rows[0]!)[0]!
const formerLogo = async (png: Buffer) => id('insert into logos (tenant_id, png) values ($1, $2) returning logo_id', [world.tenantA, png])
async function formerPicture() {
  const { orderId } = await addOrder(world, { orgId: world.hangzhouOrg })
  return id(
    `insert into order_files (tenant_id, order_id, driver_id, kind, jpeg, width, height, sha256) values ($1, $2, $3, 'RECEIPT', $4, 900, 700, '\\x01') returning file_id`,
    [world.tenantA, orderId, await addDriver(world), picture],
  )
}
async function formerSound(sound: Buffer) {
  const { orderId } = await addOrder(world, { orgId: world.hangzhouOrg })
  const recordId = await id(
    `insert into sound_records (tenant_id, source, order_id, city_id, org_id, started_at, seconds, bytes, sha256, expire_at)
     values ($1, 'AGENT_CALL', $2, $3, $4, now(), 40, $5, sha256($6), now() + interval '9 days') returning record_id`,
    [world.tenantA, orderId, HANGZHOU, world.hangzhouOrg, sound.length, sound],
  )
  for (let seq = 0; seq * 262_144 < sound.length; seq++)
    await world.owner.query('insert into sound_pieces (tenant_id, record_id, seq, bytes) values ($1, $2, $3, $4)', [
      world.tenantA,
      recordId,
      seq,
      sound.subarray(seq * 262_144, (seq + 1) * 262_144),
    ])
  return recordId
}
const seen = {
  logo: async (logoId: string) => (await world.app.http.inject({ url: `/files/logo/${logoId}.png` })).rawPayload,
  picture: async (fileId: string) => {
    const { dataUrl } = (await world.send(orderFileCalls.picture, { fileId }, 'hangzhou')).data as { dataUrl: string }
    return Buffer.from(dataUrl.split(',')[1]!, 'base64')
  },
  sound: async (recordId: string) => {
    const { url } = (await world.send(orderSoundCalls.fileUrl, { recordId }, 'hangzhou')).data as { url: string }
    return (await world.app.http.inject({ url })).rawPayload
  },
}

test.each(['when the job has come to them', 'when somebody opens them first'])(
  'logos, pictures and recordings of the release before are the same after it, %s',
  async (when) => {
    const sound = Buffer.from(wavFile({ seconds: 40 }))
    const [logo, photo, record] = [await formerLogo(picture.subarray(0, 70_000)), await formerPicture(), await formerSound(sound)]
    if (when.includes('job')) expect(await takeOverAll(world.app.platform.db.files)).toBe(3)
    expect((await seen.logo(logo)).equals(picture.subarray(0, 70_000))).toBe(true)
    expect((await seen.picture(photo)).equals(picture)).toBe(true)
    expect((await seen.sound(record)).equals(sound)).toBe(true)
    expect(await takeOverAll(world.app.platform.db.files)).toBe(0)
    // An older process still finds them where they were.
    const left = await world.owner.query(
      `select (select png is not null from logos where logo_id = $1) as logo, (select jpeg is not null from order_files where file_id = $2) as photo,
         (select count(*)::int from sound_pieces where record_id = $3) as pieces`,
      [logo, photo, record],
    )
    expect(left.rows[0]).toEqual({ logo: true, photo: true, pieces: 3 })
  },
)

test('two processes take each of them over once', async () => {
  const photos = await Promise.all(Array.from({ length: 6 }, formerPicture))
  const pool = world.app.platform.db.files
  for (let round = 0; round < 6; round++) await Promise.all([takeOverAll(pool), takeOverAll(pool), formerLogo(picture)])
  await takeOverAll(pool)
  for (const photo of photos) expect((await seen.picture(photo)).equals(picture)).toBe(true)
  const { rows } = await world.owner.query<{ files: number; owned: number }>(
    `select (select count(*)::int from files where kind = 'ORDER_PICTURE') as files, (select count(*)::int from order_files where stored_id is not null) as owned`,
  )
  expect(rows[0]!.files).toBe(rows[0]!.owned)
})
