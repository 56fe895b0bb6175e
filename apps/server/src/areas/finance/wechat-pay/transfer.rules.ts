import * as z from 'zod'
import type { PayoutOutcome } from '../payout/index.ts'

/** So long a user may confirm; the channel closes what nobody confirmed, with a lag. */
const CONFIRM_MS = 24 * 3_600_000

/** RFC 3339, as the service writes it. */
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
/** `state` is any text: a new one is no fault, but nothing we may draw a conclusion from. */
export const takenAnswer = z.object({
  out_bill_no: z.string(),
  transfer_bill_no: z.string(),
  create_time: moment,
  state: z.string(),
  package_info: z.string().optional(),
  fail_reason: z.string().optional(),
})
export const billAnswer = z.object({
  mch_id: z.string(),
  out_bill_no: z.string(),
  transfer_bill_no: z.string(),
  state: z.string(),
  transfer_amount: z.int().positive(),
  fail_reason: z.string().nullish(),
  create_time: moment,
  update_time: moment,
})
export const balanceAnswer = z.object({ available_amount: z.int() })
export const statementAnswer = z.object({
  hash_type: z.literal('SHA1'),
  hash_value: z.string().regex(/^[\da-f]{40}$/i),
  download_url: z.url(),
})
/** What a faulty answer says of itself. */
export const faultAnswer = z.object({ code: z.string().regex(/^\w{1,64}$/) })

interface Bill {
  transfer_bill_no: string
  state: string
  create_time: Date
  update_time?: Date
  package_info?: string | undefined
  fail_reason?: string | null | undefined
}

/** Where a bill stands (domain 3.7). SUCCESS alone is paid, FAIL and CANCELLED alone have failed. */
export function outcomeOf({
  transfer_bill_no: channelNo,
  state,
  create_time,
  update_time,
  package_info,
  fail_reason,
}: Bill): PayoutOutcome {
  switch (state) {
    case 'ACCEPTED':
      return { state: 'ACCEPTED', channelNo }
    // The money is being set aside, is on its way, or is on its way back.
    case 'PROCESSING':
    case 'TRANSFERING':
    case 'CANCELING':
      return { state: 'PROCESSING', channelNo }
    case 'WAIT_USER_CONFIRM':
      return {
        state: 'WAIT_CONFIRM',
        channelNo,
        ...(package_info && { confirmPackage: package_info }),
        confirmUntil: new Date(create_time.getTime() + CONFIRM_MS),
      }
    case 'SUCCESS':
      return { state: 'PAID', channelNo, paidAt: update_time ?? create_time }
    case 'FAIL':
      return { state: 'FAILED', code: fail_reason || 'OTHER_FAIL_REASON_TYPE', final: true }
    case 'CANCELLED':
      return { state: 'FAILED', code: fail_reason || 'MCH_CANCEL', final: true }
    default:
      return { state: 'UNKNOWN' }
  }
}
