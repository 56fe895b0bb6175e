import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Files, StoredFile } from './files.ts'

/** Answers with a file or the range of it that was asked for. What a user brought in never runs in the console’s own place. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: Files,
  file: StoredFile,
  { forGood = false, saveAs, keepS }: { forGood?: boolean; saveAs?: string | undefined; keepS?: number | undefined } = {},
) {
  // Pictures and sound are shown in a page; whatever else there is, is saved.
  const shown = saveAs === undefined && /^(image|audio)\//.test(file.contentType)
  void reply
    .header('content-type', file.contentType === 'text/csv' ? 'text/csv; charset=utf-8' : file.contentType)
    .header('accept-ranges', 'bytes')
    .header('etag', `"${file.sha256.toString('hex')}"`)
    .header('cache-control', forGood ? 'public, max-age=31536000, immutable' : keepS ? `private, max-age=${keepS}` : 'private, no-store')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', disposition(shown ? 'inline' : 'attachment', saveAs ?? file.name))
  const range = rangeOf(request.headers.range, file.bytes)
  if (range === 'none') return reply.status(416).header('content-range', `bytes */${file.bytes}`).send()
  const { from, to } = range ?? { from: 0, to: file.bytes }
  if (range) void reply.status(206).header('content-range', `bytes ${from}-${to - 1}/${file.bytes}`)
  return reply.header('content-length', to - from).send(files.read(file, { from, to }))
}

/** RFC 6266: a name in letters for old readers, and the real one. */
function disposition(how: 'inline' | 'attachment', name: string): string {
  if (!name) return how
  const plain = name.replaceAll(/[^\w .-]/g, '_')
  const whole = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${how}; filename="${plain}"; filename*=UTF-8''${whole}`
}

/** One range of bytes, `to` exclusive; null for the whole, `none` where nothing of it is there. Several ranges are answered with the whole. */
export function rangeOf(header: string | undefined, bytes: number): { from: number; to: number } | null | 'none' {
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
