import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { setAside } from './set-aside.ts'

test('a body is on disk before more of it is taken, and comes back as it was', async () => {
  const sent = randomBytes(1_000_003)
  // One buffer for every chunk: whoever held on to chunks instead of writing them would read the last one over and over.
  const chunk = Buffer.alloc(65_536)
  async function* body() {
    for (let at = 0; at < sent.length; at += chunk.length) yield chunk.subarray(0, sent.copy(chunk, 0, at, at + chunk.length))
  }
  const kept = await setAside(body())
  const back: Buffer[] = []
  for await (const piece of kept.pieces(262_144)) back.push(piece)
  expect(back.map((piece) => piece.length)).toEqual([262_144, 262_144, 262_144, 213_571])
  expect(Buffer.concat(back).equals(sent)).toBe(true)
  expect(kept).toMatchObject({ bytes: sent.length, sha256: createHash('sha256').update(sent).digest() })
  await kept.remove()
})

test('of a body that is cut off nothing is kept', async () => {
  async function* body() {
    yield randomBytes(10)
    throw new Error('cut off')
  }
  await expect(setAside(body())).rejects.toThrow('cut off')
})
