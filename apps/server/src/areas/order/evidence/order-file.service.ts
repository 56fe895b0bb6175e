import { createHash } from 'node:crypto'
import type { OrderFileKind } from '@chauffeur/contract/driver/app'
import { inHandServiceStatuses } from '@chauffeur/contract/order/model'
import type { TenantTx } from '#platform/database/db'
import { type Photo, photoFrom } from '#platform/files/pictures'
import { type Extra, receiptFault, receiptsOf } from './receipt.rules.ts'
import { dutyRules } from '#areas/qualification/duty'
import { addOrderFile, assignReceipts, openReceipts } from './order-file.queries.ts'
import { driverWrongState, lockOwnOrder, type TripStep } from '../model/index.ts'

/** Of one order, whatever their kind. */
const MOST_FILES = 20
const WITH_DRIVER: readonly number[] = inHandServiceStatuses

/** Keeps a picture of the driver's own order while they have it in hand. */
export async function uploadOrderFile(
  tx: TenantTx,
  step: TripStep<'driver.badPicture' | 'driver.tooManyFiles'>,
  { kind, bytes }: { kind: OrderFileKind; bytes: Uint8Array },
): Promise<{ fileId: string } & Omit<Photo, 'jpeg'>> {
  const { tenantId, driverId } = step.driver
  const { files } = step.platform
  // Before any lock: it takes a while.
  const drawn = await photoFrom(bytes)
  if (!drawn) return step.fail('driver.badPicture')
  const { jpeg, ...photo } = drawn
  const stored = await files.put({ tenantId, kind: 'ORDER_PICTURE' }, jpeg)
  const order = await lockOwnOrder(tx, step)
  if (!WITH_DRIVER.includes(order.service_status)) return driverWrongState(order, step)
  const sha256 = createHash('sha256').update(bytes).digest()
  const picture = { tenantId, driverId, orderId: order.order_id, kind, photo, sha256, storedId: stored.fileId }
  const kept = await addOrderFile(tx, picture, MOST_FILES)
  if (kept?.added) await files.keep(tx, stored.fileId)
  return kept ? { fileId: kept.fileId, ...photo } : step.fail('driver.tooManyFiles', { most: MOST_FILES })
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
