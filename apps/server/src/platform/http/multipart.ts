import multipart from '@fastify/multipart'
import type { Uploaded } from '@chauffeur/contract/kernel/upload'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { turns } from '../values/turns.ts'

/** Larger than any call takes; a call says itself how large its file may be. */
const FILE_BYTES = 8 * 1_048_576

export const acceptMultipart = (app: FastifyInstance) =>
  app.register(multipart, {
    limits: { fileSize: FILE_BYTES, files: 1, fields: 30, fieldSize: 64 * 1024, parts: 31, headerPairs: 50 },
    throwFileSizeLimit: true,
  })

/** Such bodies are held in memory: so many at once, and so many of one sender. The others wait, unread. */
const inTurn = turns({ atOnce: 16, forOne: 2 })

/** Fields and the file of a multipart body, by name. It is read only after the caller's session and authority were looked at. */
export const multipartInput = async (request: FastifyRequest, sender: string): Promise<Record<string, string | Uploaded>> =>
  request.isMultipart() ? inTurn(() => read(request), sender) : {}

async function read(request: FastifyRequest): Promise<Record<string, string | Uploaded>> {
  const input: Record<string, string | Uploaded> = Object.create(null) as Record<string, string | Uploaded>
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file')
        input[part.fieldname] = {
          fileName: part.filename.slice(0, 200),
          mediaType: part.mimetype.slice(0, 100),
          bytes: await part.toBuffer(),
        }
      else if (typeof part.value === 'string') input[part.fieldname] = part.value
    }
  } catch (error) {
    // The parser's own words for a body that is cut off or none carry no status, and would read as a fault of ours.
    throw Object.assign(error as Error, { statusCode: (error as { statusCode?: number }).statusCode ?? 400 })
  }
  return input
}
