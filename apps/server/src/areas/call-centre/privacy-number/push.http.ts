import type { FastifyInstance } from 'fastify'

/** Fifty records of calls, and more. */
const BODY_BYTES = 262_144
const ID = /^\d{1,18}$/

export interface PushDesk {
  /** Null: taken. NOT_YET: to be told again. */
  heard(tenantId: string, signature: string | undefined, body: Buffer): Promise<{ fault: string } | null>
}

/**
 * `POST /privacy-numbers/huawei/<tenant>/push`: where Huawei Cloud tells of calls and of their records. It takes anything but 2xx for not
 * heard and tells again, six times within five hours. Nobody learns here why they are refused.
 */
export function pushRoutes(app: FastifyInstance, desk: PushDesk): void {
  void app.register(async (door) => {
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, body, done) => done(null, body))
    door.post<{ Params: { tenantId: string }; Body: Buffer | null }>('/privacy-numbers/huawei/:tenantId/push', async (request, reply) => {
      const { tenantId } = request.params
      const header = request.headers['x-aksk']
      const taken = ID.test(tenantId)
        ? await desk.heard(tenantId, typeof header === 'string' ? header : undefined, request.body ?? Buffer.alloc(0))
        : { fault: 'NO_PROVIDER' }
      if (!taken) return reply.status(200).send({ resultcode: '0', resultdesc: 'Success' })
      request.log.warn({ fault: taken.fault }, 'a push of a number service was not taken')
      return taken.fault === 'NOT_YET' ? reply.status(503).send() : reply.status(401).send()
    })
  })
}
