import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptMultipart, multipartInput } from './multipart.ts'

const app = Fastify()
/** Senders whose body was read to its end, in that order. */
const read: string[] = []
let port: number
beforeAll(async () => {
  await acceptMultipart(app)
  app.post('/', async (given) => {
    const sender = String(given.headers.sender)
    await multipartInput(given, sender)
    read.push(sender)
    return {}
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const boundary = 'x'
const form = Buffer.from(
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${'a'.repeat(100)}\r\n--${boundary}--\r\n`,
)

/** Sends all but the last bytes of a form; `rest` sends those and gives the status. */
async function begin(sender: string) {
  const headers = { sender, 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': form.length }
  const sent = request({ port, method: 'POST', headers })
  const answer = once(sent, 'response').then(([response]) => (response as { statusCode: number }).statusCode)
  const arrived = once(app.server, 'request')
  sent.write(form.subarray(0, -10))
  await arrived
  return {
    rest: () => {
      sent.end(form.subarray(-10))
      return answer
    },
  }
}

test('of one sender two bodies are read at a time, and those of others meanwhile', async () => {
  const [first, second] = [await begin('one'), await begin('one')]
  const third = (await begin('one')).rest()
  expect(await (await begin('another')).rest()).toBe(200)
  expect(read).toEqual(['another'])
  expect(await first.rest()).toBe(200)
  expect(await third).toBe(200)
  expect(await second.rest()).toBe(200)
  expect(read.splice(0)).toEqual(['another', 'one', 'one', 'one'])
})

test('of all senders sixteen bodies are read at a time', async () => {
  const begun: Awaited<ReturnType<typeof begin>>[] = []
  for (let n = 0; n < 16; n++) begun.push(await begin(`sender ${n}`))
  const late = (await begin('late')).rest()
  expect(await begun[0]!.rest()).toBe(200)
  expect(await late).toBe(200)
  expect(read).toEqual(['sender 0', 'late'])
  for (const one of begun.slice(1)) expect(await one.rest()).toBe(200)
})
