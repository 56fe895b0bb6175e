import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** An hour of 8 kHz 16-bit sound. */
const SOUND_BYTES = 64 * 1_048_576

/** What stands behind the addresses below: tickets are made and read by the area that keeps the recordings. */
export interface SoundDesk {
  mayTake(ticket: string): boolean
  /** False where nothing was stored. */
  take(ticket: string, bytes: Uint8Array): Promise<boolean>
  /** Null when the ticket or the recording is no more. `read` gives the bytes from `from` to before `to`. */
  open(ticket: string): Promise<{ bytes: number; read(from: number, to: number): AsyncIterable<Buffer> } | null>
}

/**
 * Recordings in and out, for those who carry no session: the desk phone's service, which posts a form with one file
 * (`file` or `filedata1`) and takes `Result:1` for done and anything else for failed; and an audio element, which asks for parts.
 * The ticket is in the path: the service turns a query into form fields. It is longer than a named parameter may be.
 */
export function soundRoutes(app: FastifyInstance, desk: SoundDesk): void {
  app.post<{ Params: { '*': string } }>('/files/sound/upload/*', async (request, reply) => {
    const ticket = request.params['*']
    void reply.type('text/plain; charset=utf-8')
    if (!request.isMultipart() || !desk.mayTake(ticket)) return 'Result:0'
    const file = await request.file({ limits: { fileSize: SOUND_BYTES, files: 1 }, throwFileSizeLimit: true })
    return file && (await desk.take(ticket, await file.toBuffer())) ? 'Result:1' : 'Result:0'
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
