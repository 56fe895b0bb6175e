import { mapFileName } from '@chauffeur/contract/operations/ground'
import type { FastifyInstance } from 'fastify'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { rangeOf } from '#platform/files/send'
import { notSignedIn, pendingRefusal, tokenOf } from '#platform/http/bind'
import type { Sessions } from '#platform/identity/session'

/**
 * Map files in pieces, for consoles that are signed in: a browser reads the directory of a file and then its tiles, a few kilobytes at a time, of
 * however large a file. What is being sent is of one state of the file, which the tag names: a browser that sees another begins anew.
 */
export function mapFileRoutes(app: FastifyInstance, { sessions, folder }: { sessions: Sessions; folder: string | null }): void {
  app.get<{ Params: { name: string } }>('/map-files/:name', { compress: false }, async (request, reply) => {
    const token = tokenOf(request)
    const session = token ? await sessions.find(token, true) : null
    if (session?.kind !== 'OPERATOR') return reply.status(401).send(notSignedIn(request))
    const waits = pendingRefusal(session, request)
    if (waits) return reply.status(403).send(waits)
    // A name has no folder in it, so that nothing outside this one is ever opened.
    const { success, data: name } = mapFileName.safeParse(request.params.name)
    const file = folder !== null && success ? await open(join(folder, name)).catch(() => null) : null
    if (!file) return reply.callNotFound()
    const state = await file.stat()
    if (!state.isFile()) {
      await file.close()
      return reply.callNotFound()
    }
    const tag = `"${state.size.toString(36)}-${state.mtimeMs.toString(36)}"`
    void reply
      .header('content-type', 'application/vnd.pmtiles')
      .header('accept-ranges', 'bytes')
      .header('etag', tag)
      .header('last-modified', state.mtime.toUTCString())
      .header('cache-control', 'private, max-age=86400')
      .header('x-content-type-options', 'nosniff')
    const range = rangeOf(request.headers.range, state.size)
    if (range === 'none' || request.headers['if-none-match'] === tag) {
      await file.close()
      return range === 'none' ? reply.status(416).header('content-range', `bytes */${state.size}`).send() : reply.status(304).send()
    }
    // Of another state than the one that was asked for, the whole is sent: `If-Range`.
    const asked = request.headers['if-range']
    const part = range && (asked === undefined || asked === tag) ? range : null
    const { from, to } = part ?? { from: 0, to: state.size }
    if (part) void reply.status(206).header('content-range', `bytes ${from}-${to - 1}/${state.size}`)
    if (from === to) {
      await file.close()
      return reply.header('content-length', 0).send()
    }
    return reply.header('content-length', to - from).send(file.createReadStream({ start: from, end: to - 1 }))
  })
}
