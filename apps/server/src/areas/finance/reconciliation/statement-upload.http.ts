import { createHash } from 'node:crypto'
import { CODE } from '@chauffeur/contract/kernel/envelope'
import { RECON_BATCH_STATE as B } from '@chauffeur/contract/finance/reconciliation-model'
import { STATEMENT_UPLOAD, statementKey } from '@chauffeur/contract/finance/statement'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FileRefused } from '#platform/files/files'
import { kindOf } from '#platform/files/kinds'
import { notSignedIn, pendingRefusal, refusalOf, tokenOf } from '#platform/http/bind'
import { type Platform, refuse, whenRefused } from '#platform/http/implement'
import type { OperatorSession, Sessions } from '#platform/identity/session'
import { turns } from '#platform/values/turns'
import { isOver } from './batch.rules.ts'
import { askToReconcile, mayRunAll } from './reconcile.job.ts'
import { findBatch, lockBatch, openBatch, runOfFile } from './reconciliation.queries.ts'

/** Statements that come in at once, and from one person; whoever sends more waits, unread. */
const inTurn = turns({ atOnce: 2, forOne: 1 })

/**
 * A statement that somebody brings: a bank's, or a channel's while it cannot be fetched. A form with one file, of which no more is in memory than
 * a piece: a day may have a million lines. Answers like a call, with the batch and the job that matches it.
 */
export function statementUpload(app: FastifyInstance, { sessions, platform }: { sessions: Sessions; platform: Platform }): void {
  const limits = { fileSize: kindOf('STATEMENT').most + 1, files: 1 }
  app.post(STATEMENT_UPLOAD, async (request) => {
    const token = tokenOf(request)
    const session = token ? await sessions.find(token, true) : null
    if (session?.kind !== 'OPERATOR') return notSignedIn(request)
    const waits = pendingRefusal(session, request)
    if (waits) return waits
    if (!session.authorities.has('recon.run') || !mayRunAll(session)) return refusalOf('statement.uploadForbidden', request)
    const key = statementKey.safeParse(request.query)
    const file = key.success && request.isMultipart() ? await request.file({ limits, throwFileSizeLimit: false }) : null
    if (!key.success || !file) return refusalOf('statement.unknownFormat', request)
    if (!isOver(key.data.billDate, Date.now())) {
      const refused = refusalOf('statement.dayNotOver', request)
      return { ...refused, data: { fields: [{ path: 'billDate', message: refused.message }] } }
    }
    return inTurn(() => take(request, { platform, operator: session }, key.data, file), session.userId)
  })
}

async function take(
  request: FastifyRequest,
  { platform, operator }: { platform: Platform; operator: OperatorSession },
  key: ReturnType<typeof statementKey.parse>,
  file: { filename: string; file: AsyncIterable<Uint8Array> },
) {
  const hash = createHash('sha1')
  const seen = async function* () {
    for await (const chunk of file.file) {
      hash.update(chunk)
      yield chunk
    }
  }
  const { tenantId } = operator
  try {
    const stored = await platform.files.put({ tenantId, kind: 'STATEMENT', name: file.filename.slice(0, 200) }, seen())
    const sha1 = hash.digest('hex')
    const asked = await platform.db.write(operator.scope, async (tx) => {
      const batchId = await openBatch(tx, tenantId, key)
      await lockBatch(tx, batchId)
      const batch = (await findBatch(tx, batchId))!
      if (batch.under_way) return refuse('recon.running')
      const before = await runOfFile(tx, batchId, sha1)
      if (before) return refuse('recon.sameFile', { batchNo: batch.batch_no, runNo: before.run_no })
      if (batch.state === B.balanced) return refuse('recon.alreadyBalanced')
      await platform.files.keep(tx, stored.fileId)
      const jobId = await askToReconcile(platform, tx, { tenantId, batchId, batchNo: batch.batch_no }, { operator, fileId: stored.fileId })
      return { batchId, jobId }
    })
    platform.poke()
    return { code: CODE.done, message: '', data: asked }
  } catch (error) {
    if (error instanceof FileRefused) return refusalOf('statement.unknownFormat', request, { reason: error.reason })
    return whenRefused(({ failure, detail }) => refusalOf(failure, request, detail))(error)
  }
}
