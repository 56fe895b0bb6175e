import { expect, test } from 'vitest'
import { sseReader } from './sse.ts'

async function all(chunks: string[]) {
  const bytes = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(bytes.encode(chunk))
      controller.close()
    },
  })
  const messages = []
  for await (const message of sseReader(body)) messages.push(message)
  return messages
}

test('an event that arrives in pieces is one event', async () => {
  expect(await all(['id: 7\nevent: ord', 'ers\ndata: {"a"', ':1}\n', '\nid: 8\ndata: x\n\n'])).toEqual([
    { id: '7', event: 'orders', data: '{"a":1}' },
    { id: '8', event: 'message', data: 'x' },
  ])
})

test('however it is cut, also within the empty line between two events, nothing is lost or read twice', async () => {
  const text = 'id: 1\r\nevent: a\r\ndata: x\r\n\r\nid: 2\nevent: b\ndata: y\n\n: beat\n\nid: 3\ndata: z\n\n'
  const whole = await all([text])
  expect(whole.map(({ id }) => id)).toEqual(['1', '2', '', '3'])
  for (let size = 1; size < 12; size++) {
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size))
    expect(await all(pieces), `pieces of ${size}`).toEqual(whole)
  }
})

test('a heartbeat comes through as a sign of life without data', async () => {
  expect(await all([': still here\n\n'])).toEqual([{ id: '', event: 'message', data: '' }])
})

test('an unfinished event is not delivered', async () => {
  expect(await all(['event: orders\ndata: {"half'])).toEqual([])
})
