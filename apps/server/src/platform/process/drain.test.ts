import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { AT_ONCE, drainOf } from './drain.ts'

test('streams are sent away while requests are still served', async () => {
  const app = Fastify()
  app.get('/', async () => 'served')
  const answers: string[] = []
  const sendAway = async () => void answers.push(await (await fetch(app.listeningOrigin)).text())
  const drain = drainOf(app, { streams: [{ sendAway }], hurry: () => {} })
  await app.listen({ port: 0, host: '127.0.0.1' })
  await drain.close(AT_ONCE)
  expect(answers).toEqual(['served'])
})
