import { orderUploadCalls, PART_BYTES } from '@chauffeur/contract/quality/upload'
import type { PhotoReason } from '@chauffeur/contract/quality/photo-model'
import { implement } from '#platform/http/implement'
import type { Round } from '#platform/jobs/rounds'
import { dropOldUploads, verdictsOfDriver } from './upload.queries.ts'
import { beginUpload, takePart } from './upload.service.ts'

export const orderUploadRoutes = implement(
  'order-upload',
  orderUploadCalls,
)({
  begin: async ({ input: { id, sha256, ...coming }, db, driver, platform, request, fail }) => {
    const step = { platform, driver, orderId: id, requestId: request.id, fail }
    return { ...(await beginUpload(db, step, { ...coming, sha256: Buffer.from(sha256, 'hex') })), partBytes: PART_BYTES }
  },
  part: ({ input: { uploadId, offset, file }, db, driver, platform, request, fail }) =>
    takePart(db, { uploadId, offset, bytes: file.bytes }, { platform, driver, requestId: request.id, fail }),
  verdicts: async ({ db, driver }) => ({
    rows: (await verdictsOfDriver(db, driver.driverId)).map((row) => ({
      fileId: row.file_id,
      orderId: row.order_id,
      orderNo: row.order_no,
      kind: row.kind,
      verdict: row.verdict,
      reason: row.verdict_reason as PhotoReason | null,
      note: row.verdict_note,
      at: (row.reviewed_at ?? row.updated_at).toISOString(),
      retakeUntil: row.retake_until?.toISOString() ?? null,
    })),
  }),
})

/** What was begun and not gone on with. */
export const uploadRound: Round = {
  name: 'order.uploads',
  everyS: 3_600,
  work: ({ db }) => db.acrossTenants(async (tx) => void (await dropOldUploads(tx))),
}
