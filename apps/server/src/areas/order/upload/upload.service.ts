import { createHash } from 'node:crypto'
import type { OrderFileKind } from '@chauffeur/contract/quality/photo-model'
import { type KeptFile, openForPicture, type Taken, uploadOrderFile } from '../evidence/index.ts'
import type { TripStep } from '../model/index.ts'
import type { TenantTx } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import type { DriverSession } from '#platform/identity/session'
import { addPart, beginAgain, dropCrowding, endUpload, lockUpload, openUpload, wholeOf } from './upload.queries.ts'

interface Progress {
  uploadId: string
  received: number
  file: KeptFile | null
}
const NONE = '00000000-0000-0000-0000-000000000000'

/** Announces a picture: it is there already, has come in part, or begins. */
export async function beginUpload(
  tx: TenantTx,
  step: TripStep<'driver.tooManyFiles' | 'driver.noRetake'>,
  { kind, sha256, bytes, ...taken }: { kind: OrderFileKind; sha256: Buffer; bytes: number } & Taken,
): Promise<Progress> {
  const same = await openForPicture(tx, step, { kind, sha256, ...taken })
  if (same) return { uploadId: NONE, received: bytes, file: same }
  const { tenantId, driverId } = step.driver
  const replaces = taken.replaces ?? null
  const upload = await openUpload(tx, { tenantId, driverId, orderId: step.orderId, kind, sha256, bytes, taken, replaces })
  await dropCrowding(tx, upload)
  return { uploadId: upload.upload_id, received: upload.received, file: null }
}

interface PartStep {
  platform: Platform
  driver: DriverSession
  requestId: string
  fail: Fail<
    | 'driver.uploadUnknown'
    | 'driver.uploadGap'
    | 'driver.uploadTooLong'
    | 'driver.orderNotFound'
    | 'driver.wrongState'
    | 'driver.badPicture'
    | 'driver.tooManyFiles'
    | 'driver.noRetake'
  >
}
/** Takes a part in; with the last one the picture is made. One that came before, as when its answer was lost, changes nothing. */
export async function takePart(
  tx: TenantTx,
  { uploadId, offset, bytes }: { uploadId: string; offset: number; bytes: Uint8Array },
  by: PartStep,
): Promise<Progress> {
  const upload = (await lockUpload(tx, uploadId, by.driver.driverId)) ?? by.fail('driver.uploadUnknown')
  if (offset > upload.received) return by.fail('driver.uploadGap', { received: upload.received })
  const fresh = bytes.subarray(upload.received - offset)
  if (upload.received + fresh.length > upload.bytes) return by.fail('driver.uploadTooLong', { received: upload.received })
  const received = fresh.length > 0 ? await addPart(tx, upload, fresh) : upload.received
  if (received < upload.bytes) return { uploadId, received, file: null }
  const all = await wholeOf(tx, uploadId)
  // A part that was changed on its way cannot be told from the others: all of it comes again.
  if (!createHash('sha256').update(all).digest().equals(upload.sha256)) {
    await beginAgain(tx, uploadId)
    return { uploadId, received: 0, file: null }
  }
  const step = { ...by, orderId: upload.order_id }
  const taken = upload.taken as unknown as Taken
  const file = await uploadOrderFile(tx, step, { ...taken, kind: upload.kind as OrderFileKind, bytes: all })
  await endUpload(tx, uploadId)
  return { uploadId, received, file }
}
