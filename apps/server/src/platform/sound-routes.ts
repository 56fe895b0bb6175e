import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { turns } from './turns.ts'
import { type SetAside, setAside } from './set-aside.ts'

/** An hour of 8 kHz 16-bit sound. */
const SOUND_BYTES = 64 * 1_048_576
/** Recordings that come in at once, and from one operator; whoever sends more waits, unread. */
const UPLOADS = 8
const UPLOADS_OF_ONE = 2

/** What stands behind the addresses below: tickets are made and read by the area that keeps the recordings. */
export interface SoundDesk {
  /** What may be sent with a ticket, and for whom; null for one that is none. */
  claimOf(ticket: string): { recording: string; sender: string } | null
  /** False where nothing was stored. */
  take(ticket: string, body: SetAside): Promise<boolean>
  /** Null when the ticket or the recording is no more. `read` gives the bytes from `from` to before `to`. */
  open(ticket: string): Promise<{ bytes: number; read(from: number, to: number): AsyncIterable<Buffer> } | null>
}

/**
 * Recordings in and out, for those who carry no session: the desk phone's service, which posts a form with one file
 * (`file` or `filedata1`) and takes `Result:1` for done and anything else for failed; and an audio element, which asks for parts.
 * The ticket is in the path: the service turns a query into form fields. It is longer than a named parameter may be.
 */
export function soundRoutes(app: FastifyInstance, desk: SoundDesk): void {
  const underWay = new Set<string>()
  const inTurn = turns({ atOnce: UPLOADS, forOne: UPLOADS_OF_ONE })
  app.post<{ Params: { '*': string } }>('/files/sound/upload/*', async (request, reply) => {
    const ticket = request.params['*']
    void reply.type('text/plain; charset=utf-8')
    const claim = request.isMultipart() ? desk.claimOf(ticket) : null
    // A ticket is good for half an hour and can be used again, but not twice at once.
    if (!claim || underWay.has(claim.recording)) return 'Result:0'
    underWay.add(claim.recording)
    try {
      return await inTurn(async () => {
        const file = await request.file({ limits: { fileSize: SOUND_BYTES, files: 1 }, throwFileSizeLimit: false })
        if (!file) return 'Result:0'
        const body = await setAside(file.file)
        try {
          if (file.file.truncated) throw Object.assign(new Error('The recording is too large'), { statusCode: 413 })
          return (await desk.take(ticket, body)) ? 'Result:1' : 'Result:0'
        } finally {
          await body.remove()
        }
      }, claim.sender)
    } finally {
      underWay.delete(claim.recording)
    }
  })

  app.get<{ Params: { '*': string } }>('/files/sound/play/*', { compress: false }, async (request, reply) => {
    const sound = await desk.open(request.params['*'])
    if (!sound) return reply.callNotFound()
    void reply
      .header('content-type', 'audio/wav')
      .header('accept-ranges', 'bytes')
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', 'inline')
    const range = rangeOf(request.headers.range, sound.bytes)
    if (range === 'none') return reply.status(416).header('content-range', `bytes */${sound.bytes}`).send()
    const { from, to } = range ?? { from: 0, to: sound.bytes }
    if (range) void reply.status(206).header('content-range', `bytes ${from}-${to - 1}/${sound.bytes}`)
    return reply.header('content-length', to - from).send(Readable.from(sound.read(from, to)))
  })
}

/** One range of bytes, `to` exclusive; null for the whole, `none` where nothing of it is there. Several ranges are answered with the whole. */
function rangeOf(header: string | undefined, bytes: number): { from: number; to: number } | null | 'none' {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!asked || (asked[1] === '' && asked[2] === '')) return null
  if (asked[1] === '') {
    const last = Math.min(Number(asked[2]), bytes)
    return last === 0 ? 'none' : { from: bytes - last, to: bytes }
  }
  const from = Number(asked[1])
  const to = asked[2] === '' ? bytes : Math.min(Number(asked[2]) + 1, bytes)
  return from < to ? { from, to } : 'none'
}
