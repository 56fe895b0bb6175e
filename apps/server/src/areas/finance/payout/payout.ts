import type { ReconKind } from '../statement/index.ts'

/** One payment that is to be made, under the number by which it is asked about ever after. */
export interface PayoutOrder {
  /** At most 32 letters and digits; never used for another payment. */
  outNo: string
  amountFen: number
  /** Of the one who is paid. */
  realName: string
  to: { kind: 'WECHAT'; openId: string } | { kind: 'BANK'; accountNo: string; bankName: string; branch: string }
  /** What the one who is paid reads beside the sum. */
  memo: string
}

export type PayoutOutcome = {
  /** What the channel says it pays, where it says so. */
  amountFen?: number
} & (
  | {
      state: 'ACCEPTED' | 'PROCESSING' | 'WAIT_CONFIRM'
      channelNo: string | null
      /** With what the driver's app opens the channel's page to confirm on. */
      confirmPackage?: string
      confirmUntil?: Date
    }
  | { state: 'PAID'; channelNo: string; paidAt: Date }
  /** `code` is the channel's own; `said` are its words beside it, as a bank gives them. */
  | { state: 'FAILED'; code: string; said?: string; final: true }
  /**
   * Time-out, an answer of 5xx, not found while the channel may still be accepting: the same number stays, and only a query ends it. `refusal`
   * is the channel's code for why it did not take a request: nothing was paid by that one.
   */
  | { state: 'UNKNOWN'; refusal?: string }
)
/** What came of handing one over: it may be that it surely never left this machine, and so stays as it was. */
export type SendOutcome = PayoutOutcome | 'NOT_SENT'

export const payoutChannelNames = ['WECHAT', 'BANK', 'BY_HAND'] as const
export type PayoutChannelName = (typeof payoutChannelNames)[number]

/**
 * A way by which money leaves. Neither `send` nor `query` is called inside a transaction that holds locks; the number is chosen and stored
 * before `send`, and sent again it pays once.
 */
export interface PayoutChannel {
  name: PayoutChannelName
  /** Whose account pays, and its statements are of. What was sent through one merchant is asked about there alone. */
  merchantNo?: string
  /** The app as the channel knows it: with it the one who is paid confirms. */
  appId?: string
  send(order: PayoutOrder): Promise<SendOutcome>
  query(outNo: string): Promise<PayoutOutcome | 'NOT_FOUND'>
  /** What the merchant's account holds to pay out of. */
  balance?(): Promise<{ availableFen: number }>
  /** Of one day, as the channel gives it: of what it paid out for us, or of what customers paid us through it. */
  statement?(day: string, kind: ReconKind): Promise<{ body: AsyncIterable<Uint8Array>; sha1: string }>
}
