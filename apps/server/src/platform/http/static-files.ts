import serve from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The built console. Files with a hash in their name are kept for a year, the page itself is asked for each time. */
export async function staticFiles(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(serve, {
    root: webDir,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
  })
}
