import { PAY_STATUS, type PayStatus } from '@chauffeur/contract/order/model'

/** Clocks differ a little, and a time of payment is typed to the minute. */
const LEEWAY_MS = 60_000

interface Open {
  payStatus: PayStatus
  /** What the traveller has to pay, fen; null where nothing is open. */
  dueFen: number | null
  placedAt: Date
}
export type PaymentProblem =
  | { refusal: 'order.notUnpaid'; detail: { payStatus: PayStatus } }
  | { refusal: 'order.paymentDiffers'; detail: { amountFen: number; dueFen: number } }
  | { refusal: 'order.paidAtWrong'; detail: { placedAt: string } }

/** Why a payment cannot be this order's; null when it can. A bill is paid in whole: neither a part of it nor more. */
export function paymentProblem(
  { payStatus, dueFen, placedAt }: Open,
  { amountFen, paidAt }: { amountFen: number; paidAt: Date },
  now: Date,
): PaymentProblem | null {
  if (dueFen === null) return { refusal: 'order.notUnpaid', detail: { payStatus } }
  if (amountFen !== dueFen) return { refusal: 'order.paymentDiffers', detail: { amountFen, dueFen } }
  if (paidAt.getTime() < placedAt.getTime() - LEEWAY_MS || paidAt.getTime() > now.getTime() + LEEWAY_MS)
    return { refusal: 'order.paidAtWrong', detail: { placedAt: placedAt.toISOString() } }
  return null
}

/** Only what is still expected can be given up. */
export const canWriteOff = (payStatus: number): boolean => payStatus === PAY_STATUS.unpaid
