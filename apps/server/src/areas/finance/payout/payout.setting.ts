import type { WithdrawalWay } from '@chauffeur/contract/finance/withdrawal'
import { defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'
import type { PayoutChannelName } from './payout.ts'

export interface PayoutWays {
  /** By which channel each way is paid. */
  channels: Record<WithdrawalWay, PayoutChannelName>
  /** What was approved is sent by itself; otherwise somebody has it sent. */
  sendsItself: boolean
  /** What one person may receive in a day of the city; 0: any sum. */
  personDayFen: number
}

const standard: PayoutWays = { channels: { WX_SINGLE: 'WECHAT', WX_BATCH: 'WECHAT', BANK: 'BANK' }, sendsItself: false, personDayFen: 0 }

/** How withdrawals are paid out, of the tenant and of cities that differ. */
export const payoutWays = {
  ...defineCitySetting<PayoutWays>()({
    kind: 'payoutWays',
    object: 'payoutWays',
    standard,
    view: (row) => ({ settingId: row.id, cityId: row.cityId, cityName: row.cityName, ...versionFactsOf(row), ...row.content }),
    refusals: { notFound: 'payout.waysNotFound', conflict: 'payout.versionConflict', taken: 'payout.cityTaken' },
  }),
  standard,
}
