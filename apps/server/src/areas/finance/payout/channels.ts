import { standardTransfer } from '@chauffeur/contract/access/app'
import { payoutSettingsOf } from '#areas/access/app'
import type { WholeDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { merchantSettingsOf, noticePath, wechatPayOf } from '../wechat-pay/index.ts'
import { findAttempt } from './attempt.queries.ts'
import { bankLine } from './bank.queries.ts'
import type { PayoutChannel, PayoutChannelName } from './payout.ts'
import { voucherOf } from './voucher.queries.ts'

/** For whom a channel is. `db` is the caller's own, so that nobody who holds a connection waits for a second. */
export interface ChannelOwner {
  platform: Platform
  tenantId: string
  db: WholeDb
}
/** A channel with what a tenant set for it; null where that is not enough to pay by it. */
type MakeChannel = (owner: ChannelOwner) => Promise<PayoutChannel | null>

/** Files that somebody takes to the bank, and its result files. What those say of a payment is the channel's word. */
const bank: MakeChannel = async ({ db }) => ({
  name: 'BANK',
  send: async () => ({ state: 'ACCEPTED', channelNo: null }),
  query: async (outNo) => {
    const line = await bankLine(db, outNo)
    if (line?.result === 'PAID') return { state: 'PAID', channelNo: line.bank_no, paidAt: line.paid_at! }
    if (line?.result === 'FAILED') return { state: 'FAILED', code: line.code, final: true }
    return { state: line ? 'PROCESSING' : 'ACCEPTED', channelNo: null }
  },
})

/** Paid outside. What one person entered and another confirmed is the channel's word, and so is that it was never paid. */
const byHand: MakeChannel = async ({ db }) => ({
  name: 'BY_HAND',
  send: async () => ({ state: 'ACCEPTED', channelNo: null }),
  query: async (outNo) => {
    const voucher = await voucherOf(db, outNo)
    if (voucher?.confirmed_at) return { state: 'PAID', channelNo: voucher.voucher_no, paidAt: voucher.paid_at }
    const attempt = await findAttempt(db, outNo)
    return attempt?.state === 'FAILED' ? { state: 'FAILED', code: attempt.code, final: true } : { state: 'PROCESSING', channelNo: null }
  },
})

/** The merchant of the environment belongs to no app. */
const NO_APP = '0'

/** With what a tenant pays through WeChat Pay: the merchant that the environment gives, else that of the app that is ready; null where there is none. */
export async function wechatSettingsOf({ platform, tenantId, db }: ChannelOwner) {
  const { wechatPay: installed, publicUrl } = platform.settings
  const given = installed && (installed.tenantId ?? tenantId) === tenantId ? { ...installed, ...standardTransfer, appId: NO_APP } : null
  const paying = given ?? (await payoutSettingsOf(platform, db, 'WECHAT')).ready
  return (
    paying && {
      appId: paying.appId,
      settings: merchantSettingsOf(paying, publicUrl && `${publicUrl}${noticePath(tenantId, paying.appId)}`),
    }
  )
}

const wechat: MakeChannel = async (owner) => {
  const paying = await wechatSettingsOf(owner)
  return paying && wechatPayOf(owner.platform.providers, owner.tenantId, paying.settings)
}

const channels: Record<PayoutChannelName, MakeChannel> = {
  WECHAT: wechat,
  BANK: bank,
  BY_HAND: byHand,
}

export const channelOf = (name: PayoutChannelName, owner: ChannelOwner): Promise<PayoutChannel | null> => channels[name](owner)
