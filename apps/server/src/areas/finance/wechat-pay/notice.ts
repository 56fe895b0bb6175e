import * as z from 'zod'
import type { PayoutOutcome } from '../payout/index.ts'
import type { Merchant } from './merchant.ts'
import { opened, signatureFault, type SignatureFault } from './signing.ts'
import { billAnswer, outcomeOf } from './transfer.rules.ts'

/** What stands around the news. */
const envelope = z.object({
  id: z.string(),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z.string().optional(),
  }),
})
const FINISHED = 'MCHTRANSFER.BILL.FINISHED'

export interface TransferNews {
  outNo: string
  outcome: PayoutOutcome
}
export type NoticeFault = SignatureFault | 'UNREADABLE' | 'OTHER_MERCHANT'

/**
 * What a notification says, once it is known to be WeChat Pay's and meant for this merchant; null for news of something else. The same may come
 * many times, and anybody may send again what they saw: within five minutes it says what we know already, later it is refused.
 */
export function newsOf(
  merchant: Pick<Merchant, 'mchId' | 'apiV3Key' | 'platformKeys'>,
  header: (name: string) => string | null | undefined,
  body: Uint8Array,
  nowS: number,
): TransferNews | null | { fault: NoticeFault } {
  const fault = signatureFault(merchant.platformKeys, header, body, nowS)
  if (fault) return { fault }
  const around = envelope.safeParse(json(Buffer.from(body).toString('utf8')))
  if (!around.success) return { fault: 'UNREADABLE' }
  if (around.data.event_type !== FINISHED) return null
  const bill = billAnswer.safeParse(json(textOf(around.data.resource, merchant.apiV3Key)))
  if (!bill.success) return { fault: 'UNREADABLE' }
  if (bill.data.mch_id !== merchant.mchId) return { fault: 'OTHER_MERCHANT' }
  return { outNo: bill.data.out_bill_no, outcome: { ...outcomeOf(bill.data), amountFen: bill.data.transfer_amount } }
}

function textOf(resource: z.infer<typeof envelope>['resource'], apiV3Key: string): string {
  try {
    return opened(resource, apiV3Key)
  } catch {
    return ''
  }
}
function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
