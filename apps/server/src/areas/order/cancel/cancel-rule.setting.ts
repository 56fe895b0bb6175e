import type { ServiceType } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { defineSetting, type SettingRow } from '#platform/setting/setting'
import { versionFactsOf } from '#platform/setting/version'
import { windowText } from '#platform/values/local-clock'
import type { CancelRow } from './cancel.rules.ts'

export interface CancelRule extends CancelRow {
  enabled: boolean
}

function view({ id, fromMinute, toMinute, ...row }: SettingRow<CancelRule>) {
  return {
    rowId: id,
    ...row,
    ...versionFactsOf({ id, ...row }),
    serviceType: row.serviceType as ServiceType | null,
    ...windowText(fromMinute, toMinute),
  }
}

/** A row of the consequence table. */
export const cancelRules = defineSetting<CancelRule>()({
  object: 'cancelRule',
  table: 'cancel_rules',
  key: 'row_id',
  columns: {
    code: 'code',
    cityId: 'city_id',
    channelId: 'channel_id',
    serviceType: 'service_type',
    by: 'by_whom',
    stage: 'stage',
    atLeastS: 'at_least_s',
    upToS: 'up_to_s',
    lateOverS: 'late_over_s',
    callsAtLeast: 'calls_at_least',
    paidBy: 'paid_by',
    rank: 'rank',
    ratingFromX100: 'rating_from_x100',
    ratingBelowX100: 'rating_below_x100',
    fromMinute: 'from_minute',
    toMinute: 'to_minute',
    verdict: 'verdict',
    feeFen: 'fee_fen',
    driverPenaltyFen: 'driver_penalty_fen',
    waivers: 'waivers',
    countsToRate: 'counts_to_rate',
    hideDriverS: 'hide_driver_s',
    enabled: 'enabled',
  },
  order: sql`s.by_whom, s.rank, s.row_id`,
  view,
  refusals: { notFound: 'cancelRules.notFound', conflict: 'cancelRules.versionConflict' },
})

/** Those that count. */
export const rulesInForce = async (db: TenantDb): Promise<SettingRow<CancelRule>[]> =>
  (await cancelRules.present(db)).filter(({ enabled }) => enabled)
