import { cancelRulesCalls } from '@chauffeur/contract/order/cancel-rules'
import { serviceTypeText } from '@chauffeur/contract/order/model'
import { cityNames } from '#areas/operations/city'
import type { TenantDb } from '#platform/database/db'
import { fen, flag, instant, number, text, words } from '#platform/list/columns'
import { defineSmallList } from '#platform/list/list'
import { cancelRules } from './cancel-rule.setting.ts'
import { channelsInScope } from '#areas/partner/channel'
import { bySpecificity } from './cancel.rules.ts'

/** Cities and channels within the scope. */
export async function placesOf(db: TenantDb) {
  const [cities, channels] = await Promise.all([cityNames(db), channelsInScope(db, null)])
  return { cities, channels }
}

export const cancelRuleList = defineSmallList(cancelRulesCalls.list, {
  all: async ({ db, input: { by, cityId, enabled } }) =>
    (await cancelRules.present(db))
      .filter((row) => (!by || row.by === by) && (!cityId || row.cityId === cityId) && (enabled === undefined || row.enabled === enabled))
      .toSorted((a, b) => (a.by === b.by ? bySpecificity(a, b) : 0)),
  file: {
    module: import.meta.url,
    zh: '取消判责规则',
    en: 'Cancellation rules',
    columns: {
      code: text('编码', 'Code'),
      cityName: text('城市', 'City'),
      channelName: text('渠道', 'Channel'),
      serviceType: words('业务类型', 'Service', serviceTypeText),
      rank: number('次序', 'Rank'),
      feeFen: fen('取消费', 'Cancellation fee'),
      driverPenaltyFen: fen('司机扣款', 'Penalty'),
      waivers: number('减免次数', 'Waivers'),
      countsToRate: flag('计入取消率', 'Counts to the cancellation rate'),
      enabled: flag('已启用', 'Enabled'),
      changedBy: text('修改人', 'Changed by'),
      changedAt: instant('修改时间', 'Changed'),
    },
  },
  beside: (_, { db }) => placesOf(db),
  view: (row, _, { cities, channels }) => ({
    ...cancelRules.view(row),
    cityName: cities.find((city) => city.cityId === row.cityId)?.name ?? '',
    channelName: channels.find(({ channelId }) => channelId === row.channelId)?.name ?? '',
  }),
})
