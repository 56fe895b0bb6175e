import { MOST_PICTURE_BYTES, MOST_PICTURE_PIXELS } from '@chauffeur/contract/quality/upload'
import { afterEach, expect, test, vi } from 'vitest'
import { fitted } from './shrink.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser in which a picture has this size, and a drawn one so many bytes a pixel. */
function browser({ width, height }: { width: number; height: number }, bytesOfPixel: number) {
  const close = vi.fn()
  const drawn: string[] = []
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width, height, close }))
  vi.stubGlobal('document', {
    createElement: () => {
      const canvas = {
        width: 0,
        height: 0,
        getContext: () => ({ drawImage: () => drawn.push(`${canvas.width}x${canvas.height}`) }),
        toBlob: (give: (blob: Blob) => void, type: string) =>
          give(new Blob([new Uint8Array(Math.round(canvas.width * canvas.height * bytesOfPixel))], { type })),
      }
      return canvas
    },
  })
  return { close, drawn }
}
const taken = (bytes: number) => new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg', lastModified: 1_700_000_000_000 })
const MiB = 1_048_576

test('a camera of more pixels than are taken has its picture drawn smaller, with the moment that it was taken', async () => {
  const size = { width: 9_248, height: 6_936 }
  expect(size.width * size.height).toBeGreaterThan(MOST_PICTURE_PIXELS)
  const { close, drawn } = browser(size, 0.3)
  const original = taken(5 * MiB)
  const picture = await fitted(original)
  expect(drawn).toEqual(['4000x3000'])
  expect(picture).not.toBe(original)
  expect(picture).toMatchObject({ name: 'a.jpg', type: 'image/jpeg', lastModified: 1_700_000_000_000 })
  expect(picture.size).toBeLessThanOrEqual(MOST_PICTURE_BYTES)
  expect(close).toHaveBeenCalledOnce()
})

test('what is still too large is drawn smaller again, and what never fits is left to the server to refuse', async () => {
  const { drawn } = browser({ width: 6_936, height: 9_248 }, 1)
  expect((await fitted(taken(12 * MiB))).size).toBeLessThanOrEqual(MOST_PICTURE_BYTES)
  expect(drawn).toEqual(['3000x4000', '2100x2800'])
  const never = browser({ width: 9_248, height: 6_936 }, 50)
  const original = taken(12 * MiB)
  expect(await fitted(original)).toBe(original)
  expect(never.drawn).toHaveLength(3)
  expect(never.close).toHaveBeenCalledOnce()
})

test('a picture that fits, and one that this browser cannot open, stay as they are', async () => {
  const { drawn } = browser({ width: 4_000, height: 3_000 }, 0.3)
  const small = taken(MiB)
  expect(await fitted(small)).toBe(small)
  const fits = taken(4 * MiB)
  expect(await fitted(fits)).toBe(fits)
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no such format')))
  const heic = taken(12 * MiB)
  expect(await fitted(heic)).toBe(heic)
  expect(drawn).toEqual([])
})
