import type { FastifyInstance } from 'fastify'
import type { Readiness } from '../upkeep/readiness.ts'

/**
 * `/healthz`: the process answers. `/readyz`: it wants requests, that is, it is not stopping and the database takes writes; otherwise 503 and
 * why. `notes` are for who looks, and no reason to send nobody here.
 */
export function healthRoutes(app: FastifyInstance, of: { readiness: Readiness; stopping: () => boolean; notes: () => string[] }): void {
  app.get('/healthz', () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const why = of.stopping() ? 'the server is stopping' : await of.readiness.hindrance()
    return reply.status(why === null ? 200 : 503).send({ ok: why === null, ...(why !== null && { why }), notes: of.notes() })
  })
}
