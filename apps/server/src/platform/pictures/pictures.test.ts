import sharp from 'sharp'
import { expect, test } from 'vitest'
import { logoFrom, photoFrom } from './pictures.ts'

test('of many pictures that come at once two are drawn at a time, and each is', async () => {
  const sent = await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: '#0a0' } })
    .jpeg()
    .toBuffer()
  let [over, most] = [false, 0]
  const drawn = Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? logoFrom(sent) : photoFrom(sent)))).finally(() => (over = true))
  while (!over) {
    // Without the limit as many are drawn as there are threads for it, which are four. Those of `queue` wait for a thread.
    most = Math.max(most, sharp.counters().process)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect((await drawn).every(Boolean)).toBe(true)
  expect(most).toBe(2)
})
