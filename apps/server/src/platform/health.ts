import type { FastifyInstance } from 'fastify'
import type { Database } from './db.ts'

/** `/healthz`: the process answers. `/readyz`: it can serve, that is, the database answers. */
export function healthRoutes(app: FastifyInstance, db: Database): void {
  app.get('/healthz', () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const ok = await db.runtime.query('select 1').then(
      () => true,
      () => false,
    )
    return reply.status(ok ? 200 : 503).send({ ok })
  })
}
