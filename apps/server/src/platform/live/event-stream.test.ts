import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { type EventStream, eventStreams } from './event-stream.ts'

/** A server whose streams are all of one owner, of whom three at a time are heard. */
async function listening() {
  const app = Fastify({ forceCloseConnections: true })
  const begun: EventStream[] = []
  const streams = eventStreams(app)
  app.get('/stream', async (request, reply) => {
    begun.push(streams.begin(request, reply, { owner: 'one', most: 3, close: () => {} }))
    return reply
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const reader = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET /stream HTTP/1.1\r\nhost: x\r\n\r\n')
    const before = begun.length
    await expect.poll(() => begun.length).toBe(before + 1)
    return { socket, stream: begun.at(-1)! }
  }
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
  return { app, streams, reader, connections }
}

test('a reader who takes nothing falls out, and what was kept for them is let go', async () => {
  const { app, streams, reader, connections } = await listening()
  const { socket, stream } = await reader()
  socket.pause()
  const part = 'x'.repeat(1_048_576)
  for (let n = 0; n < 60 && stream.isOpen(); n++) {
    stream.send('orders', part)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect([stream.isOpen(), streams.open()]).toEqual([false, 0])
  await expect.poll(connections).toBe(0)
  await app.close()
})

test('of more streams than an owner may have the oldest gives way', async () => {
  const { app, streams, reader } = await listening()
  const first = await reader()
  for (let n = 0; n < 3; n++) await reader()
  expect([first.stream.isOpen(), streams.open()]).toEqual([false, 3])
  await app.close()
})
