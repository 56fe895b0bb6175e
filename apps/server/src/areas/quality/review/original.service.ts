import { createHash } from 'node:crypto'
import { originalContext, photos } from '#areas/order/evidence'
import type { TenantTx } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import { type OperatorSession, operatorActor } from '#platform/identity/session'
import { originalGoesAt } from './review.queries.ts'

interface Opening {
  purpose: string
  operator: OperatorSession
  platform: Platform
  requestId: string
  fail: Fail<'photo.notFound' | 'photo.originalGone'>
}
/** Opens what the camera made, says whether it still is what came in, and writes down who looked and what for. */
export async function originalOf(tx: TenantTx, fileId: string, { purpose, operator, platform, requestId, fail }: Opening) {
  const row = (operator.scope.channel === '*' && (await photos.lock(tx, fileId))) || fail('photo.notFound')
  const file = (row.original_id && (await platform.files.find(tx, row.original_id))) || fail('photo.originalGone')
  const bytes = platform.vault.openBytes(await platform.files.readAll(file), originalContext(row.tenant_id, row.sha256))
  await photos.note(tx, row, { event: 'original', actor: operatorActor(operator), requestId, reason: purpose, set: {} })
  const expireAt = await originalGoesAt(tx, file.fileId)
  const type = row.original_name.split('.').at(-1)
  return {
    fileName: row.original_name,
    dataUrl: `data:image/${type};base64,${bytes.toString('base64')}`,
    sha256: row.sha256.toString('hex'),
    proven: createHash('sha256').update(bytes).digest().equals(row.sha256),
    expireAt: expireAt?.toISOString() ?? null,
  }
}
