import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Platform } from '../http/implement.ts'
import { readFileLink } from './link.ts'
import { sendFile } from './send.ts'
import { takeOver } from './take-over.ts'

/** A browser says what it fetches a file for: a page that plays it, or to show or save it by itself. */
const isOpenedAlone = ({ headers }: FastifyRequest): boolean => !/^(audio|video|empty)?$/.test(String(headers['sec-fetch-dest'] ?? ''))

/** Files out, for those who carry no session. */
export function fileRoutes(app: FastifyInstance, { db, files, vault }: Platform): void {
  // A ticket is longer than a named parameter may be.
  app.get<{ Params: { '*': string } }>('/files/open/*', { compress: false }, async (request, reply) => {
    const link = readFileLink(vault, request.params['*'], new Date())
    const file = link && (await db.acrossTenants((tx) => files.find(tx, link.fileId)))
    if (!file || file.tenantId !== link.tenantId) return reply.callNotFound()
    if (file.kind === 'RECORDING' && !link.saveAs && isOpenedAlone(request)) return reply.callNotFound()
    return sendFile(request, reply, files, file, { saveAs: link.saveAs, keepS: link.keepS })
  })

  /**
   * Logos, for everyone: the page to sign in shows one. An address holds a random id that nobody can guess, and a new picture gets a new one,
   * so that it may be kept for good.
   */
  app.get<{ Params: { file: string } }>('/files/logo/:file', async (request, reply) => {
    const id = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.png$/.exec(request.params.file)?.[1]
    if (!id) return reply.callNotFound()
    const find = () => db.acrossTenants((tx) => files.find(tx, id))
    let file = await find()
    if (!file) {
      await takeOver(db.files, 'logo', id)
      file = await find()
    }
    return file?.kind === 'LOGO' ? sendFile(request, reply, files, file, { forGood: true }) : reply.callNotFound()
  })
}
