import type { FastifyInstance } from 'fastify'
import type { Database } from './db.ts'

/**
 * Logos, for everyone: the page to sign in shows one. An address holds a random id that nobody can guess, and a new picture gets a new one,
 * so that it may be kept for good.
 */
export function pictureRoutes(app: FastifyInstance, db: Database): void {
  app.get<{ Params: { file: string } }>('/files/logo/:file', async (request, reply) => {
    const id = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.png$/.exec(request.params.file)?.[1]
    if (!id) return reply.callNotFound()
    const { rows } = await db.platform.query<{ png: Buffer }>({
      name: 'logo',
      text: 'select png from logos where logo_id = $1',
      values: [id],
    })
    if (!rows[0]) return reply.callNotFound()
    return reply
      .header('content-type', 'image/png')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', 'inline')
      .send(rows[0].png)
  })
}
