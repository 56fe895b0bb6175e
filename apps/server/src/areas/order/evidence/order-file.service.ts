import { createHash } from 'node:crypto'
import type { OrderFileKind } from '@chauffeur/contract/quality/photo-model'
import type { Datum } from '@chauffeur/contract/kernel/fields'
import { inHandServiceStatuses } from '@chauffeur/contract/order/model'
import { photoRules } from '#areas/quality/rules'
import type { TenantTx } from '#platform/database/db'
import { type OrderPhoto, orderPhotoFrom } from '#platform/pictures/photos'
import { driverActor } from '#platform/identity/session'
import { toWgs84 } from '#platform/values/geo'
import { type Extra, receiptFault, receiptsOf } from './receipt.rules.ts'
import { dutyRules } from '#areas/qualification/duty'
import {
  addOrderFile,
  assignReceipts,
  knownFiles,
  lockRetake,
  type NewFile,
  offsetOfCity,
  openReceipts,
  photos,
} from './order-file.queries.ts'
import { driverWrongState, lockOwnOrder, type TripStep } from '../model/index.ts'

/** Of one order, whatever their kind. */
const MOST_FILES = 30
const WITH_DRIVER: readonly number[] = inHandServiceStatuses

/** Where and when a picture was taken, as the telephone says, and whether it was asked for again. */
export interface Taken {
  takenAt?: string | undefined
  lat?: number | undefined
  lng?: number | undefined
  datum?: Datum | undefined
  accuracyM?: number | undefined
  replaces?: string | undefined
}
interface Coming extends Taken {
  kind: OrderFileKind
}
export interface KeptFile {
  fileId: string
  width: number
  height: number
}
type UploadStep = TripStep<'driver.badPicture' | 'driver.tooManyFiles' | 'driver.noRetake'>

/** What proves what a picture was is opened for that picture alone. */
export const originalContext = (tenantId: string, sha256: Buffer): string => `order-original:${tenantId}:${sha256.toString('hex')}`

/**
 * Whether a picture may be added to the driver's own order, which is locked: while they have it in hand, and for one that was asked for again also
 * later. Gives the picture that is there already where it is the same one.
 */
export async function openForPicture(
  tx: TenantTx,
  step: TripStep<'driver.tooManyFiles' | 'driver.noRetake'>,
  { kind, replaces, sha256 }: Coming & { sha256: Buffer },
): Promise<KeptFile | null> {
  const order = await lockOwnOrder(tx, step)
  const known = await knownFiles(tx, order.order_id)
  const same = known.find((row) => row.kind === kind && row.sha256.equals(sha256))
  if (replaces !== undefined) {
    const asked = same ? null : await lockRetake(tx, replaces, step.driver.driverId)
    const fits = asked?.order_id === order.order_id && asked.kind === kind
    if (!fits && !(same && same.file_id !== replaces)) return step.fail('driver.noRetake')
  } else if (!WITH_DRIVER.includes(order.service_status)) return driverWrongState(order, step)
  if (same) return { fileId: same.file_id, width: same.width, height: same.height }
  // What a reviewer asked for is bounded by them.
  if (replaces === undefined && known.length >= MOST_FILES) return step.fail('driver.tooManyFiles', { most: MOST_FILES })
  return null
}

/** Keeps a picture of the driver's own order: what is shown of it, a small one of that, and sealed as it came. */
export async function uploadOrderFile(
  tx: TenantTx,
  step: UploadStep,
  { bytes, ...coming }: Coming & { bytes: Uint8Array },
): Promise<KeptFile> {
  const { tenantId, driverId, cityId } = step.driver
  const { files, vault } = step.platform
  // Before any lock: it takes a while.
  const drawn = (await orderPhotoFrom(bytes, await offsetOfCity(tx, cityId))) ?? step.fail('driver.badPicture')
  const sha256 = createHash('sha256').update(bytes).digest()
  const same = await openForPicture(tx, step, { ...coming, sha256 })
  if (same) return same
  const { originalDays } = await photoRules.contentFor(tx, cityId)
  const [stored, thumb, original] = await Promise.all([
    files.put({ tenantId, kind: 'ORDER_PICTURE' }, drawn.jpeg),
    files.put({ tenantId, kind: 'ORDER_THUMB' }, drawn.thumb),
    files.put({ tenantId, kind: 'ORDER_ORIGINAL' }, vault.sealBytes(bytes, originalContext(tenantId, sha256))),
  ])
  const actor = driverActor(step.driver)
  const by = { actor, requestId: step.requestId }
  const fileId = await addOrderFile(
    tx,
    {
      tenantId,
      driverId,
      orderId: step.orderId,
      kind: coming.kind,
      size: drawn,
      sha256,
      storedId: stored.fileId,
      thumbId: thumb.fileId,
      originalId: original.fileId,
      originalName: `${sha256.toString('hex').slice(0, 12)}.${drawn.contentType.replace('image/', '')}`,
      print: drawn.print,
      taken: takenOf(drawn, coming),
      replaces: coming.replaces ?? null,
    },
    by,
  )
  await files.keep(tx, stored.fileId)
  await files.keep(tx, thumb.fileId)
  await files.keep(tx, original.fileId, new Date(Date.now() + originalDays * 86_400_000))
  if (coming.replaces) {
    const before = (await lockRetake(tx, coming.replaces, driverId)) ?? step.fail('driver.noRetake')
    await photos.move(tx, before, { event: 'replace', ...by })
  }
  return { fileId, width: drawn.width, height: drawn.height }
}

/** What the camera wrote goes before what the app says: it was written as the picture was taken. */
function takenOf({ camera }: OrderPhoto, { takenAt, lat, lng, datum, accuracyM }: Taken): NewFile['taken'] {
  const said = lat === undefined || lng === undefined ? null : { ...toWgs84({ lat, lng }, datum), accuracyM: accuracyM ?? null }
  const place = camera.place ?? said
  const at = camera.at ?? (takenAt === undefined ? null : new Date(takenAt))
  const source = camera.at || camera.place ? 'CAMERA' : at || place ? 'APP' : null
  return { at, lat: place?.lat ?? null, lng: place?.lng ?? null, accuracyM: place?.accuracyM ?? null, source }
}

/** The extras of a bill have the receipts they need, or it is refused; their order is locked. */
export async function checkReceipts(
  tx: TenantTx,
  orderId: string,
  { driver, fail }: TripStep<'driver.receiptMissing' | 'driver.receiptUnknown'>,
  extras: readonly Extra[],
): Promise<void> {
  const named = receiptsOf(extras)
  const { receiptFromFen } = await dutyRules.contentFor(tx, driver.cityId)
  const fault = receiptFault(extras, receiptFromFen, await openReceipts(tx, orderId, named))
  if (fault) fail(fault.refusal, fault.detail)
}

/** Each receipt goes to the kind of extra that it was named for. */
export async function keepReceipts(tx: TenantTx, orderId: string, extras: readonly Extra[]): Promise<void> {
  for (const { type, receiptIds = [] } of extras) if (receiptIds.length) await assignReceipts(tx, orderId, type, receiptIds)
}
