import type { FastifyInstance } from 'fastify'
import { kindOf } from '#platform/files/kinds'
import { turns } from '#platform/values/turns'

/** Recordings that come in at once, and from one operator; whoever sends more waits, unread. */
const UPLOADS = 8
const UPLOADS_OF_ONE = 2

/** What stands behind the address below: tickets are made and read by the area that keeps the recordings. */
export interface SoundDesk {
  /** What may be sent with a ticket, and for whom; null for one that is none. */
  claimOf(ticket: string): { recording: string; sender: string } | null
  /** False where nothing was stored. */
  take(ticket: string, body: AsyncIterable<Uint8Array>): Promise<boolean>
}

/**
 * Recordings in, from those who carry no session: the desk phone's service posts a form with one file (`file` or `filedata1`) and takes
 * `Result:1` for done and anything else for failed. The ticket is in the path: the service turns a query into form fields. It is longer than a
 * named parameter may be.
 */
export function soundRoutes(app: FastifyInstance, desk: SoundDesk): void {
  const underWay = new Set<string>()
  const inTurn = turns({ atOnce: UPLOADS, forOne: UPLOADS_OF_ONE })
  // One byte more, so that what is too large is seen to be.
  const limits = { fileSize: kindOf('RECORDING').most + 1, files: 1 }
  app.post<{ Params: { '*': string } }>('/files/sound/upload/*', async (request, reply) => {
    const ticket = request.params['*']
    void reply.type('text/plain; charset=utf-8')
    const claim = request.isMultipart() ? desk.claimOf(ticket) : null
    // A ticket is good for half an hour and can be used again, but not twice at once.
    if (!claim || underWay.has(claim.recording)) return 'Result:0'
    underWay.add(claim.recording)
    try {
      return await inTurn(async () => {
        const file = await request.file({ limits, throwFileSizeLimit: false })
        return file && (await desk.take(ticket, file.file)) ? 'Result:1' : 'Result:0'
      }, claim.sender)
    } finally {
      underWay.delete(claim.recording)
    }
  })
}
