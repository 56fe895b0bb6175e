import pino from 'pino'
import { expect, test } from 'vitest'
import { buildHttp } from './http.ts'

const POLICY =
  "default-src 'self';media-src 'self' blob:;script-src 'self';worker-src 'self' blob:;style-src 'self' 'unsafe-inline';img-src 'self' data: blob: https:;font-src 'self' data:;connect-src 'self' https: http://127.0.0.1:3001 ws://127.0.0.1:*;frame-src 'self' https: http:;object-src 'none';base-uri 'self';form-action 'self';frame-ancestors 'self'"

test('the security policy comes with a page, an unknown address and a stream that writes its own head; who sets a stricter one keeps it', async () => {
  const http = await buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [] })
  const stricter = "default-src 'none'; sandbox"
  http.get('/page', () => ({}))
  http.get('/file', (_request, reply) => reply.header('content-security-policy', stricter).send('x'))
  http.get('/stream', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
    reply.raw.end()
  })
  const policyOf = async (url: string) => (await http.inject({ url })).headers['content-security-policy']
  expect(await Promise.all(['/page', '/unknown', '/stream', '/file'].map(policyOf))).toEqual([POLICY, POLICY, POLICY, stricter])
  await http.close()
})
