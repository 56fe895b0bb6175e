import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cameraFacts } from './camera.rules.ts'
import { orderPhotoFrom, printOfPhoto, THUMB_BYTES, thumbOf } from './photos.ts'
import { bandsOf, distanceOf, FOUND_BITS, type Print, probesOf, SAME_BITS } from './print.rules.ts'

function scene(of: number): Promise<Buffer> {
  let seed = of * 7_919
  const next = (most: number) => (seed = (seed * 16_807) % 2_147_483_647) % most
  const boxes = Array.from(
    { length: 50 },
    () =>
      `<rect x="${next(900)}" y="${next(700)}" width="${next(300)}" height="${next(300)}" fill="rgb(${next(255)},${next(255)},${next(255)})"/>`,
  )
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="800">${boxes.join('')}</svg>`))
    .jpeg({ quality: 90 })
    .toBuffer()
}
const bitsApart = (a: bigint, b: bigint): number =>
  BigInt.asUintN(64, a ^ b)
    .toString(2)
    .replaceAll('0', '').length
async function apart(a: Buffer, b: Buffer) {
  const [one, other] = (await Promise.all([printOfPhoto(a), printOfPhoto(b)])) as [Print, Print]
  return { found: bitsApart(one.hash, other.hash) <= FOUND_BITS, same: distanceOf(one.bits, other.bits) <= SAME_BITS }
}

test('a picture is known again after it was packed anew, made smaller, brighter or blurred', async () => {
  const picture = await scene(1)
  const changed = await Promise.all([
    sharp(picture).jpeg({ quality: 30 }).toBuffer(),
    sharp(picture).resize(400).webp({ quality: 60 }).toBuffer(),
    sharp(picture).modulate({ brightness: 1.2 }).jpeg().toBuffer(),
    sharp(picture).blur(3).jpeg().toBuffer(),
    sharp(picture).extract({ left: 8, top: 6, width: 984, height: 788 }).jpeg().toBuffer(),
  ])
  for (const other of changed) expect(await apart(picture, other)).toEqual({ found: true, same: true })
})

test('pictures that show something else are not taken for the same', async () => {
  const pictures = await Promise.all(Array.from({ length: 20 }, (_, of) => scene(of + 10)))
  const prints = (await Promise.all(pictures.map(printOfPhoto))) as Print[]
  const closest = Math.min(...prints.flatMap((a, at) => prints.slice(0, at).map((b) => distanceOf(a.bits, b.bits))))
  expect(closest).toBeGreaterThan(SAME_BITS * 2)
})

test('a covered lens has no print', async () => {
  const dark = sharp({ create: { width: 300, height: 300, channels: 3, background: '#040404' } })
  expect(await printOfPhoto(await dark.jpeg().toBuffer())).toBeNull()
})

test('whatever seven bits differ, one of the pieces that are asked for is kept', () =>
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: FOUND_BITS }),
      (hash, turned) => {
        const other = BigInt.asIntN(
          64,
          turned.reduce((bits, bit) => bits ^ (1n << BigInt(bit)), BigInt.asUintN(64, hash)),
        )
        const kept = new Set(bandsOf(other))
        const probes = probesOf(hash)
        expect(probes).toHaveLength(68)
        expect(probes.some((key) => kept.has(key))).toBe(true)
      },
    ),
  ))

test('a small picture has at most 20,000 bytes, whatever it shows', async () => {
  const noise = await sharp({
    create: { width: 1_600, height: 1_200, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 80 } },
  })
    .jpeg({ quality: 95 })
    .toBuffer()
  expect((await thumbOf(noise)).length).toBeLessThanOrEqual(THUMB_BYTES)
  expect((await thumbOf(await scene(2))).length).toBeLessThanOrEqual(THUMB_BYTES)
})

test('the clock of satellites goes before the camera’s, whose zone is the city’s where it names none; what makes no sense is not there', async () => {
  const written = async (exif: Record<string, Record<string, string>>) =>
    (await orderPhotoFrom(
      await sharp(await scene(3))
        .withExif(exif)
        .jpeg()
        .toBuffer(),
      480,
    ))!.camera
  const camera = { DateTimeOriginal: '2026:03:01 20:15:00' }
  const gps = { GPSLatitudeRef: 'S', GPSLatitude: '30/1 16/1 12/1', GPSLongitudeRef: 'E', GPSLongitude: '120/1 9/1 0/1' }
  expect(await written({ IFD2: camera })).toEqual({ at: new Date('2026-03-01T12:15:00Z'), place: null })
  expect((await written({ IFD2: { ...camera, OffsetTimeOriginal: '+09:00' } })).at).toEqual(new Date('2026-03-01T11:15:00Z'))
  expect(await written({ IFD2: camera, IFD3: { ...gps, GPSDateStamp: '2026:03:01', GPSTimeStamp: '12/1 14/1 30/1' } })).toMatchObject({
    at: new Date('2026-03-01T12:14:30Z'),
    place: { lat: -30.27, lng: 120.15 },
  })
  expect((await written({ IFD3: { ...gps, GPSLatitude: '0/1 0/1 0/1', GPSLongitude: '0/1 0/1 0/1' } })).place).toBeNull()
  expect(cameraFacts(Buffer.from('Exif nonsense'), 480)).toEqual({ at: null, place: null })
})

/** Entries of EXIF that each say they are all of the rest: as numbers, some billions. */
function endless(bytes: number): Buffer {
  const raw = Buffer.alloc(bytes)
  raw.write('II')
  raw.writeUInt16LE(42, 2)
  raw.writeUInt32LE(8, 4)
  const entries = Math.min(65_535, Math.floor((bytes - 14) / 12))
  raw.writeUInt16LE(entries, 8)
  for (let n = 0; n < entries; n++) {
    raw.writeUInt16LE(n, 10 + n * 12)
    raw.writeUInt16LE(1, 12 + n * 12)
    raw.writeUInt32LE(bytes, 14 + n * 12)
    raw.writeUInt32LE(10, 18 + n * 12)
  }
  return raw
}
// What reads all of it needs more memory than a process has.
test('a picture that says of itself that there is no end to read is read like any other', () => {
  for (const bytes of [65_000, 700_000]) expect(cameraFacts(endless(bytes), 480)).toEqual({ at: null, place: null })
})

test('whatever stands in it, EXIF gives a moment and a place that there are, or none', () =>
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 400 }),
      fc.constantFrom('II*\0\x08\0\0\0', 'MM\0*\0\0\0\x08', 'Exif\0\0II*\0\x08\0\0\0'),
      (bytes, head) => {
        const { at, place } = cameraFacts(Buffer.concat([Buffer.from(head, 'latin1'), bytes]), 480)
        expect(at === null || at.getTime() > Date.UTC(2000, 0)).toBe(true)
        expect(place === null || Math.abs(place.lat) <= 90).toBe(true)
      },
    ),
  ))

test('what is no picture is refused', async () => expect(await orderPhotoFrom(Buffer.from('<svg/>'), 480)).toBeNull())
